/// Collects pasted text up to its end mark, in bounded memory.
///
/// At the limit the text is returned, and the rest up to the mark is dropped,
/// because it must not act as keys. Control-C and control-Z in that rest are keys
/// all the same, so that the program can still be ended or stopped.
struct PasteBuffer: Hashable, Sendable {
    /// The maximum number of bytes of one paste; a longer one is cut between two scalars.
    static let limit = 1 << 20

    /// A part of a paste.
    enum Piece: Hashable, Sendable {
        /// Pasted text.
        case text(String)
        /// Control-C.
        case interrupt
        /// Control-Z.
        case stop
    }

    /// The keys that end and stop the program, as a byte and in the kitty protocol's form.
    private static let urgentKeys: [(bytes: [UInt8], piece: Piece)] = [
        ([0x03], .interrupt), ([0x1A], .stop),
        (Array("\u{1B}[99;5u".utf8), .interrupt), (Array("\u{1B}[122;5u".utf8), .stop),
    ]

    private static let mark = Array("\u{1B}[201~".utf8)
    private static let sequences = [mark] + urgentKeys.map { $0.bytes }

    /// The text; empty once the buffer is full.
    private var bytes: [UInt8] = []
    /// The bytes from the last ESC on, as long as they may become the mark or a key.
    private var pending: [UInt8] = []
    private var isFull = false

    /// Whether the paste has ended.
    private(set) var isAtEnd = false

    /// Whether the last bytes would end or stop the program if they were typed.
    var endsWithUrgentKey: Bool {
        pending.isEmpty && PasteBuffer.urgentKeys.contains { bytes.suffix($0.bytes.count).elementsEqual($0.bytes) }
    }

    /// Adds bytes up to the paste's end, and returns the parts that they complete; leaves what follows the mark.
    mutating func feed(_ input: inout ArraySlice<UInt8>) -> [Piece] {
        var pieces: [Piece] = []
        while !isAtEnd, let byte = input.first {
            if pending.isEmpty {
                // Most of a paste is plain text, which is kept or dropped as a whole.
                let text = input.prefix { !PasteBuffer.isSpecial($0) }
                append(text, &pieces)
                input = input[text.endIndex...]
                guard let special = input.popFirst() else { break }
                pending = [special]
            } else if PasteBuffer.isSpecial(byte) {
                append(pending, &pieces)
                pending = []
                continue
            } else {
                pending.append(byte)
                input.removeFirst()
            }
            resolvePending(&pieces)
        }
        return pieces
    }

    /// Ends the paste without its mark, and returns its text and the keys in it that end or stop the program.
    mutating func endWithoutMark() -> [Piece] {
        isAtEnd = true
        guard !isFull else { return [] }
        var pieces: [Piece] = []
        var text: [UInt8] = []
        var rest = (bytes + pending)[...]
        func endText() {
            if !text.isEmpty { pieces.append(.text(String(decoding: text, as: UTF8.self))) }
            text = []
        }
        while let index = rest.firstIndex(where: PasteBuffer.isSpecial) {
            text += rest[..<index]
            rest = rest[index...]
            if let key = PasteBuffer.urgentKeys.first(where: { rest.starts(with: $0.bytes) }) {
                endText()
                pieces.append(key.piece)
                rest = rest.dropFirst(key.bytes.count)
            } else {
                text.append(rest.removeFirst())
            }
        }
        text += rest
        endText()
        return pieces
    }

    /// Whether a byte begins the mark or a key.
    private static func isSpecial(_ byte: UInt8) -> Bool {
        byte == 0x1B || byte == 0x03 || byte == 0x1A
    }

    /// Ends the paste at its mark, and reports a key in the dropped rest; keeps anything else as text.
    private mutating func resolvePending(_ pieces: inout [Piece]) {
        if pending == PasteBuffer.mark {
            isAtEnd = true
            if !isFull { pieces.append(.text(String(decoding: bytes, as: UTF8.self))) }
        } else if isFull, let key = PasteBuffer.urgentKeys.first(where: { $0.bytes == pending }) {
            pieces.append(key.piece)
            pending = []
        } else if !PasteBuffer.sequences.contains(where: { $0.count > pending.count && $0.starts(with: pending) }) {
            append(pending, &pieces)
            pending = []
        }
    }

    /// Keeps text; at the limit, returns it once.
    private mutating func append(_ text: some Collection<UInt8>, _ pieces: inout [Piece]) {
        guard !isFull else { return }
        let room = PasteBuffer.limit - bytes.count
        bytes += text.prefix(room)
        guard let next = text.dropFirst(room).first else { return }
        isFull = true
        if UTF8.isContinuation(next) {
            while let last = bytes.popLast(), UTF8.isContinuation(last) {}
        }
        pieces.append(.text(String(decoding: bytes, as: UTF8.self)))
        bytes = []
    }
}
