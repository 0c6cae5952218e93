/// A key press with its modifiers.
public struct KeyEvent: Hashable, Sendable {
    /// The key itself.
    public var key: Key

    /// The modifiers that were held.
    ///
    /// Shift is reported only with keys whose character doesn't depend on it:
    /// `A` is the character `A`, not `a` with shift.
    public var modifiers: Modifiers

    /// Creates a key event.
    public init(_ key: Key, _ modifiers: Modifiers = []) {
        self.key = key
        self.modifiers = modifiers
    }

    /// A key of the keyboard.
    public enum Key: Hashable, Sendable {
        /// A key that types a character: one grapheme that isn't a control character.
        case character(Character)
        /// Return or enter.
        case enter
        /// Escape.
        case escape
        /// Tab; shift-tab is this with the shift modifier.
        case tab
        /// Deletes backwards.
        case backspace
        /// Deletes forwards.
        case delete
        /// Insert.
        case insert
        /// The arrow up.
        case up
        /// The arrow down.
        case down
        /// The arrow left.
        case left
        /// The arrow right.
        case right
        /// Home.
        case home
        /// End.
        case end
        /// Page up.
        case pageUp
        /// Page down.
        case pageDown
        /// A function key, from 1.
        case function(Int)
    }

    /// Modifier keys.
    public struct Modifiers: OptionSet, Hashable, Sendable {
        /// The bits, as terminals send them minus one: shift 1, alt 2, control 4.
        public let rawValue: UInt8

        /// Creates a set from its bits.
        public init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// Shift.
        public static let shift = Modifiers(rawValue: 1)

        /// Alt, which some keyboards call option or meta.
        public static let alt = Modifiers(rawValue: 2)

        /// Control.
        public static let control = Modifiers(rawValue: 4)
    }
}

// MARK: - Names

extension KeyEvent {
    private static let keysByName: [String: Key] = [
        "enter": .enter, "return": .enter, "escape": .escape, "esc": .escape, "tab": .tab,
        "backspace": .backspace, "delete": .delete, "insert": .insert, "up": .up, "down": .down,
        "left": .left, "right": .right, "home": .home, "end": .end, "page-up": .pageUp,
        "page-down": .pageDown, "space": .character(" "), "minus": .character("-"),
    ]

    /// Creates an event from its name, such as `ctrl-z`, `shift-tab`, `f5`, `a` or `u+301`; nil for other text.
    ///
    /// Scripts and lists of keys use these names. Case doesn't matter, except
    /// that a single character stands for itself: `A` is another key than `a`.
    public init?(name: String) {
        var rest = name.count == 1 ? Substring(name) : KeyEvent.lowercasingNames(name)
        var modifiers: Modifiers = []
        let prefixes: [(String, Modifiers)] = [
            ("ctrl-", .control), ("control-", .control), ("alt-", .alt), ("shift-", .shift),
        ]
        while let (prefix, modifier) = prefixes.first(where: { rest.hasPrefix($0.0) && rest.count > $0.0.count }) {
            modifiers.insert(modifier)
            rest = rest.dropFirst(prefix.count)
        }
        if let key = KeyEvent.keysByName[String(rest)] {
            self.init(key, modifiers)
        } else if rest.count == 1, let character = rest.first, !character.isControl {
            self.init(.character(character), modifiers)
        } else if let character = Character(codePoints: rest), !character.isControl {
            self.init(.character(character), modifiers)
        } else if rest.first == "f", let number = Int(rest.dropFirst()), (1...35).contains(number) {
            self.init(.function(number), modifiers)
        } else {
            return nil
        }
    }
}

extension KeyEvent {
    /// Returns the name in lower case, except for a last character that is the key.
    private static func lowercasingNames(_ name: String) -> Substring {
        guard let last = name.last, name.dropLast().last == "-" else { return Substring(name.lowercased()) }
        return Substring(name.dropLast().lowercased() + String(last))
    }
}

extension KeyEvent: CustomStringConvertible {
    /// The name that `init(name:)` reads back.
    public var description: String {
        let name: String
        switch key {
        case .character(" "): name = "space"
        case .character("-"): name = "minus"
        case .character(let character): name = String(character)
        case .function(let number): name = "f\(number)"
        case .pageUp: name = "page-up"
        case .pageDown: name = "page-down"
        default: name = "\(key)"
        }
        let held: [(Modifiers, String)] = [(.control, "ctrl-"), (.alt, "alt-"), (.shift, "shift-")]
        return held.filter { modifiers.contains($0.0) }.map(\.1).joined() + name
    }
}

extension Character {
    /// Reads a character from its code points in hexadecimal, such as `u+301` or `u+1f468+200d`; nil for other text.
    fileprivate init?(codePoints text: some StringProtocol) {
        guard text.hasPrefix("u+") else { return nil }
        let numbers = text.dropFirst(2).split(separator: "+", omittingEmptySubsequences: false)
        let scalars = numbers.compactMap { UInt32($0, radix: 16).flatMap(Unicode.Scalar.init) }
        let joined = String(String.UnicodeScalarView(scalars))
        guard scalars.count == numbers.count, joined.count == 1, let character = joined.first else { return nil }
        self = character
    }

    /// The code points in hexadecimal, as `KeyEvent(name:)` reads them.
    package var codePoints: String {
        "u+" + unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: "+")
    }

    /// Whether this is a control character, which must not be sent to a terminal as text.
    package var isControl: Bool {
        unicodeScalars.contains(where: \.isControl)
    }
}

extension KeyEvent {
    /// The characters with control that terminals without a keyboard protocol send as another key.
    private static let controlKeys: [Character: Key] = ["[": .escape, "m": .enter, "i": .tab, "h": .backspace]

    /// The key that terminals without a keyboard protocol send for this one; nil if that is the same.
    package var legacy: KeyEvent? {
        var event = self
        switch key {
        case .enter, .escape, .backspace: event.modifiers.subtract([.control, .shift])
        case .tab: event.modifiers.remove(.control)
        case .character(" "): event.modifiers.remove(.shift)
        case .character(let character) where modifiers.contains(.control):
            guard let key = KeyEvent.controlKeys[character] else { return nil }
            event = KeyEvent(key, modifiers.subtracting(.control))
        default: return nil
        }
        return event == self ? nil : event
    }

    /// The key that ends the program.
    package static let interrupt = KeyEvent(.character("c"), .control)

    /// The key that suspends the program, as in a shell.
    package static let stop = KeyEvent(.character("z"), .control)
}

extension KeyEvent {
    /// Whether the key is meant for the whole program: a function key, or one with modifiers.
    ///
    /// A window that keeps the keyboard to itself leaves these to the commands of
    /// the program and its plugins, and no other key.
    public var isForProgram: Bool {
        if case .function = key { true } else { !modifiers.isEmpty }
    }

    /// Whether the key types a character, as in a text field.
    package var typesCharacter: Bool {
        if case .character = key { modifiers.isSubset(of: .shift) } else { false }
    }
}
