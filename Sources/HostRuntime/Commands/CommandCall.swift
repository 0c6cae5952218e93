/// A command with values as a command line gives them: its id, and words of the form `NAME=VALUE`; a pure value.
struct CommandCall: Hashable, Sendable {
    /// The command's id.
    let id: String

    /// The values by name, of each name the first.
    private(set) var values: [String: PlainValue] = [:]

    /// The names in the order in which they were given, a repeated one as often as it was given.
    private var names: [String] = []

    /// The words that aren't of the form `NAME=VALUE`.
    private var otherWords: [String] = []

    /// Reads the words after a command's id.
    init(_ id: String, words: some Sequence<String>) {
        self.id = id
        for word in words {
            guard let equals = word.firstIndex(of: "="), equals > word.startIndex else {
                otherWords.append(word)
                continue
            }
            let name = String(word[..<equals])
            names.append(name)
            if values[name] == nil { values[name] = .string(String(word[word.index(after: equals)...])) }
        }
    }

    /// Adds the value of a secret, which no word gives.
    mutating func set(_ secret: String, for name: String) {
        values[name] = .string(secret)
    }

    /// Returns the secret parameters that are to be asked for, in their order.
    ///
    /// One with a default is only worth a question to a person.
    func secrets(of parameters: [CommandParameter], askingPerson: Bool) -> [CommandParameter] {
        parameters.filter { $0.isSecret && (askingPerson || $0.defaultValue == nil) }
    }

    /// Returns the problems with the words, whatever their values are.
    func problems(with parameters: [CommandParameter]) -> [CommandFieldError] {
        // A word in the wrong form may be a password whose name was forgotten.
        let hidesWords = parameters.contains(where: \.isSecret)
        var problems = otherWords.map { CommandFieldError(hidesWords ? "•••" : $0, "is not NAME=VALUE") }
        var seen: Set<String> = []
        for name in names {
            guard seen.insert(name).inserted else {
                problems.append(CommandFieldError(name, "is given twice"))
                continue
            }
            guard let parameter = parameters.first(where: { $0.name == name }) else {
                problems.append(CommandFieldError(name, CommandCall.unknownName(name, among: parameters)))
                continue
            }
            if parameter.isSecret { problems.append(CommandFieldError(name, CommandCall.secretRule)) }
        }
        return problems
    }

    /// Returns all problems with the words and their values, except for the values of secrets, which come later.
    ///
    /// Choices are fetched; throws the error of that if nothing else is wrong.
    @MainActor func check(_ parameters: [CommandParameter]) async throws -> [CommandFieldError] {
        let problems = problems(with: parameters)
        do {
            return problems + (try await parameters.filter { !$0.isSecret }.check(values).problems)
        } catch  where !problems.isEmpty {
            return problems
        }
    }

    private static let secretRule =
        "is secret and not taken from the command line, which others can see; "
        + "leave it out and type it when asked, or write it to standard input, a line for each secret"

    private static func unknownName(_ name: String, among parameters: [CommandParameter]) -> String {
        let names = parameters.map(\.name)
        if let nearest = nearestName(to: name, in: names) { return "is no parameter; did you mean '\(nearest)'?" }
        return "is no parameter; " + (names.isEmpty ? "there are none" : "there are \(names.joined(separator: ", "))")
    }
}
