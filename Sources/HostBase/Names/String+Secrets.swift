extension String {
    /// The text in place of a secret.
    static let hidden = "•••"

    /// Returns the text with `•••` in place of each secret.
    ///
    /// It also finds a secret that is quoted, escaped as in Swift, JSON or a URL, divided by
    /// line breaks, or shortened by `line()`.
    public func hiding(_ secrets: [String]) -> String {
        // The longest first, because one may contain another.
        let forms = Set(secrets.flatMap(\.secretForms)).map { Array($0.utf8) }.sorted { $0.count > $1.count }
        guard !forms.isEmpty else { return self }
        let beginnings = Set(forms.map { $0[0] } + "\\%+".utf8)
        return replacing(with: String.hidden) { text, start in
            guard beginnings.contains(text[start]) else { return nil }
            return forms.lazy.compactMap { SecretText.end(of: $0, at: start, in: text) }.first
        }
    }

    /// The forms of the text in messages: as it is, and as one line without a stop at its end.
    private var secretForms: [String] {
        let line = line()
        var tidy = line[...]
        while tidy.last?.isWhitespace ?? false || tidy.last == "." { tidy.removeLast() }
        return [self, line, String(tidy)].filter { !$0.isEmpty }
    }

    /// The text with `•••` in place of what it says is secret.
    ///
    /// That's what follows a name such as `password` in a sentence, a command line, JSON or a query, and the user of
    /// a URL. After a name with a colon or an equals sign and a space, the rest of the line is secret.
    public var hidingSecrets: String {
        // Most texts have neither a name with a value nor a URL.
        guard utf8.contains(where: { ":=".utf8.contains($0) }) || contains("--") else { return self }
        return String(decoding: SecretText.hideNamedValues(SecretText.hideUsers(Array(utf8))), as: UTF8.self)
    }

    /// Returns the text with another one in each place for which `end` returns where it ends.
    package func replacing(with other: String, _ end: (_ text: [UInt8], _ start: Int) -> Int?) -> String {
        let text = Array(utf8)
        var result: [UInt8] = []
        var index = 0
        while index < text.count {
            if let end = end(text, index) {
                result += other.utf8
                index = end
            } else {
                result.append(text[index])
                index += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}

/// The search for secrets in the bytes of a text.
private enum SecretText {
    private static let mark = Array(String.hidden.utf8)

    // MARK: - Known secrets

    /// Returns the end of a secret that begins at a place; nil if there is none.
    static func end(of secret: [UInt8], at start: Int, in text: [UInt8]) -> Int? {
        if text[start...].starts(with: secret) { return start + secret.count }
        var place = start
        var rest = secret[...]
        while let byte = rest.first {
            guard place < text.count else { return nil }
            if let escape = escape(at: place, in: text), rest.starts(with: escape.bytes) {
                rest = rest.dropFirst(escape.bytes.count)
                place = escape.end
            } else if text[place] == byte {
                rest = rest.dropFirst()
                place += 1
            } else if place > start, let end = endOfBreak(at: place, in: text) {
                place = end
            } else {
                return nil
            }
        }
        return place
    }

    /// Returns the bytes for which an escape of Swift, JSON or a URL stands, and its end.
    private static func escape(at start: Int, in text: [UInt8]) -> (bytes: [UInt8], end: Int)? {
        func scalar(from start: Int, _ count: Int) -> Unicode.Scalar? {
            let digits = text.dropFirst(start).prefix(count).prefix { Character(Unicode.Scalar($0)).isHexDigit }
            return UInt32(String(decoding: digits, as: UTF8.self), radix: 16).flatMap(Unicode.Scalar.init)
        }
        switch text[start] {
        case UInt8(ascii: "+"): return ([0x20], start + 1)
        case UInt8(ascii: "%"): return scalar(from: start + 1, 2).map { ([UInt8($0.value)], start + 3) }
        case UInt8(ascii: "\\"):
            guard let letter = text.dropFirst(start + 1).first else { return nil }
            if letter == UInt8(ascii: "u") {
                let isSwift = text.dropFirst(start + 2).first == UInt8(ascii: "{")
                guard let scalar = scalar(from: start + (isSwift ? 3 : 2), isSwift ? 8 : 4) else { return nil }
                let end = isSwift ? text[start...].firstIndex(of: UInt8(ascii: "}")).map { $0 + 1 } : start + 6
                return end.map { (Array(String(scalar).utf8), $0) }
            }
            let bytes = zip("nrt0bf\"'\\/".utf8, "\n\r\t\0\u{8}\u{C}\"'\\/".utf8)
            return bytes.first { $0.0 == letter }.map { ([$0.1], start + 2) }
        default: return nil
        }
    }

    /// Returns the end of a line break, which a recording has after a backslash.
    private static func endOfBreak(at start: Int, in text: [UInt8]) -> Int? {
        let place = text[start] == UInt8(ascii: "\\") ? start + 1 : start
        return place < text.count && text[place] == UInt8(ascii: "\n") ? place + 1 : nil
    }

    // MARK: - Users of URLs

    /// Hides what a URL has before its host: a name and a password, or a token.
    static func hideUsers(_ text: [UInt8]) -> [UInt8] {
        var shown: [UInt8] = []
        var name = 0
        for byte in text {
            if byte == UInt8(ascii: "@"), name < shown.count, shown[..<name].suffix(3).elementsEqual("://".utf8) {
                shown.replaceSubrange(name..., with: mark)
            }
            shown.append(byte)
            if "/?# \"'<>\n\t".utf8.contains(byte) { name = shown.count }
        }
        return shown
    }

    // MARK: - Values by name

    /// The names of a URL's values that are secret there, and nowhere else.
    private static let queryNames: Set<String> = ["auth", "code", "key", "session", "sid", "sig", "signature"]

    /// The longest list or object in bytes that is looked for to its end.
    private static let longestList = 1 << 12

    /// Hides each `NAME=VALUE`, `NAME: VALUE`, `"NAME": VALUE` and `--NAME VALUE` whose name says that it's secret.
    static func hideNamedValues(_ text: [UInt8]) -> [UInt8] {
        var shown: [UInt8] = []
        var index = 0
        while index < text.count {
            shown.append(text[index])
            index += 1
            guard isSecretName(before: index - 1, in: text) else { continue }
            let start = text[index...].firstIndex { $0 != 0x20 } ?? text.count
            let end = endOfValue(from: start, after: index - 1, in: text)
            shown += text[index..<start]
            index = end
            guard end > start else { continue }
            let quote = text[start..<start + 1].filter("\"'".utf8.contains)
            shown += quote + mark + (end - start > 1 && text[end - 1] == quote.first ? quote : [])
        }
        return shown
    }

    /// Whether the byte at a place separates a name that says that it's secret from its value.
    private static func isSecretName(before place: Int, in text: [UInt8]) -> Bool {
        let isOption = text[place] == 0x20
        guard isOption || ":=".utf8.contains(text[place]) else { return false }
        var end = place
        if !isOption { while end > 0, " \"'\\".utf8.contains(text[end - 1]) { end -= 1 } }
        var start = end
        while start > 0, end - start < 80, text[start - 1].isWord || "-.".utf8.contains(text[start - 1]) { start -= 1 }
        guard start < end, !isOption || text[start..<end].starts(with: "--".utf8) else { return false }
        let name = String(decoding: text[start..<end], as: UTF8.self)
        if SecretName.isSecret(name) { return true }
        let isInQuery = start > 0 && "?&".utf8.contains(text[start - 1])
        return !isOption && (isInQuery ? queryNames : ["authorization"]).contains(name.lowercased())
    }

    /// Returns the end of a value: of a list or an object, of what is in quotes, or of a text without any.
    private static func endOfValue(from start: Int, after mark: Int, in text: [UInt8]) -> Int {
        let rest = text[start...]
        guard let first = rest.first else { return start }
        if "{[".utf8.contains(first) {
            var depth = 0
            for index in rest.indices.prefix(longestList) {
                depth += "{[".utf8.contains(text[index]) ? 1 : "}]".utf8.contains(text[index]) ? -1 : 0
                if depth == 0 { return index + 1 }
            }
        }
        let endOfLine = rest.firstIndex(of: UInt8(ascii: "\n")) ?? text.count
        // In a text that is itself in quotes, quotes follow a backslash.
        let open = first == UInt8(ascii: "\\") ? start + 1 : start
        if open < text.count, "\"'".utf8.contains(text[open]) {
            var index = open + 1
            while index < text.count, text[index] != text[open], text[index] != UInt8(ascii: "\n") {
                // An escaped quote belongs to the value, and so does the line behind a backslash.
                index += open == start && text[index] == UInt8(ascii: "\\") ? 2 : 1
            }
            return min(index < text.count && text[index] == text[open] ? index + 1 : index, text.count)
        }
        // As in a sentence, where a value may have several words.
        let isQuoted = text[..<mark].last { $0 != 0x20 }.map("\"'".utf8.contains) ?? false
        let isSpaced = start > mark + 1 && text[mark] != 0x20 && !isQuoted
        if isSpaced || "{[".utf8.contains(first) { return endOfLine }
        return rest.firstIndex { " ,;&)]}\"'\n".utf8.contains($0) } ?? text.count
    }
}

extension UInt8 {
    /// Whether the byte is part of a word: of ASCII, or of any character beyond it.
    package var isWord: Bool {
        (0x30...0x39).contains(self) || (0x41...0x5A).contains(self & 0xDF) || self == 0x5F || self >= 0x80
    }
}
