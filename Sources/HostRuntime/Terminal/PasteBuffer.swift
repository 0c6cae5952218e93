/// Collects pasted text up to its end mark, in bounded memory.
struct PasteBuffer: Hashable, Sendable {
    /// The most bytes of one paste that are kept; what is longer is cut between two scalars.
    static let limit = 1 << 20

    private static let mark = Array("\u{1B}[201~".utf8)
    private var bytes: [UInt8] = []
    private var matched = 0
    private var isFull = false

    /// Takes the next byte; returns the whole text when it was the last byte of the end mark.
    mutating func feed(_ byte: UInt8) -> String? {
        if byte == PasteBuffer.mark[matched] {
            matched += 1
            guard matched == PasteBuffer.mark.count else { return nil }
            let text = String(decoding: bytes, as: UTF8.self)
            self = PasteBuffer()
            return text
        }
        // Only the mark's first byte can begin it, so what matched until here is text.
        for byte in PasteBuffer.mark.prefix(matched) { keep(byte) }
        matched = byte == PasteBuffer.mark[0] ? 1 : 0
        if matched == 0 { keep(byte) }
        return nil
    }

    private mutating func keep(_ byte: UInt8) {
        guard !isFull else { return }
        guard bytes.count == PasteBuffer.limit else { return bytes.append(byte) }
        isFull = true
        guard byte & 0xC0 == 0x80 else { return }
        while let last = bytes.popLast(), last & 0xC0 == 0x80 {}
    }
}
