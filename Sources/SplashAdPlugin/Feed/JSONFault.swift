/// Where a text stops being JSON, for whoever has to mend it; nil where no fault is found.
///
/// `JSONDecoder` says only that there is one. A text that it refuses for what a
/// value means, such as a number that is too large, has no fault here. Nesting
/// is bounded by who asks.
struct JSONFault: Hashable, Sendable, CustomStringConvertible {
    /// The line and the column of the first byte that does not belong, counted from 1; a column is a character.
    let line: Int
    let column: Int

    /// What would have belonged there: "a comma or ']'".
    let expected: String

    var description: String { "at line \(line), column \(column), where \(expected) should be" }

    init?(in bytes: [UInt8]) {
        var scanner = Scanner(bytes)
        guard let expected = scanner.scan() else { return nil }
        self.expected = expected
        let before = bytes[..<min(scanner.index, bytes.count)]
        line = before.count { $0 == UInt8(ascii: "\n") } + 1
        // Bytes that go on with a character begin no column.
        let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        column = before[start...].count { $0 & 0xC0 != 0x80 } + 1
    }

    /// Goes over a text until something does not belong.
    private struct Scanner {
        private let bytes: [UInt8]
        private(set) var index = 0

        init(_ bytes: [UInt8]) {
            self.bytes = bytes
            if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
        }

        private var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

        /// Goes over the whole, and returns what should be where it stops; nil at the end.
        mutating func scan() -> String? {
            if let expected = value() { return expected }
            skipSpace()
            return byte == nil ? nil : "the end"
        }

        private mutating func skipSpace() {
            while let byte, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { index += 1 }
        }

        private mutating func skip(_ character: Unicode.Scalar) -> Bool {
            guard byte == UInt8(ascii: character) else { return false }
            index += 1
            return true
        }

        private mutating func value() -> String? {
            skipSpace()
            switch byte {
            case UInt8(ascii: "{"): return list(closing: "}") { $0.member() }
            case UInt8(ascii: "["): return list(closing: "]") { $0.value() }
            case UInt8(ascii: "\""): return string()
            case let byte? where byte == UInt8(ascii: "-") || Scanner.isDigit(byte): return number()
            default:
                for word in ["true", "false", "null"] where bytes[index...].starts(with: word.utf8) {
                    index += word.utf8.count
                    return nil
                }
                return "a value"
            }
        }

        /// Goes over what is in brackets; a comma before the closing one is taken, as the decoder takes it.
        private mutating func list(
            closing: Unicode.Scalar,
            item: (inout Scanner) -> String?
        ) -> String? {
            index += 1
            while true {
                skipSpace()
                if skip(closing) { return nil }
                if let expected = item(&self) { return expected }
                skipSpace()
                if skip(closing) { return nil }
                guard skip(",") else { return "a comma or '\(closing)'" }
            }
        }

        private mutating func member() -> String? {
            guard byte == UInt8(ascii: "\"") else { return "a name in double quotes" }
            if let expected = string() { return expected }
            skipSpace()
            return skip(":") ? value() : "a colon"
        }

        private mutating func string() -> String? {
            index += 1
            while let byte {
                switch byte {
                case UInt8(ascii: "\""):
                    index += 1
                    return nil
                case UInt8(ascii: "\\"):
                    index += 1
                    guard let escape = self.byte, "\"\\/bfnrtu".utf8.contains(escape) else {
                        return "one of \" \\ / b f n r t u after a backslash"
                    }
                case ..<0x20: return "the rest of a text, or its closing quote,"
                default: break
                }
                index += 1
            }
            return "the closing quote of a text"
        }

        private mutating func number() -> String? {
            while let byte, Scanner.isDigit(byte) || "+-.eE".utf8.contains(byte) { index += 1 }
            return nil
        }

        private static func isDigit(_ byte: UInt8) -> Bool {
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
    }
}
