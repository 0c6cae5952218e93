/// A key and what it does, such as `esc close`, as a `HintLine` shows it.
///
/// ```swift
/// let hints: [KeyHint] = ["↑↓ move", "enter open", KeyHint(.escape, "close")]
/// ```
public struct KeyHint: Hashable, Sendable {
    /// The keys as they're shown: one, such as `esc`, or several, such as `↑↓`, `K/J` or `esc or space`.
    public let keys: String

    /// The effect of the keys, in one or two words.
    public let action: String

    private let event: KeyEvent?

    /// Creates a hint; with an `event`, a tap sends that key, whatever the text says.
    public init(_ keys: String, _ action: String, sends event: KeyEvent? = nil) {
        self.keys = keys
        self.action = action
        self.event = event
    }

    /// Creates a hint for a key, with arrows as arrows, and `esc`.
    public init(_ event: KeyEvent, _ action: String) {
        let sign =
            switch event {
            case KeyEvent(.escape): "esc"
            case KeyEvent(.character("-")): "-"
            default: KeyHint.arrows.first { KeyEvent($0.value) == event }.map { "\($0.key)" } ?? "\(event)"
            }
        self.init(sign, action, sends: event)
    }

    private static let arrows: [Character: KeyEvent.Key] = ["↑": .up, "↓": .down, "←": .left, "→": .right]

    var width: Int { TextWidth.width(of: keys) + (action.isEmpty ? 0 : 1 + TextWidth.width(of: action)) }

    /// Returns the key that a tap in a column sends: the one that is shown there, or the last one for the action.
    func key(at column: Int) -> KeyEvent? {
        if let event { return event }
        if keys.count > 1, let key = KeyEvent(name: keys) { return key }
        let parts = parts
        return column < TextWidth.width(of: keys)
            ? parts.last { $0.x <= column }?.key ?? parts.first?.key : parts.last?.key
    }

    /// The keys with the columns in which they begin; words that name no key, such as `or`, are left out.
    private var parts: [(x: Int, key: KeyEvent)] {
        guard keys.count > 1 || KeyHint.arrows[keys.first ?? " "] != nil else {
            return KeyEvent(name: keys).map { [(0, $0)] } ?? []
        }
        var (parts, word, x) = ([(x: Int, key: KeyEvent)](), "", 0)
        for character in keys + " " {
            let arrow = KeyHint.arrows[character]
            if arrow != nil || character == " " || character == "/" {
                if let key = KeyEvent(name: word) { parts.append((x - TextWidth.width(of: word), key)) }
                word = ""
                if let arrow { parts.append((x, KeyEvent(arrow))) }
            } else {
                word.append(character)
            }
            x += TextWidth.width(of: "\(character)")
        }
        return parts
    }
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
