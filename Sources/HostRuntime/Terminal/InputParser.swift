/// Turns the bytes that a terminal sends into events.
///
/// Any bytes are fine: nothing traps, memory is bounded, sequences that mean
/// nothing are swallowed whole, and after nonsense the next key is read as
/// itself. Without `flush()` the events do not depend on how the bytes were
/// split into reads.
///
/// Two choices where terminals are ambiguous: byte 8 is backspace, as some
/// keyboards send it, and not control-H; two ESC before a key's sequence are alt
/// with that key, two alone are escape twice.
struct InputParser: Sendable {
    private enum State: Hashable, Sendable {
        case ground
        case scalar
        case escape
        case control
        case shift3
        /// The function keys of the Linux console, `ESC [ [ A`.
        case console
        /// A mouse report in the old coding, which has three bytes of any value after it.
        case oldMouse(Int)
        /// OSC, DCS, APC, PM, SOS: everything up to the terminator. Carries the introducer.
        case string(UInt8)
        case stringEscape(UInt8)
        case paste
    }

    /// The most bytes of one sequence that are kept; longer ones are swallowed.
    static let sequenceLimit = 128

    /// How many flushes without a byte a half sequence survives, so that a slow line does not type its rest.
    static let patience = 4

    private var state = State.ground
    private var escapes = 0
    private var body: [UInt8] = []
    private var decoder = ScalarDecoder()
    private var pasteBuffer = PasteBuffer()
    private var flushes = 0

    /// Whether the terminal was asked something that it has not answered.
    ///
    /// A cursor's position in the first row looks like F3 with modifiers:
    /// meanwhile it is an answer, also to a question of whoever had the terminal
    /// before.
    var isAnswerAwaited = false

    /// Whether something is pending that `flush()` would decide.
    var awaitsMore: Bool { state != .ground }

    /// Whether a paste has begun and not ended.
    var isInPaste: Bool { state == .paste }

    /// After how many milliseconds without a byte `flush()` is called; nil while nothing is pending.
    ///
    /// A paste comes in one go, so a pause ends it, or one whose end mark was
    /// lost would have the keyboard for good. A paste whose last byte would end
    /// or stop the program waits for less than a key that is held down repeats.
    var silence: Int? {
        switch state {
        case .ground: nil
        case .paste: pasteBuffer.endsWithUrgentKey ? 20 : 200
        default: 50
        }
    }

    /// Reads bytes and returns what they completed, in order.
    mutating func parse(_ bytes: some Sequence<UInt8>) -> [InputEvent] {
        var events: [InputEvent] = []
        for byte in bytes { feed(byte, &events) }
        return events
    }

    /// Decides what is pending, because nothing has come for a while.
    ///
    /// A lone ESC is the escape key, `ESC [` is alt with `[`. A sequence of which
    /// more has come is no key that anyone typed: it is given up, silently, at the
    /// fourth flush in a row. A paste ends without its mark; control-C and
    /// control-Z in it were keys, typed by someone whom nothing else reached.
    mutating func flush() -> [InputEvent] {
        var events: [InputEvent] = []
        flushes += 1
        switch state {
        case .ground:
            return []
        case .paste:
            events = pasteBuffer.giveUp().map(InputParser.event)
        case .escape:
            for _ in 0..<escapes { events.append(.key(KeyEvent(.escape))) }
        case .control where body.isEmpty:
            emit(typed: KeyEvent(.character("[")), &events)
        case .shift3 where body.isEmpty:
            emit(typed: KeyEvent(.character("O")), &events)
        case .string(let introducer) where body.isEmpty:
            emit(typed: KeyEvent(.character(Character(Unicode.Scalar(introducer)))), &events)
        default:
            guard flushes >= InputParser.patience else { return [] }
        }
        reset()
        return events
    }

    private mutating func reset() {
        state = .ground
        escapes = 0
        body.removeAll(keepingCapacity: true)
        decoder = ScalarDecoder()
        flushes = 0
    }
}

// MARK: - Bytes

extension InputParser {
    private mutating func feed(_ byte: UInt8, _ events: inout [InputEvent]) {
        flushes = 0
        switch state {
        case .ground, .scalar:
            text(byte, &events)
        case .escape:
            afterEscape(byte, &events)
        case .control:
            control(byte, &events)
        case .shift3:
            shift3(byte, &events)
        case .console:
            guard (0x20...0x7E).contains(byte) else { return again(byte, &events) }
            if (0x41...0x45).contains(byte) { emit(coded: KeyEvent(.function(Int(byte) - 0x40)), &events) }
            reset()
        case .oldMouse(let left):
            guard byte >= 0x20 else { return again(byte, &events) }
            if left == 1 { reset() } else { state = .oldMouse(left - 1) }
        case .string(let introducer):
            string(byte, introducer, &events)
        case .stringEscape(let introducer):
            if byte == UInt8(ascii: "\\") { return endString(introducer, &events) }
            reset()
            escapes = 1
            afterEscape(byte, &events)
        case .paste:
            if let piece = pasteBuffer.feed(byte) { events.append(InputParser.event(piece)) }
            if pasteBuffer.isAtEnd { reset() }
        }
    }

    /// Gives up what is pending and reads the byte on its own, so that one lost byte costs one sequence.
    private mutating func again(_ byte: UInt8, _ events: inout [InputEvent]) {
        reset()
        text(byte, &events)
    }

    private mutating func text(_ byte: UInt8, _ events: inout [InputEvent]) {
        if byte == 0x1B, state == .ground {
            state = .escape
            escapes = 1
            return
        }
        switch decoder.feed(byte) {
        case .more:
            state = .scalar
        case .scalar(let scalar):
            if let key = InputParser.key(scalar) { emit(typed: key, &events) } else { releaseEscapes(&events) }
            reset()
        case .invalid:
            releaseEscapes(&events)
            reset()
        case .broken:
            releaseEscapes(&events)
            again(byte, &events)
        }
    }

    /// The escape key was pressed after all: what follows it is no key that alt could be held with.
    private mutating func releaseEscapes(_ events: inout [InputEvent]) {
        for _ in 0..<escapes { events.append(.key(KeyEvent(.escape))) }
        escapes = 0
    }

    private mutating func afterEscape(_ byte: UInt8, _ events: inout [InputEvent]) {
        switch byte {
        case 0x1B:
            if escapes == 2 { events.append(.key(KeyEvent(.escape))) }
            escapes = 2
            state = .escape
        case UInt8(ascii: "["):
            state = .control
        case UInt8(ascii: "O"):
            state = .shift3
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
            state = .string(byte)
        default:
            state = .scalar
            text(byte, &events)
        }
    }

    private mutating func control(_ byte: UInt8, _ events: inout [InputEvent]) {
        switch byte {
        case 0x20...0x3F:
            keep(byte)
        case UInt8(ascii: "[") where body.isEmpty:
            state = .console
        case UInt8(ascii: "M") where body.isEmpty:
            state = .oldMouse(3)
        case 0x40...0x7E:
            endControl(byte, &events)
        default:
            again(byte, &events)
        }
    }

    private mutating func shift3(_ byte: UInt8, _ events: inout [InputEvent]) {
        switch byte {
        case 0x30...0x3F:
            keep(byte)
        case 0x20...0x7E:
            if let key = ControlSequence(body: body, final: byte)?.shift3Key { emit(coded: key, &events) }
            reset()
        default:
            again(byte, &events)
        }
    }

    private mutating func endControl(_ final: UInt8, _ events: inout [InputEvent]) {
        guard body.count <= InputParser.sequenceLimit, let sequence = ControlSequence(body: body, final: final) else {
            return reset()
        }
        if final == UInt8(ascii: "~"), sequence.numbers == [200], sequence.marker == 0 {
            releaseOuterEscape(&events)
            reset()
            pasteBuffer = PasteBuffer()
            state = .paste
            return
        }
        if isAnswerAwaited, sequence.isCursorPosition {
            releaseOuterEscape(&events)
            return reset()
        }
        switch sequence.event {
        case nil:
            break
        case .key(let key):
            emit(coded: key, &events)
        case .some(let event):
            releaseOuterEscape(&events)
            events.append(event)
        }
        reset()
    }

    private mutating func string(_ byte: UInt8, _ introducer: UInt8, _ events: inout [InputEvent]) {
        switch byte {
        case 0x07:
            endString(introducer, &events)
        case 0x1B:
            state = .stringEscape(introducer)
        case 0x00..<0x20:
            again(byte, &events)
        default:
            keep(byte)
        }
    }

    private mutating func endString(_ introducer: UInt8, _ events: inout [InputEvent]) {
        if introducer == UInt8(ascii: "]"), body.count <= InputParser.sequenceLimit {
            let text = String(decoding: body, as: UTF8.self)
            if text.hasPrefix("10;"), let color = TerminalRGB(x11: text.dropFirst(3)) {
                releaseOuterEscape(&events)
                events.append(.response(.foreground(color)))
            } else if text.hasPrefix("11;"), let color = TerminalRGB(x11: text.dropFirst(3)) {
                releaseOuterEscape(&events)
                events.append(.response(.background(color)))
            }
        }
        reset()
    }

    /// Keeps one byte more than the limit, which marks the sequence as too long.
    private mutating func keep(_ byte: UInt8) {
        if body.count <= InputParser.sequenceLimit { body.append(byte) }
    }
}

// MARK: - Keys

extension InputParser {
    private static func event(_ piece: PasteBuffer.Piece) -> InputEvent {
        switch piece {
        case .text(let text): .paste(text)
        case .interrupt: .key(KeyEvent(.character("c"), .control))
        case .stop: .key(KeyEvent(.character("z"), .control))
        }
    }

    /// The first of two ESC was the escape key, because what the second began is no key.
    private mutating func releaseOuterEscape(_ events: inout [InputEvent]) {
        if escapes == 2 { events.append(.key(KeyEvent(.escape))) }
        escapes = 0
    }

    /// Adds a key that one ESC before it makes alt; of two, the first was the escape key.
    private mutating func emit(typed key: KeyEvent, _ events: inout [InputEvent]) {
        var key = key
        if escapes > 0 { key.modifiers.insert(.alt) }
        releaseOuterEscape(&events)
        events.append(.key(key))
    }

    /// Adds a key whose own sequence began with ESC, so that only a second one is alt.
    private mutating func emit(coded key: KeyEvent, _ events: inout [InputEvent]) {
        var key = key
        if escapes == 2 { key.modifiers.insert(.alt) }
        events.append(.key(key))
    }

    private static func key(_ scalar: Unicode.Scalar) -> KeyEvent? {
        switch scalar.value {
        case 0x00: KeyEvent(.character(" "), .control)
        case 0x08, 0x7F: KeyEvent(.backspace)
        case 0x09: KeyEvent(.tab)
        case 0x0D: KeyEvent(.enter)
        case 0x1B: nil
        case 0x01...0x1A: KeyEvent(.character(Character(Unicode.Scalar(UInt8(scalar.value) + 0x60))), .control)
        case 0x1C...0x1F: KeyEvent(.character(Character(Unicode.Scalar(UInt8(scalar.value) + 0x40))), .control)
        case 0x80...0x9F: nil
        default: KeyEvent(.character(Character(scalar)))
        }
    }
}
