/// Turns the bytes that a terminal sends into events.
///
/// Any bytes are safe: nothing traps, memory is bounded, unknown sequences are
/// dropped as a whole, and after invalid bytes the next key is parsed correctly.
/// Without `flush()`, the events don't depend on how the bytes were split into
/// reads.
///
/// Where terminals send the same bytes for two keys, byte 8 is backspace, as some
/// keyboards send it, and not control-H; two ESC before a key's sequence are alt with that key, and
/// two ESC alone are escape twice.
struct InputParser: Sendable {
    private enum State: Hashable, Sendable {
        case ground
        case scalar
        case escape
        case control
        case shift3
        /// The function keys of the Linux console, `ESC [ [ A`.
        case console
        /// A mouse report in the old format; carries the number of bytes, of any value, still to come.
        case oldMouse(Int)
        /// A string of OSC, DCS, APC, PM or SOS, up to its terminator; carries the introducer.
        case string(UInt8)
        case stringEscape
        case paste
    }

    /// The maximum number of bytes of a sequence; a longer one is dropped.
    static let sequenceLimit = 128

    /// The number of flushes after which an incomplete sequence is dropped; a slow line must not type its rest.
    static let flushLimit = 4

    private var state = State.ground
    private var escapes = 0
    private var body: [UInt8] = []
    private var decoder = ScalarDecoder()
    private var pasteBuffer = PasteBuffer()
    private var flushes = 0
    private var late: LateSequence?

    /// Whether the terminal still has to answer a query.
    ///
    /// A cursor position in the first row looks like F3 with modifiers. While
    /// this is true it counts as an answer, also to a query of an earlier program.
    var isAnswerAwaited = false

    /// Whether a paste has begun and not ended.
    var isInPaste: Bool { state == .paste }

    /// The milliseconds without a byte after which to call `flush()`; nil while nothing is pending.
    ///
    /// A pause of two seconds ends a paste: otherwise one whose end mark was lost would
    /// keep the keyboard forever. A slow line makes shorter ones, after which the rest of
    /// the paste must not act as keys. After a byte that would end or stop the program,
    /// the pause is shorter than the repeat time of a held key.
    var silence: Int? {
        switch state {
        case .ground: (late?.rest ?? []).isEmpty ? nil : 50
        case .paste: pasteBuffer.endsWithUrgentKey ? 20 : 2000
        default: 50
        }
    }

    /// Parses bytes, and returns the events that they complete, in order.
    mutating func parse(_ bytes: some Sequence<UInt8>) -> [InputEvent] {
        var events: [InputEvent] = []
        var rest = Array(bytes)[...]
        while let byte = rest.first {
            if isInPaste {
                flushes = 0
                events += pasteBuffer.feed(&rest).map(InputParser.event)
                if pasteBuffer.isAtEnd { reset() }
            } else {
                rest.removeFirst()
                feed(byte, &events)
            }
        }
        return events
    }

    /// Ends what is pending, because no byte has come for a while.
    ///
    /// A lone ESC is the escape key, and `ESC [` is alt with `[`. A longer sequence
    /// was not typed: it is dropped at the fourth flush in a row. If the rest of a
    /// control sequence comes after all, it still isn't typed text. A paste ends
    /// without its mark; control-C and control-Z in it count as keys.
    mutating func flush() -> [InputEvent] {
        var events: [InputEvent] = []
        flushes += 1
        var late: LateSequence?
        switch state {
        case .ground:
            return endLateSequence()
        case .paste:
            events = pasteBuffer.endWithoutMark().map(InputParser.event)
        case .escape:
            for _ in 0..<escapes { events.append(.key(KeyEvent(.escape))) }
            late = LateSequence(start: [])
        case .control where body.isEmpty:
            emit(typed: KeyEvent(.character("[")), &events)
            late = LateSequence(start: [UInt8(ascii: "[")])
        case .shift3 where body.isEmpty:
            emit(typed: KeyEvent(.character("O")), &events)
        case .string(let introducer) where body.isEmpty:
            emit(typed: KeyEvent(.character(Character(Unicode.Scalar(introducer)))), &events)
        default:
            guard flushes >= InputParser.flushLimit else { return [] }
            if state == .control { late = LateSequence(start: [UInt8(ascii: "[")] + body) }
        }
        reset()
        self.late = late
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
        if late != nil { return feedLate(byte, &events) }
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
            guard (0x20...0x7E).contains(byte) else { return reparse(byte, &events) }
            if (0x41...0x45).contains(byte) { emit(coded: KeyEvent(.function(Int(byte) - 0x40)), &events) }
            reset()
        case .oldMouse(let left):
            guard byte >= 0x20 else { return reparse(byte, &events) }
            if left == 1 { reset() } else { state = .oldMouse(left - 1) }
        case .string:
            string(byte, &events)
        case .stringEscape:
            reset()
            if byte == UInt8(ascii: "\\") { return }
            escapes = 1
            afterEscape(byte, &events)
        case .paste:
            break  // `parse` hands a paste on as a whole
        }
    }

    /// Drops what is pending and parses the byte on its own, so that a lost byte costs only one sequence.
    private mutating func reparse(_ byte: UInt8, _ events: inout [InputEvent]) {
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
            if let key = InputParser.key(scalar) { emit(typed: key, &events) } else { reportEscapes(&events) }
            reset()
        case .invalid:
            reportEscapes(&events)
            reset()
        case .broken:
            reportEscapes(&events)
            reparse(byte, &events)
        }
    }

    /// Reports pending ESC bytes as the escape key, because what follows is no key that alt could be held with.
    private mutating func reportEscapes(_ events: inout [InputEvent]) {
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
        case UInt8(ascii: "$") where ControlSequence.isNumberOfKey(body):
            // Elsewhere a final byte follows it, but rxvt ends its keys with it.
            endControl(byte, &events)
        case 0x20...0x3F:
            appendToBody(byte)
        case UInt8(ascii: "[") where body.isEmpty:
            state = .console
        case UInt8(ascii: "M") where body.isEmpty:
            state = .oldMouse(3)
        case 0x40...0x7E:
            endControl(byte, &events)
        default:
            reparse(byte, &events)
        }
    }

    private mutating func shift3(_ byte: UInt8, _ events: inout [InputEvent]) {
        switch byte {
        case 0x30...0x3F:
            appendToBody(byte)
        case 0x20...0x7E:
            if let key = ControlSequence(body: body, final: byte)?.shift3Key { emit(coded: key, &events) }
            reset()
        default:
            reparse(byte, &events)
        }
    }

    private mutating func endControl(_ final: UInt8, _ events: inout [InputEvent]) {
        guard body.count <= InputParser.sequenceLimit, let sequence = ControlSequence(body: body, final: final) else {
            return reset()
        }
        if sequence.isPasteMark {
            reportOuterEscape(&events)
            reset()
            guard sequence.numbers == [200] else { return }
            pasteBuffer = PasteBuffer()
            state = .paste
            return
        }
        if isAnswerAwaited, let place = sequence.cursorPosition {
            reportOuterEscape(&events)
            events.append(.response(place))
            return reset()
        }
        switch sequence.event {
        case nil:
            break
        case .key(let key):
            emit(coded: key, &events)
        case .some(let event):
            reportOuterEscape(&events)
            events.append(event)
        }
        reset()
    }

    private mutating func string(_ byte: UInt8, _ events: inout [InputEvent]) {
        switch byte {
        case 0x07:
            reset()
        case 0x1B:
            state = .stringEscape
        case 0x00..<0x20:
            reparse(byte, &events)
        default:
            appendToBody(byte)
        }
    }

    /// Keeps a byte, up to one more than the limit, which marks the sequence as too long.
    private mutating func appendToBody(_ byte: UInt8) {
        if body.count <= InputParser.sequenceLimit { body.append(byte) }
    }
}

// MARK: - Late rests

/// A control sequence that was given up after a pause, and the bytes since then: its rest, or keys.
private struct LateSequence {
    /// The bytes before the pause, without ESC.
    let start: [UInt8]
    var rest: [UInt8] = []
}

extension InputParser {
    /// Holds back a byte after a pause, until it is clear whether it belongs to the sequence before.
    ///
    /// It does if a known control sequence with parameters comes of it, which nobody types at once.
    private mutating func feedLate(_ byte: UInt8, _ events: inout [InputEvent]) {
        late?.rest.append(byte)
        guard let late else { return }
        let bytes = late.start + late.rest
        switch byte {
        case UInt8(ascii: "[") where bytes.count == 1:
            return
        case 0x20...0x3F where 2...InputParser.sequenceLimit ~= bytes.count:
            return
        case 0x40...0x7E where bytes.count > 2 && isKnown(bytes[1..<(bytes.count - 1)], final: byte):
            self.late = nil
            events += parse([0x1B] + bytes)
        default:
            events += endLateSequence()
        }
    }

    /// Parses what came after a pause on its own.
    private mutating func endLateSequence() -> [InputEvent] {
        let rest = late?.rest ?? []
        late = nil
        return parse(rest)
    }

    private func isKnown(_ body: ArraySlice<UInt8>, final: UInt8) -> Bool {
        guard let sequence = ControlSequence(body: body, final: final) else { return false }
        return sequence.isPasteMark || sequence.event != nil || isAnswerAwaited && sequence.cursorPosition != nil
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

    /// Reports the first of two ESC as the escape key, because the second began no key.
    private mutating func reportOuterEscape(_ events: inout [InputEvent]) {
        if escapes == 2 { events.append(.key(KeyEvent(.escape))) }
        escapes = 0
    }

    /// Adds a key, with alt after one ESC; of two, the first was the escape key.
    private mutating func emit(typed key: KeyEvent, _ events: inout [InputEvent]) {
        var key = key
        if escapes > 0 { key.modifiers.insert(.alt) }
        reportOuterEscape(&events)
        events.append(.key(key))
    }

    /// Adds a key whose sequence began with ESC, so that only a second ESC means alt.
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
