/// The search for values whose names say that they're secret, in the bytes of a text.
///
/// Each byte of a value is looked at once, however many names there are.
struct NamedSecrets {
    /// The names of a URL's values that are secret there, and nowhere else.
    private static let queryNames: Set<String> = ["auth", "code", "key", "session", "sid", "sig", "signature"]

    /// The names that sentences have for other things as well, such as the token of a language.
    private static let words: Set<String> = ["pass", "token", "tokens"]

    /// The words before a credential in a header.
    private static let schemes = ["basic ", "bearer ", "digest ", "token "].map { Array($0.utf8) }

    private static let mark = Array(String.hidden.utf8)

    /// The longest list or object in bytes that is hidden to its end.
    private static let longestList = 1 << 12

    private let text: [UInt8]

    /// Which bytes are in quotes, and where each list and object ends.
    private lazy var structure = TextStructure(text)

    init(_ text: [UInt8]) {
        self.text = text
    }

    /// Returns the text with a mark for each value in `NAME=VALUE`, `NAME: VALUE`, `"NAME": VALUE` and `--NAME VALUE`.
    mutating func hidden() -> [UInt8] {
        var shown: [UInt8] = []
        var index = 0
        while index < text.count {
            shown.append(text[index])
            index += 1
            guard let name = secretName(before: index - 1) else { continue }
            var start = index
            // Also `:=`, `==` and `=>`.
            while start < text.count, text[index - 1] != 0x20, "=>".utf8.contains(text[start]) { start += 1 }
            while start < text.count, text[start] == 0x20 { start += 1 }
            let end = endOfValue(from: start, after: index - 1, name)
            shown += text[index..<start]
            index = end
            guard end > start else { continue }
            let quote = quote(at: start)
            let isClosed = end - start >= 2 * quote.count && text[..<end].suffix(quote.count) == quote
            shown += quote + NamedSecrets.mark + (isClosed ? quote : [])
        }
        return shown
    }

    /// Returns the name in small letters before the byte at a place, if that separates a secret's name from its value.
    private func secretName(before place: Int) -> String? {
        let byte = text[place]
        let isOption = byte == 0x20
        // In a query that is a value itself, `%3D` is the equals sign.
        let isEscaped = "Dd".utf8.contains(byte) && text[..<place].suffix(2).elementsEqual("%3".utf8)
        guard isOption || isEscaped || ":=".utf8.contains(byte) else { return nil }
        var end = isEscaped ? place - 2 : place
        if !isOption { while end > 0, " \"'\\".utf8.contains(text[end - 1]) { end -= 1 } }
        var start = end
        while start > 0, end - start < 80, text[start - 1].isWord || "-.".utf8.contains(text[start - 1]) { start -= 1 }
        if isEscaped, start > 0, text[start - 1] == UInt8(ascii: "%") { start += 2 }
        guard start < end, !isOption || text[start..<end].starts(with: "--".utf8) else { return nil }
        let name = String(decoding: text[start..<end], as: UTF8.self)
        if SecretName.isSecret(name) { return name.lowercased() }
        let isInQuery = start > 0 && "?&".utf8.contains(text[start - 1])
        let isSecret =
            !isOption && (isInQuery ? NamedSecrets.queryNames : ["authorization"]).contains(name.lowercased())
        return isSecret ? name.lowercased() : nil
    }

    /// The quote that begins at a place, with the backslashes before it; empty if there is none.
    private func quote(at start: Int) -> ArraySlice<UInt8> {
        let end = text[start...].firstIndex { $0 != UInt8(ascii: "\\") } ?? text.count
        return end < text.count && "\"'".utf8.contains(text[end]) ? text[start...end] : []
    }

    /// Returns the end of a value: of a list or an object, of what is in quotes, or of a text without any.
    private mutating func endOfValue(from start: Int, after mark: Int, _ name: String) -> Int {
        guard start < text.count else { return start }
        if let end = structure.ends[start], end - start <= NamedSecrets.longestList { return end }
        if let quote = quote(at: start).last {
            let open = start + self.quote(at: start).count
            let level = TextStructure.level(ofQuoteAfter: open - 1 - start)
            let isEnd = open == text.count || " ,;:)]}\\\n".utf8.contains(text[open])
            // The quotes that the name is in end before there is a value.
            if structure.isInQuotes[start], quote == UInt8(ascii: "\""), level == 0, isEnd { return start }
            return end(from: open) { $0 == quote && $1 <= level ? ($1 == level ? .after : .before) : nil }
        }
        let nameQuote = text[..<mark].last { $0 != 0x20 }.flatMap { "\"'".utf8.contains($0) ? $0 : nil }
        let isSpaced = text[start - 1] == 0x20 && text[mark] != 0x20
        let scheme = NamedSecrets.schemes.first { scheme in
            text[start...].prefix(scheme.count).map { $0 | 0x20 } == scheme
        }
        let credential = start + (scheme?.count ?? 0)
        guard isSpaced, nameQuote == nil else {
            let end = end(from: credential) { byte, _ in " ,;&)]}\"'".utf8.contains(byte) ? .before : nil }
            // In a sentence, a name in such quotes is what the sentence is about.
            return isSpaced && nameQuote == UInt8(ascii: "'") && isPlain(start..<end) ? start : end
        }
        // As in a sentence, where a value may have several words.
        let isWord = text[mark] == UInt8(ascii: ":") && NamedSecrets.words.contains(name)
        guard isWord, !"{[".utf8.contains(text[start]) else { return end(from: start) { _, _ in nil } }
        let end = end(from: credential) { byte, _ in byte == 0x20 ? .before : nil }
        let isLast = end == self.end(from: end) { byte, _ in byte == 0x20 ? nil : .before }
        return scheme == nil && !isLast && isPlain(start..<end) ? start : end
    }

    /// Whether bytes are a word without digits, or a number, with punctuation around it.
    private func isPlain(_ range: Range<Int>) -> Bool {
        let word = text[range].drop { !$0.isWord }
        let trimmed = word.prefix((word.lastIndex(where: \.isWord) ?? word.startIndex - 1) + 1 - word.startIndex)
        return trimmed.allSatisfy { $0.isWord && !$0.isDigit } || text[range].allSatisfy { !$0.isWord || $0.isDigit }
    }

    /// Returns the first end from a place: where `stop` says, at the end of the line, or of the quotes around it.
    ///
    /// `stop` also gets the level of a quote. A line that ends in a backslash continues on the next one.
    private mutating func end(from start: Int, _ stop: (_ byte: UInt8, _ level: Int) -> Stop?) -> Int {
        let isInQuotes = start < text.count && structure.isInQuotes[start]
        var backslashes = 0
        for index in start..<text.count {
            let byte = text[index]
            let level = TextStructure.level(ofQuoteAfter: backslashes)
            if byte == UInt8(ascii: "\n"), level == 0 { return index }
            if let stop = stop(byte, level) {
                let isQuote = "\"'".utf8.contains(byte)
                return stop == .after ? index + 1 : index - (isQuote ? min(backslashes, 1 << level - 1) : 0)
            }
            if byte == UInt8(ascii: "\""), level == 0, isInQuotes { return index }
            backslashes = byte == UInt8(ascii: "\\") ? backslashes + 1 : 0
        }
        return text.count
    }

    private enum Stop {
        case before, after
    }
}

/// The quotes and the brackets of a text.
private struct TextStructure {
    /// Whether each byte is in double quotes, which end with their line; the closing one is, too.
    private(set) var isInQuotes: [Bool] = []

    /// The end of each list and object that is closed, in quotes or not, by its place.
    private(set) var ends: [Int: Int] = [:]

    init(_ text: [UInt8]) {
        isInQuotes.reserveCapacity(text.count)
        // Within quotes, brackets belong to one another.
        var opened: (outside: [Int], inside: [Int]) = ([], [])
        var isInside = false
        var backslashes = 0
        for (index, byte) in text.enumerated() {
            isInQuotes.append(isInside)
            switch byte {
            case UInt8(ascii: "\"") where TextStructure.level(ofQuoteAfter: backslashes) == 0:
                isInside.toggle()
                opened.inside = []
            case UInt8(ascii: "\n") where backslashes.isMultiple(of: 2):
                isInside = false
                opened.inside = []
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                if isInside { opened.inside.append(index) } else { opened.outside.append(index) }
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                let start = isInside ? opened.inside.popLast() : opened.outside.popLast()
                if let start { ends[start] = index + 1 }
            default: break
            }
            backslashes = byte == UInt8(ascii: "\\") ? backslashes + 1 : 0
        }
    }

    /// Returns how often a text was put in quotes inside another one, from the backslashes before its own quote.
    ///
    /// Those are none, one, three and seven; an even number more belongs to the text.
    static func level(ofQuoteAfter backslashes: Int) -> Int { (~backslashes).trailingZeroBitCount }
}
