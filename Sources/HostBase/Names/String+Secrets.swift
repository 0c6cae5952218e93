extension String {
    /// The text in place of a secret.
    static let hidden = "•••"

    /// Returns the text with `•••` in place of each secret.
    ///
    /// It also finds a secret that is quoted, escaped as in Swift, JSON or a URL, divided as a recording divides its
    /// lines, or shortened by `line()`. A secret of digits isn't looked for inside longer numbers and words.
    public func hiding(_ secrets: [String]) -> String {
        // The longest first, because one may contain another.
        let forms = Set(secrets.flatMap(\.secretForms)).map { Array($0.utf8) }.sorted { $0.count > $1.count }
        guard !forms.isEmpty else { return self }
        let text = Array(utf8)
        var ends: [Int: Int] = [:]
        for form in forms {
            for start in SecretText.places(of: form, in: text) { ends[start] = ends[start] ?? start + form.count }
        }
        let short = forms.filter { $0.count <= SecretText.longestEscaped }
        let beginnings = Set(short.map { $0[0] } + "\\%+".utf8)
        return replacing(with: String.hidden) { text, start in
            func isWhole(_ form: [UInt8], to end: Int) -> Bool {
                !form.allSatisfy(\.isDigit) || SecretText.isWhole(start..<end, in: text)
            }
            if let end = ends[start], isWhole(Array(text[start..<end]), to: end) { return end }
            guard beginnings.contains(text[start]) else { return nil }
            for form in short {
                if let end = SecretText.end(of: form, at: start, in: text), isWhole(form, to: end) { return end }
            }
            return nil
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
    /// a URL. After a name with a colon or an equals sign and a space, the rest of the line is secret, or of the text
    /// in quotes that it's in. So JSON stays JSON when its strings have been hidden before.
    public var hidingSecrets: String {
        // Most texts have neither a name with a value nor a URL.
        guard utf8.contains(where: { ":=%".utf8.contains($0) }) || contains("--") else { return self }
        var names = NamedSecrets(SecretText.hideUsers(Array(utf8)))
        return String(decoding: names.hidden(), as: UTF8.self)
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

/// The search for known secrets and users of URLs in the bytes of a text.
private enum SecretText {
    static let mark = Array(String.hidden.utf8)

    /// The longest secret in bytes that is looked for in its escaped forms, each of which is compared byte by byte.
    static let longestEscaped = 256

    // MARK: - Known secrets

    /// Returns where a secret begins in a text as it is, in time that grows with the lengths of both alone.
    static func places(of secret: [UInt8], in text: [UInt8]) -> [Int] {
        // The length of the secret's longest beginning that also ends at each of its bytes (Knuth, Morris and Pratt).
        var lengths = [0]
        func extend(_ length: Int, by byte: UInt8) -> Int {
            var length = length
            while length > 0, length == secret.count || secret[length] != byte { length = lengths[length - 1] }
            return secret[length] == byte ? length + 1 : 0
        }
        for byte in secret.dropFirst() { lengths.append(extend(lengths[lengths.count - 1], by: byte)) }
        var places: [Int] = []
        var length = 0
        for (index, byte) in text.enumerated() {
            length = extend(length, by: byte)
            if length == secret.count { places.append(index + 1 - length) }
        }
        return places
    }

    /// Whether bytes are no part of a longer word or number.
    static func isWhole(_ range: Range<Int>, in text: [UInt8]) -> Bool {
        func joins(_ byte: UInt8) -> Bool { byte.isWord && byte != UInt8(ascii: "_") }
        let before = text[..<range.lowerBound]
        // The letters of an escape belong to no word.
        let followsEscape = before.dropLast().last == UInt8(ascii: "\\") || before.dropLast(2).last == UInt8(ascii: "%")
        let isJoined = [followsEscape ? nil : before.last, text[range.upperBound...].first].contains {
            $0.map(joins) ?? false
        }
        return !isJoined
    }

    /// Returns the end of a secret that begins at a place, perhaps escaped; nil if there is none.
    static func end(of secret: [UInt8], at start: Int, in text: [UInt8]) -> Int? {
        var place = start
        var count = 0
        while count < secret.count {
            guard place < text.count else { return nil }
            if let escape = escape(at: place, in: text), secret[count...].starts(with: escape.bytes),
                text[place] != UInt8(ascii: "+") || isInQuery(start, in: text)
            {
                count += escape.bytes.count
                place = escape.end
            } else if text[place] == secret[count] {
                count += 1
                place += 1
            } else if place > start, text[place...].starts(with: "\\\n".utf8) {
                // A recording divides its lines so.
                place += 2
            } else {
                return nil
            }
        }
        return place
    }

    /// Whether a place is in the query of a URL or a form, where `+` stands for a space.
    private static func isInQuery(_ place: Int, in text: [UInt8]) -> Bool {
        let last = text[..<place].suffix(longestEscaped).last { " \n\t\"'<>?&=".utf8.contains($0) }
        return last.map { "?&=".utf8.contains($0) } ?? false
    }

    /// Returns the bytes for which an escape of Swift, JSON or a URL stands, and its end.
    private static func escape(at start: Int, in text: [UInt8]) -> (bytes: [UInt8], end: Int)? {
        func number(from start: Int, _ count: Int) -> (value: UInt32, end: Int)? {
            let digits = text.dropFirst(start).prefix(count).prefix { Character(Unicode.Scalar($0)).isHexDigit }
            return UInt32(String(decoding: digits, as: UTF8.self), radix: 16).map { ($0, digits.endIndex) }
        }
        func bytes(_ value: UInt32, _ end: Int) -> ([UInt8], Int)? {
            Unicode.Scalar(value).map { (Array(String($0).utf8), end) }
        }
        switch text[start] {
        case UInt8(ascii: "+"): return ([0x20], start + 1)
        case UInt8(ascii: "%"): return number(from: start + 1, 2).map { ([UInt8($0.value)], $0.end) }
        case UInt8(ascii: "\\"):
            guard let letter = text.dropFirst(start + 1).first else { return nil }
            if letter == UInt8(ascii: "u") {
                if text.dropFirst(start + 2).first == UInt8(ascii: "{") {
                    guard let code = number(from: start + 3, 8), text.dropFirst(code.end).first == UInt8(ascii: "}")
                    else { return nil }
                    return bytes(code.value, code.end + 1)
                }
                guard let code = number(from: start + 2, 4) else { return nil }
                // JSON writes a character beyond the first plane as two numbers.
                if code.value >> 10 == 0x36, text[code.end...].starts(with: "\\u".utf8),
                    let low = number(from: code.end + 2, 4), low.value >> 10 == 0x37
                {
                    return bytes(0x1_0000 + (code.value & 0x3FF) << 10 + low.value & 0x3FF, low.end)
                }
                return bytes(code.value, code.end)
            }
            let bytes = zip("nrt0bf\"'\\/".utf8, "\n\r\t\0\u{8}\u{C}\"'\\/".utf8)
            return bytes.first { $0.0 == letter }.map { ([$0.1], start + 2) }
        default: return nil
        }
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
}

extension UInt8 {
    /// Whether the byte is part of a word: of ASCII, or of any character beyond it.
    package var isWord: Bool {
        isDigit || (0x41...0x5A).contains(self & 0xDF) || self == 0x5F || self >= 0x80
    }

    var isDigit: Bool { (0x30...0x39).contains(self) }
}
