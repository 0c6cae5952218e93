/// A key and what it does, such as `esc close`, as a `HintLine` shows it.
///
/// ```swift
/// let hints: [KeyHint] = [.upDown("move"), "enter open", KeyHint(.escape, "close")]
/// ```
public struct KeyHint: Hashable, Sendable {
    /// The keys as they're shown: one, such as `esc`, or several, such as `↑↓`.
    public let keys: String

    /// The effect of the keys, in one or two words.
    public let action: String

    /// The key that a tap on the hint sends; nil for none.
    public let event: KeyEvent?

    /// Creates a hint; a tap sends the given key, or else the one that is named.
    public init(_ keys: String, _ action: String, sends event: KeyEvent? = nil) {
        self.keys = keys
        self.action = action
        self.event = event ?? KeyEvent(name: keys)
    }

    /// Creates a hint for a key, with arrows as arrows, and `esc`.
    public init(_ event: KeyEvent, _ action: String) {
        let sign =
            switch event {
            case KeyEvent(.escape): "esc"
            case KeyEvent(.up): "↑"
            case KeyEvent(.down): "↓"
            case KeyEvent(.left): "←"
            case KeyEvent(.right): "→"
            case KeyEvent(.character("-")): "-"
            default: "\(event)"
            }
        self.init(sign, action, sends: event)
    }

    /// Returns a hint for the arrows up and down; a tap sends the arrow down.
    public static func upDown(_ action: String) -> KeyHint {
        KeyHint("↑↓", action, sends: KeyEvent(.down))
    }

    var width: Int { TextWidth.width(of: keys) + (action.isEmpty ? 0 : 1 + TextWidth.width(of: action)) }
}

extension KeyHint: ExpressibleByStringLiteral, CustomStringConvertible {
    /// Creates a hint from a text whose first word is the key.
    public init(stringLiteral text: String) {
        let words = text.split(separator: " ", maxSplits: 1)
        self.init(words.first.map(String.init) ?? "", words.count > 1 ? String(words[1]) : "")
    }

    /// The key and its action, as they are shown.
    public var description: String { action.isEmpty ? keys : "\(keys) \(action)" }
}
