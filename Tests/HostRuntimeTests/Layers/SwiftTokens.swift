/// The words and signs of a Swift source, without its comments and the text of its string literals.
///
/// Code that is interpolated into a literal is kept. This is no parser: it knows
/// just enough of the grammar to tell code from text.
struct SwiftTokens {
    struct Token: Hashable {
        /// A word, or one sign.
        let text: String
        /// Whether a dot stands directly before it.
        let isMember: Bool

        var isWord: Bool {
            guard let first = text.utf8.first else { return false }
            return SwiftTokens.isWordByte(first)
        }
    }

    private(set) var tokens: [Token] = []
    private var bytes: ArraySlice<UInt8>

    init(_ source: String) {
        bytes = Array(source.utf8)[...]
        scan(until: nil)
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...: true
        default: false
        }
    }

    /// Scans code up to the parenthesis that closes an interpolation, or to the end.
    private mutating func scan(until end: UInt8?) {
        var depth = 0
        var followsDot = false
        while let byte = bytes.first {
            if starts(with: "//") {
                skip { $0 != UInt8(ascii: "\n") }
            } else if starts(with: "/*") {
                skipComment()
            } else if byte == UInt8(ascii: "\"") || starts(with: "#\"") {
                skipLiteral()
            } else if byte == UInt8(ascii: "`") {
                bytes.removeFirst()
                // A raw identifier is one word, whatever it says.
                let word = bytes.prefix { $0 != UInt8(ascii: "`") }
                bytes = bytes[word.endIndex...].dropFirst()
                tokens.append(Token(text: String(decoding: word, as: UTF8.self), isMember: followsDot))
                followsDot = false
            } else if SwiftTokens.isWordByte(byte) {
                let word = bytes.prefix { SwiftTokens.isWordByte($0) }
                bytes = bytes[word.endIndex...]
                // After the module's name stands a declaration at file scope.
                let isMember = followsDot && tokens.last?.text != "HostRuntime"
                tokens.append(Token(text: String(decoding: word, as: UTF8.self), isMember: isMember))
                followsDot = false
            } else {
                if byte == UInt8(ascii: "(") { depth += 1 }
                if byte == UInt8(ascii: ")"), let end, byte == end {
                    if depth == 0 { return }
                    depth -= 1
                }
                bytes.removeFirst()
                if byte == UInt8(ascii: ".") {
                    followsDot = true
                } else if byte > UInt8(ascii: " ") {
                    followsDot = false
                }
                if byte > UInt8(ascii: " "), byte != UInt8(ascii: ".") {
                    tokens.append(Token(text: String(UnicodeScalar(byte)), isMember: false))
                }
            }
        }
    }

    private func starts(with text: StaticString) -> Bool {
        text.withUTF8Buffer { bytes.starts(with: $0) }
    }

    private mutating func skip(while condition: (UInt8) -> Bool) {
        bytes = bytes.drop(while: condition)
    }

    private mutating func skipComment() {
        var depth = 0
        while !bytes.isEmpty {
            if starts(with: "/*") {
                depth += 1
                bytes = bytes.dropFirst(2)
            } else if starts(with: "*/") {
                depth -= 1
                bytes = bytes.dropFirst(2)
                if depth == 0 { return }
            } else {
                bytes.removeFirst()
            }
        }
    }

    private mutating func skipLiteral() {
        let pounds = bytes.prefix { $0 == UInt8(ascii: "#") }.count
        bytes = bytes.dropFirst(pounds)
        let quotes = starts(with: "\"\"\"") ? 3 : 1
        bytes = bytes.dropFirst(quotes)
        let end =
            Array(repeating: UInt8(ascii: "\""), count: quotes) + Array(repeating: UInt8(ascii: "#"), count: pounds)
        let escape = [UInt8(ascii: "\\")] + Array(repeating: UInt8(ascii: "#"), count: pounds)
        while !bytes.isEmpty, !bytes.starts(with: end) {
            guard bytes.starts(with: escape) else {
                bytes.removeFirst()
                continue
            }
            bytes = bytes.dropFirst(escape.count)
            if bytes.first == UInt8(ascii: "(") {
                bytes.removeFirst()
                scan(until: UInt8(ascii: ")"))
            }
            bytes = bytes.dropFirst()
        }
        bytes = bytes.dropFirst(end.count)
    }
}
