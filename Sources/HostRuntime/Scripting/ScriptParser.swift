/// Reads the lines of a script; a pure value that knows the size of the screen at each line.
struct ScriptParser {
    /// A rule that a line breaks, as the end of a sentence that begins with the line's number.
    struct Failure: Error {
        let rule: String
    }

    private var size: Size

    init(size: Size) {
        self.size = size
    }

    /// The names of all steps.
    static let names = [
        "wait", "tap", "press", "drag", "key", "keys", "type", "background", "foreground", "lock", "unlock",
        "focus-out", "focus-in", "memory-warning", "resize", "post", "run", "enable", "disable", "show", "explain",
        "snapshot", "expect", "reject", "advance-date", "time-zone", "quit",
    ]

    /// Reads one line; nil when there is nothing on it.
    mutating func parse(_ line: String) throws(Failure) -> (text: String, step: ScriptStep)? {
        let text = line.trimmingBlanks
        guard !text.isEmpty, !text.hasPrefix("#") else { return nil }
        let name = text.prefix { !$0.isWhitespace }
        let rest = String(text.dropFirst(name.count)).trimmingBlanks
        // These take the rest of the line as it is, with any `#` in it.
        switch name {
        case "type": return (text, .type(try need(rest, "type TEXT")))
        case "expect": return (text, .expect(try need(rest, "expect TEXT")))
        case "reject": return (text, .reject(try need(rest, "reject TEXT")))
        default: break
        }
        let shown = text.removingComment
        var words = try ScriptParser.words(shown)[...]
        words.removeFirst()
        return (shown, try parse(String(name), &words))
    }

    private mutating func parse(_ name: String, _ words: inout ArraySlice<String>) throws(Failure) -> ScriptStep {
        let step: ScriptStep
        switch name {
        case "wait": step = .wait(try seconds(&words))
        case "tap":
            let usage = "tap X Y [COUNT]"
            let point = try point(&words, usage)
            step = .tap(point, count: words.isEmpty ? 1 : try integer(&words, usage, in: 1...100))
        case "press": step = .press(try point(&words, "press X Y"))
        case "drag":
            let usage = "drag X1 Y1 X2 Y2"
            step = .drag(from: try point(&words, usage), to: try point(&words, usage))
        case "key": step = .key(try key(&words, "key NAME"))
        case "keys":
            var events = [try key(&words, "keys NAME ...")]
            while !words.isEmpty { events.append(try key(&words, "keys NAME ...")) }
            step = .keys(events)
        case "background": step = .background
        case "foreground": step = .foreground
        case "lock": step = .lock
        case "unlock": step = .unlock
        case "focus-out": step = .focusOut
        case "focus-in": step = .focusIn
        case "memory-warning": step = .memoryWarning
        case "resize":
            let usage = "resize WIDTH HEIGHT"
            let sides = 1...Size.limit
            size = Size(width: try integer(&words, usage, in: sides), height: try integer(&words, usage, in: sides))
            step = .resize(size)
        case "post":
            step = .post(
                try word(&words, "post NAME [k=v ...]"),
                try pairs(&words).mapValues { PlainValue(parsing: $0) }
            )
        case "run":
            // As written: a phone number may begin with 0. The command's own
            // parameters say what is a number.
            step = .run(try word(&words, "run COMMAND [k=v ...]"), try pairs(&words).mapValues { .string($0) })
        case "enable": step = .enable(try word(&words, "enable ID"))
        case "disable": step = .disable(try word(&words, "disable ID"))
        case "show":
            let names = ScriptStep.Subject.allCases.map(\.rawValue).joined(separator: "|")
            let word = try word(&words, "show \(names)")
            guard let subject = ScriptStep.Subject(rawValue: word) else {
                throw Failure(rule: "cannot show '\(word)'; it is show \(names)")
            }
            step = .show(subject)
        case "explain": step = .explain(try point(&words, "explain X Y"))
        case "snapshot": step = .snapshot(file: try snapshotFile(&words))
        case "advance-date": step = .advanceDate(days: try integer(&words, "advance-date DAYS", in: -36_500...36_500))
        case "time-zone":
            let name = try word(&words, "time-zone NAME")
            guard let zone = CivilTimeZone(identifier: name) else {
                throw Failure(rule: "has no time zone '\(name)'; it is a name such as Europe/Berlin or UTC")
            }
            step = .timeZone(zone)
        case "quit": step = .quit
        default:
            let hint = nearestName(to: name, in: ScriptParser.names).map { "; is '\($0)' meant?" } ?? ""
            throw Failure(rule: "has an unknown step '\(name)'\(hint)")
        }
        if let extra = words.first { throw Failure(rule: "has '\(extra)' too much for '\(name)'") }
        return step
    }

    // MARK: - Words

    /// The words of a line; double quotes keep what they hold together, and `\` takes the next character as it is.
    private static func words(_ line: String) throws(Failure) -> [String] {
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
        guard !isQuoted, !isEscaped else { throw Failure(rule: "has a quote that does not end") }
        return words + (isInWord ? [word] : [])
    }

    private func need(_ text: String, _ usage: String) throws(Failure) -> String {
        guard !text.isEmpty else { throw Failure(rule: "lacks something: it is '\(usage)'") }
        return text
    }

    private func word(_ words: inout ArraySlice<String>, _ usage: String) throws(Failure) -> String {
        try need(words.popFirst() ?? "", usage)
    }

    private func key(_ words: inout ArraySlice<String>, _ usage: String) throws(Failure) -> KeyEvent {
        let word = try word(&words, usage)
        guard let event = KeyEvent(name: word) else {
            throw Failure(rule: "has no key '\(word)'; keys are enter, escape, tab, up, ctrl-z, f5, a ...")
        }
        return event
    }

    private func integer(
        _ words: inout ArraySlice<String>,
        _ usage: String,
        in range: ClosedRange<Int>
    ) throws(Failure) -> Int {
        let word = try word(&words, usage)
        guard let number = Int(word) else { throw Failure(rule: "has '\(word)' for a whole number in '\(usage)'") }
        guard range.contains(number) else {
            throw Failure(
                rule: "has \(number) in '\(usage)', where it is from \(range.lowerBound) to \(range.upperBound)"
            )
        }
        return number
    }

    private func seconds(_ words: inout ArraySlice<String>) throws(Failure) -> Duration {
        let word = try word(&words, "wait SECONDS")
        // A year is longer than any script means, and short enough for a Duration.
        guard let seconds = Double(word), seconds >= 0, seconds <= 31_536_000 else {
            throw Failure(rule: "has '\(word)' for a number of seconds; it is from 0 to 31536000")
        }
        return .milliseconds(Int((seconds * 1000).rounded()))
    }

    private func point(_ words: inout ArraySlice<String>, _ usage: String) throws(Failure) -> Point {
        let limit = Int.min...Int.max
        let point = Point(x: try integer(&words, usage, in: limit), y: try integer(&words, usage, in: limit))
        guard Rect(origin: .zero, size: size).contains(point) else {
            throw Failure(rule: "has the cell \(point) off the screen, which is \(size) here and counts from 0")
        }
        return point
    }

    private func pairs(_ words: inout ArraySlice<String>) throws(Failure) -> [String: String] {
        var values: [String: String] = [:]
        while let word = words.popFirst() {
            guard let equals = word.firstIndex(of: "="), equals > word.startIndex else {
                throw Failure(rule: "has '\(word)' where it takes NAME=VALUE")
            }
            values[String(word[..<equals])] = String(word[word.index(after: equals)...])
        }
        return values
    }

    private func snapshotFile(_ words: inout ArraySlice<String>) throws(Failure) -> String? {
        guard let file = words.popFirst() else { return nil }
        guard SnapshotFormat(file: file) != nil else {
            throw Failure(rule: "has a snapshot file '\(file)' that ends in none of .txt, .ansi, .svg")
        }
        return file
    }
}

/// The form in which a frame is written to a file, which the file's ending tells.
enum SnapshotFormat: String, CaseIterable {
    case txt
    case ansi
    case svg

    init?(file: String) {
        guard let format = SnapshotFormat.allCases.first(where: { file.hasSuffix(".\($0.rawValue)") }) else {
            return nil
        }
        self = format
    }
}

extension String {
    fileprivate var trimmingBlanks: String {
        var text = self[...]
        while text.first?.isWhitespace ?? false { text.removeFirst() }
        while text.last?.isWhitespace ?? false { text.removeLast() }
        return String(text)
    }

    /// The line up to a `#` that stands at the beginning of a word, outside quotes.
    fileprivate var removingComment: String {
        var previous: Character = " "
        var isQuoted = false
        for index in indices {
            if self[index] == "\"", previous != "\\" { isQuoted.toggle() }
            if self[index] == "#", previous.isWhitespace, !isQuoted { return String(self[..<index]).trimmingBlanks }
            previous = self[index]
        }
        return self
    }
}
