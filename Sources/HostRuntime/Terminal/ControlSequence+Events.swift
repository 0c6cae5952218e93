// MARK: - Replies, focus and mouse

extension ControlSequence {
    /// The event that the sequence stands for after `ESC [`; nil if it is not supported.
    var event: InputEvent? {
        switch (marker, final, intermediates.first) {
        case (UInt8(ascii: "<"), UInt8(ascii: "M"), nil), (UInt8(ascii: "<"), UInt8(ascii: "m"), nil):
            pointer.map(InputEvent.pointer)
        case (UInt8(ascii: "?"), UInt8(ascii: "c"), nil):
            .response(.deviceAttributes)
        case (UInt8(ascii: "?"), UInt8(ascii: "y"), UInt8(ascii: "$")):
            .response(.mode(parameter(0) ?? 0, state: parameter(1) ?? 0))
        case (0, UInt8(ascii: "I"), nil):
            .focus(true)
        case (0, UInt8(ascii: "O"), nil):
            .focus(false)
        case (0, _, nil):
            key.map(InputEvent.key)
        default:
            nil
        }
    }

    /// The answer in the form of a cursor position report: a row, a column and `R`.
    var cursorPosition: TerminalResponse? {
        guard marker == 0, final == UInt8(ascii: "R"), intermediates.isEmpty, let row = parameter(0),
            let column = parameter(1)
        else { return nil }
        return .cursor(row: row, column: column)
    }

    /// Whether the sequence begins or ends a paste.
    var isPasteMark: Bool {
        marker == 0 && final == UInt8(ascii: "~") && (numbers == [200] || numbers == [201])
    }

    private var pointer: PointerEvent? {
        guard let code = parameter(0), code < 256, let column = parameter(1), let row = parameter(2) else { return nil }
        let isRelease = final == UInt8(ascii: "m")
        let kind: PointerEvent.Kind
        // Between these bits are those of the modifiers.
        switch (code & 0b1110_0000, code & 0b11) {
        case (0, 0): kind = isRelease ? .release : .press
        case (0x20, 0) where !isRelease: kind = .drag
        case (0x40, 0) where !isRelease: kind = .wheel(-1)
        case (0x40, 1) where !isRelease: kind = .wheel(1)
        case (0, 1...2): kind = .other
        case (0x20, 1...2) where !isRelease, (0x40, _) where !isRelease: kind = .other
        default: return nil  // hovering, and extra buttons
        }
        return PointerEvent(kind: kind, location: Point(x: ControlSequence.cell(column), y: ControlSequence.cell(row)))
    }

    /// Returns a cell's index from a position, which counts from 1; some terminals send positions beyond their edges.
    private static func cell(_ number: Int) -> Int {
        min(max(number, 1), Size.limit) - 1
    }
}

// MARK: - Keys

extension ControlSequence {
    /// The key that the sequence stands for after `ESC [`.
    var key: KeyEvent? {
        switch final {
        case UInt8(ascii: "u"):
            return typed(parameter(0), shifted: parameter(0, part: 1), onLatinLayout: parameter(0, part: 2))
        case UInt8(ascii: "~") where parameter(0) == 27:  // xterm's modifyOtherKeys
            return typed(parameter(2))
        case UInt8(ascii: "~"):
            return named(parameter(0).flatMap { ControlSequence.numberedKeys[$0] })
        case UInt8(ascii: "$"), UInt8(ascii: "^"), UInt8(ascii: "@"):
            return numbered(ControlSequence.rxvtModifiers[final])
        case UInt8(ascii: "Z"):
            return KeyEvent(.tab, .shift)
        case UInt8(ascii: "a")...UInt8(ascii: "d") where parameter(0) == nil:  // rxvt's arrows
            return ControlSequence.letterKeys[final - 0x20].map { KeyEvent($0, .shift) }
        case UInt8(ascii: "R") where (parameter(0) ?? 1) != 1 || (parameter(1) ?? 1) > 64:
            return nil  // a cursor position report, which ends like F3
        default:
            return named(ControlSequence.letterKeys[final])
        }
    }

    /// The key that the sequence stands for after `ESC O`.
    var shift3Key: KeyEvent? {
        guard marker == 0, intermediates.isEmpty else { return nil }
        if let key = ControlSequence.letterKeys[final] {
            // Some terminals send the modifiers as the only parameter; in CSI they are the second.
            let code = parameter(1) ?? parameter(0)
            return ControlSequence.modifiers(code).map { KeyEvent(key, $0) }
        }
        switch final {
        case UInt8(ascii: "M"): return KeyEvent(.enter)
        case UInt8(ascii: "I"): return KeyEvent(.tab)
        case UInt8(ascii: "X"): return KeyEvent(.character("="))
        case UInt8(ascii: "a")...UInt8(ascii: "d") where parameter(0) == nil:  // rxvt's arrows
            return ControlSequence.letterKeys[final - 0x20].map { KeyEvent($0, .control) }
        case 0x6A...0x79:  // the keypad: j is *, p to y are the digits
            return KeyEvent(.character(Character(Unicode.Scalar(final - 0x40))))
        default: return nil
        }
    }

    private func named(_ key: KeyEvent.Key?) -> KeyEvent? {
        guard let key, !isKeyRelease, let modifiers = ControlSequence.modifiers(parameter(1)) else { return nil }
        return KeyEvent(key, modifiers)
    }

    /// Returns the key of the only parameter, with modifiers that the final byte stands for.
    private func numbered(_ modifiers: KeyEvent.Modifiers?) -> KeyEvent? {
        guard let modifiers, parameter(1) == nil else { return nil }
        return parameter(0).flatMap { ControlSequence.numberedKeys[$0] }.map { KeyEvent($0, modifiers) }
    }

    /// Returns the key of a character, of the one with shift, and of the one that the key has on a Latin layout.
    private func typed(_ code: Int?, shifted: Int? = nil, onLatinLayout latin: Int? = nil) -> KeyEvent? {
        guard var code, !isKeyRelease, var modifiers = ControlSequence.modifiers(parameter(1)) else { return nil }
        var shifted = shifted
        if let latin, 0x61...0x7A ~= latin, code > 0x7F, !modifiers.isDisjoint(with: [.control, .alt]) {
            // Control-C is where the letter is on a Latin keyboard.
            (code, shifted) = (latin, nil)
        }
        if let key = ControlSequence.codedKeys[code] { return KeyEvent(key, modifiers) }
        guard let scalar = ControlSequence.printable(code) else { return nil }
        var character = Character(scalar)
        if modifiers.contains(.shift) {
            // A key whose character changes with shift is reported as that character, without shift.
            let upper = String(character).uppercased()
            if let shifted = shifted.flatMap(ControlSequence.printable) {
                character = Character(shifted)
                modifiers.remove(.shift)
            } else if upper.count == 1, upper != String(character) {
                character = Character(upper)
                modifiers.remove(.shift)
            } else if scalar.properties.isUppercase {
                modifiers.remove(.shift)
            }
        }
        return KeyEvent(.character(character), modifiers)
    }

    private var isKeyRelease: Bool { parameter(1, part: 1) == 3 }

    /// Returns modifiers from their code, one more than their bits; nil if super, hyper or meta is held.
    private static func modifiers(_ code: Int?) -> KeyEvent.Modifiers? {
        let bits = max(code ?? 1, 1) - 1
        return bits & 0b11_1000 == 0 ? KeyEvent.Modifiers(rawValue: UInt8(bits & 0b111)) : nil
    }

    private static func printable(_ code: Int) -> Unicode.Scalar? {
        guard let scalar = UInt32(exactly: code).flatMap(Unicode.Scalar.init),
            !Character(scalar).isControl,
            !(0xE000...0xF8FF).contains(code)  // kitty's own keys
        else { return nil }
        return scalar
    }

    /// The modifiers that rxvt's final bytes of numbered keys stand for, where other terminals send `~`.
    private static let rxvtModifiers: [UInt8: KeyEvent.Modifiers] = [
        UInt8(ascii: "$"): .shift, UInt8(ascii: "^"): .control, UInt8(ascii: "@"): [.control, .shift],
    ]

    private static let letterKeys: [UInt8: KeyEvent.Key] = [
        UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right, UInt8(ascii: "D"): .left,
        UInt8(ascii: "H"): .home, UInt8(ascii: "F"): .end, UInt8(ascii: "P"): .function(1),
        UInt8(ascii: "Q"): .function(2), UInt8(ascii: "R"): .function(3), UInt8(ascii: "S"): .function(4),
    ]

    private static let numberedKeys: [Int: KeyEvent.Key] = [
        1: .home, 2: .insert, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end,
        11: .function(1), 12: .function(2), 13: .function(3), 14: .function(4), 15: .function(5),
        17: .function(6), 18: .function(7), 19: .function(8), 20: .function(9), 21: .function(10),
        23: .function(11), 24: .function(12), 25: .function(13), 26: .function(14), 28: .function(15),
        29: .function(16), 31: .function(17), 32: .function(18), 33: .function(19), 34: .function(20),
    ]

    /// The kitty protocol's numbers of the ASCII controls, of F13 and up, and of the keypad.
    private static let codedKeys: [Int: KeyEvent.Key] = {
        var keys: [Int: KeyEvent.Key] = [
            8: .backspace, 9: .tab, 13: .enter, 27: .escape, 127: .backspace, 57_414: .enter,
            57_417: .left, 57_418: .right, 57_419: .up, 57_420: .down, 57_421: .pageUp, 57_422: .pageDown,
            57_423: .home, 57_424: .end, 57_425: .insert, 57_426: .delete,
        ]
        for number in 13...35 { keys[57_376 + number - 13] = .function(number) }
        for (offset, character) in "0123456789./*-+".enumerated() { keys[57_399 + offset] = .character(character) }
        keys[57_415] = .character("=")
        keys[57_416] = .character(",")
        return keys
    }()
}
