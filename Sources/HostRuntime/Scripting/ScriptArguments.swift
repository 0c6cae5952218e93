internal import FoundationEssentials

/// The arguments of one step, read from left to right.
struct ScriptArguments {
    private var words: ArraySlice<String>
    private let usage: String
    private let screen: Size

    /// Creates the arguments of a step, whose cells are checked against the size of the screen.
    init(_ words: some Sequence<String>, usage: String, screen: Size) {
        self.words = ArraySlice(words)
        self.usage = usage
        self.screen = screen
    }

    /// Whether all arguments have been read.
    var isEmpty: Bool { words.isEmpty }

    /// Throws if an argument has not been read.
    func checkEnd() throws(ScriptSyntaxError) {
        if let extra = words.first { throw ScriptSyntaxError(rule: "has an extra word '\(extra)'; write '\(usage)'") }
    }

    mutating func word() throws(ScriptSyntaxError) -> String {
        guard let word = words.popFirst(), !word.isEmpty else {
            throw ScriptSyntaxError(rule: "is incomplete; write '\(usage)'")
        }
        return word
    }

    /// The rest of the line, which is the one argument.
    mutating func text() throws(ScriptSyntaxError) -> String {
        try word()
    }

    mutating func integer(in range: ClosedRange<Int>) throws(ScriptSyntaxError) -> Int {
        let word = try word()
        guard let number = Int(word) else {
            throw ScriptSyntaxError(rule: "has '\(word)' instead of a whole number; write '\(usage)'")
        }
        guard range.contains(number) else {
            throw ScriptSyntaxError(
                rule: "has \(number) instead of a number from \(range.lowerBound) to \(range.upperBound)"
                    + "; write '\(usage)'"
            )
        }
        return number
    }

    mutating func seconds() throws(ScriptSyntaxError) -> Duration {
        let word = try word()
        // A year is longer than any script needs, and short enough for a Duration.
        let limit = 31_536_000
        guard let seconds = Double(wholeText: word), seconds >= 0, seconds <= Double(limit) else {
            throw ScriptSyntaxError(rule: "has '\(word)' instead of a number of seconds from 0 to \(limit)")
        }
        return ScriptArguments.exactSeconds(word) ?? .milliseconds(Int((seconds * 1000).rounded()))
    }

    /// Reads a decimal number of at most nine places without the rounding of a `Double`; nil for another number.
    static func exactSeconds(_ word: String) -> Duration? {
        let parts = word.split(separator: ".", omittingEmptySubsequences: false)
        guard let whole = parts.first.flatMap({ Int($0) }), parts.count <= 2 else { return nil }
        guard parts.count == 2 else { return .seconds(whole) }
        let places = parts[1]
        guard (1...9).contains(places.utf8.count), let fraction = Int(places), places.first != "-", places.first != "+"
        else { return nil }
        let scale = (places.utf8.count..<9).reduce(1) { scale, _ in scale * 10 }
        return .seconds(whole) + .nanoseconds(fraction * scale)
    }

    mutating func point() throws(ScriptSyntaxError) -> Point {
        let any = Int.min...Int.max
        let point = Point(x: try integer(in: any), y: try integer(in: any))
        guard Rect(origin: .zero, size: screen).contains(point) else {
            throw ScriptSyntaxError(
                rule: "has a cell off the screen, \(point); the screen is \(screen) here, and its first cell is (0, 0)"
            )
        }
        return point
    }

    /// A cell that may be off the screen, as a terminal may report one during a change of its size.
    mutating func anyPoint() throws(ScriptSyntaxError) -> Point {
        let sides = 0...Size.limit
        return Point(x: try integer(in: sides), y: try integer(in: sides))
    }

    mutating func touchPhase() throws(ScriptSyntaxError) -> Touch.Phase {
        let word = try word()
        guard let phase = Touch.Phase(name: word) else {
            throw ScriptSyntaxError(rule: "has an unknown phase '\(word)'; write '\(usage)'")
        }
        return phase
    }

    mutating func key() throws(ScriptSyntaxError) -> KeyEvent {
        let word = try word()
        guard let event = KeyEvent(name: word) else {
            throw ScriptSyntaxError(
                rule: "has an unknown key '\(word)'; keys are enter, escape, tab, up, ctrl-z, f5, a ..."
            )
        }
        return event
    }

    /// The rest of the arguments, each a name and a value.
    mutating func pairs() throws(ScriptSyntaxError) -> [String: String] {
        var values: [String: String] = [:]
        while let word = words.popFirst() {
            guard let equals = word.firstIndex(of: "="), equals > word.startIndex else {
                throw ScriptSyntaxError(rule: "has '\(word)' instead of NAME=VALUE; write '\(usage)'")
            }
            values[String(word[..<equals])] = String(word[word.index(after: equals)...])
        }
        return values
    }

    mutating func subject() throws(ScriptSyntaxError) -> AppHost.ReportSubject {
        let word = try word()
        guard let subject = AppHost.ReportSubject(rawValue: word) else {
            throw ScriptSyntaxError(rule: "can't show '\(word)'; write '\(usage)'")
        }
        return subject
    }

    mutating func timeZone() throws(ScriptSyntaxError) -> CivilTimeZone {
        let name = try word()
        guard let zone = CivilTimeZone(name: name) else {
            throw ScriptSyntaxError(
                rule: "has an unknown time zone '\(name)'; write a name such as Europe/Berlin or UTC"
            )
        }
        return zone
    }

    mutating func date() throws(ScriptSyntaxError) -> Date {
        let word = try word()
        guard let date = Date(stamp: word) else {
            throw ScriptSyntaxError(rule: "has '\(word)' instead of a date such as 2026-11-21T09:30:00Z")
        }
        return date
    }

    /// The first word of an argument that is the rest of the line.
    mutating func namespace() throws(ScriptSyntaxError) -> String {
        let text = try word()
        let name = String(text.prefix { !$0.isWhitespace })
        words.insert(String(text.dropFirst(name.count).drop { $0.isWhitespace }), at: words.startIndex)
        return name
    }

    mutating func object() throws(ScriptSyntaxError) -> [String: PlainValue] {
        guard case .dictionary(let values) = try json() else {
            throw ScriptSyntaxError(rule: "has JSON that is not an object; write '\(usage)'")
        }
        return values
    }

    mutating func jsonText() throws(ScriptSyntaxError) -> String {
        guard case .string(let text) = try json() else {
            throw ScriptSyntaxError(rule: "has JSON that is not a string; write '\(usage)'")
        }
        return text
    }

    private mutating func json() throws(ScriptSyntaxError) -> PlainValue {
        let text = try word()
        do {
            return try PlainValue(json: text.utf8)
        } catch {
            throw ScriptSyntaxError(rule: "has a text that \(error.problem); write '\(usage)'")
        }
    }

    /// The file of a snapshot; nil if there is no argument.
    mutating func snapshotFile() throws(ScriptSyntaxError) -> String? {
        guard let file = words.popFirst() else { return nil }
        guard SnapshotFormat(file: file) != nil else {
            throw ScriptSyntaxError(rule: "has a snapshot file '\(file)' that doesn't end in .txt or .svg")
        }
        return file
    }
}
