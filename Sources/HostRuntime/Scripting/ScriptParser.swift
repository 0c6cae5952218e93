/// Reads the lines of a script, as a value that knows the size of the screen at each line.
struct ScriptParser {
    private var size: Size

    /// Whether a step that isn't part of the head has been read.
    private var isAfterHead = false

    init(size: Size) {
        self.size = size
    }

    /// Whether a line's step continues on the next line.
    static func continues(_ line: String) -> Bool {
        line.endsInBackslash && ScriptSyntax.named(name(of: line))?.form == .json
    }

    /// Returns the name of a line's step, the first word; empty for an empty line.
    static func name(of line: String) -> String {
        String(line.drop(while: \.isWhitespace).prefix { !$0.isWhitespace })
    }

    /// Reads one line; returns nil for an empty line or a comment.
    mutating func parse(_ line: String) throws(ScriptSyntaxError) -> (text: String, step: ScriptStep)? {
        let line = line.trimmingWhitespace
        guard !line.isEmpty, !line.hasPrefix("#") else { return nil }
        let name = ScriptParser.name(of: line)
        let syntax = ScriptSyntax.named(name)
        let text = syntax?.takesText ?? false ? line : line.removingComment
        let words = try syntax?.takesText ?? false ? ScriptParser.rest(of: line) : ScriptParser.words(text)
        guard let syntax else {
            let hint = nearestName(to: name, in: ScriptSyntax.names).map { "; did you mean '\($0)'?" } ?? ""
            throw ScriptSyntaxError(rule: "has an unknown step '\(name)'\(hint)")
        }
        var arguments = ScriptArguments(words.dropFirst(), usage: syntax.usage, screen: size)
        let step = try syntax.read(&arguments)
        try arguments.checkEnd()
        if case .resize(let size) = step { self.size = size }
        if !step.isInHead {
            isAfterHead = true
        } else if isAfterHead, !step.isAlsoAfterHead {
            throw ScriptSyntaxError(rule: "has '\(name)' behind another step; it prepares the run, so put it first")
        }
        return (text, step)
    }

    /// The name of a step, and everything after it as one word.
    private static func rest(of line: String) -> [String] {
        let name = line.prefix { !$0.isWhitespace }
        return [String(name), String(line.dropFirst(name.count)).trimmingWhitespace]
    }

    /// The words of a line: double quotes keep words together, and `\` takes the next character as it is.
    private static func words(_ line: String) throws(ScriptSyntaxError) -> [String] {
        var words: [String] = []
        var word = ""
        var isInWord = false
        var isQuoted = false
        var isEscaped = false
        for character in line {
            if isEscaped {
                word.append(character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
                isInWord = true
            } else if character == "\"" {
                isQuoted.toggle()
                isInWord = true
            } else if character.isWhitespace, !isQuoted {
                if isInWord { words.append(word) }
                word = ""
                isInWord = false
            } else {
                word.append(character)
                isInWord = true
            }
        }
        guard !isQuoted, !isEscaped else { throw ScriptSyntaxError(rule: "has a quote that does not end") }
        return words + (isInWord ? [word] : [])
    }
}

/// A rule that a line breaks, as the end of a sentence that begins with the line's number.
struct ScriptSyntaxError: Error {
    let rule: String
}

extension String {
    /// The line up to a `#` at the beginning of a word, outside quotes.
    fileprivate var removingComment: String {
        var isBetweenWords = true
        var isQuoted = false
        var isEscaped = false
        for index in indices {
            let character = self[index]
            if character == "#", isBetweenWords, !isQuoted { return String(self[..<index]).trimmingWhitespace }
            if character == "\"", !isEscaped { isQuoted.toggle() }
            isBetweenWords = character.isWhitespace && !isEscaped
            isEscaped = character == "\\" && !isEscaped
        }
        return self
    }
}

extension StringProtocol where UTF8View: BidirectionalCollection {
    /// Whether the last byte is a backslash, which some letters, such as U+0D4E, join to a character of two.
    var endsInBackslash: Bool { utf8.last == UInt8(ascii: "\\") }
}
