/// Lines of bytes that come in pieces; a pure value.
struct InputLines: Sendable {
    /// The most bytes of a line.
    static let limit = 1 << 16

    enum Line: Hashable, Sendable {
        /// A line without its end.
        case text(String)
        /// A line that breaks a rule, as the end of a sentence.
        case invalid(String)
        /// There is no line left.
        case end
    }

    private var bytes: [UInt8] = []
    private var isAtEnd = false
    /// Whether the rest of a line that was refused is still to come.
    private var isSkipping = false

    mutating func append(_ piece: some Sequence<UInt8>) {
        bytes += piece
    }

    /// Records that nothing more comes; a last line needs no line break.
    mutating func finish() {
        isAtEnd = true
    }

    /// Removes and returns the next line; nil if the rest of it is still to come.
    mutating func next() -> Line? {
        if isSkipping {
            guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else {
                bytes = []
                return isAtEnd ? .end : nil
            }
            bytes.removeSubrange(...end)
            isSkipping = false
        }
        guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else {
            if bytes.count > InputLines.limit {
                isSkipping = true
                return tooLong
            }
            guard isAtEnd else { return nil }
            defer { bytes = [] }
            return bytes.isEmpty ? .end : line(bytes[...])
        }
        defer { bytes.removeSubrange(...end) }
        return line(bytes[..<end])
    }

    private func line(_ bytes: ArraySlice<UInt8>) -> Line {
        let bytes = bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes
        guard bytes.count <= InputLines.limit else { return tooLong }
        guard let text = String(validating: bytes, as: UTF8.self) else { return .invalid("is not UTF-8") }
        return .text(text)
    }

    private var tooLong: Line { .invalid("is longer than \(InputLines.limit) bytes") }
}
