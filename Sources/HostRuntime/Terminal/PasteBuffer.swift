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

    private static let longestKey = 8
    /// The number of bytes of the dropped rest that are kept, more than a key has so that they seldom move.
    private static let restLimit = 256

    private static let mark = Array("\u{1B}[201~".utf8)
    /// The text, or in a full buffer the last bytes, which may be a part of a key.
    private var bytes: [UInt8] = []
    private var matched = 0
    private var isFull = false

    /// Whether the paste has ended.
    private(set) var isAtEnd = false

    /// Whether the last bytes would end or stop the program if they were typed.
    var endsWithUrgentKey: Bool { PasteBuffer.urgentKeys.contains { bytes.ends(with: $0.bytes) } }

    /// Adds the next byte, and returns the part that it completes.
    mutating func feed(_ byte: UInt8) -> Piece? {
        if byte == PasteBuffer.mark[matched] {
            matched += 1
            guard matched == PasteBuffer.mark.count else { return nil }
            isAtEnd = true
            return isFull ? nil : .text(String(decoding: bytes, as: UTF8.self))
        }
        // The mark's first byte occurs once in it, so the bytes that matched until here are text.
        var piece: Piece?
        for byte in PasteBuffer.mark.prefix(matched) { piece = append(byte) ?? piece }
        matched = byte == PasteBuffer.mark[0] ? 1 : 0
        if matched == 0 { piece = append(byte) ?? piece }
        return piece
    }

    /// Ends the paste without its mark, and returns its text and the keys in it that end or stop the program.
    mutating func endWithoutMark() -> [Piece] {
        isAtEnd = true
        guard !isFull else { return [] }
        var pieces: [Piece] = []
        var text: [UInt8] = []
        var rest = (bytes + PasteBuffer.mark.prefix(matched))[...]
        func endText() {
            if !text.isEmpty { pieces.append(.text(String(decoding: text, as: UTF8.self))) }
            text = []
        }
        while let byte = rest.first {
            if let key = PasteBuffer.urgentKeys.first(where: { rest.starts(with: $0.bytes) }) {
                endText()
                pieces.append(key.piece)
                rest = rest.dropFirst(key.bytes.count)
            } else {
                text.append(byte)
                rest = rest.dropFirst()
            }
        }
        endText()
        return pieces
    }

    /// Keeps a byte; at the limit, returns the text once.
    private mutating func append(_ byte: UInt8) -> Piece? {
        if isFull { return appendToRest(byte) }
        guard bytes.count == PasteBuffer.limit else {
            bytes.append(byte)
            return nil
        }
        isFull = true
        if byte & 0xC0 == 0x80 {
            while let last = bytes.popLast(), last & 0xC0 == 0x80 {}
        }
        defer { bytes = [byte] }
        return .text(String(decoding: bytes, as: UTF8.self))
    }

    /// Looks for keys in what is dropped.
    private mutating func appendToRest(_ byte: UInt8) -> Piece? {
        if bytes.count == PasteBuffer.restLimit { bytes.removeFirst(PasteBuffer.restLimit - PasteBuffer.longestKey) }
        bytes.append(byte)
        guard let key = PasteBuffer.urgentKeys.first(where: { bytes.ends(with: $0.bytes) }) else { return nil }
        bytes = []
        return key.piece
    }
}

extension Array where Element == UInt8 {
    fileprivate func ends(with end: [UInt8]) -> Bool { suffix(end.count).elementsEqual(end) }
}
