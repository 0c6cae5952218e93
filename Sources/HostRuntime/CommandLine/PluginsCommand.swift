/// A subcommand of `plugins` on the command line.
enum PluginsCommand: Hashable {
    /// Prints the plugins and their states.
    case list
    /// Prints why a plugin runs or doesn't.
    case why(String)
    /// Lets a plugin run that was disabled or is in quarantine.
    case enable(String)
    /// Keeps a plugin from running, from the next start on.
    case disable(String)
    /// Forgets crashes and everything that was disabled.
    case reset
    /// Checks what may keep plugins from running.
    case doctor
    /// Searches for the plugin that makes the program misbehave.
    case bisect(Bisect)

    enum Bisect: String, Hashable, CaseIterable {
        case start
        case good
        case bad
        case stop
    }

    /// Reads the words after `plugins`; none means `list`.
    init(_ words: [String], isJSON: Bool = false) throws(HostOptionsError) {
        let name = words.first ?? "list"
        guard let word = Word.all.first(where: { $0.name == name }) else {
            let nearest = nearestName(to: name, in: Word.all.map(\.name)).map { "; did you mean '\($0)'?" }
            let all = ": \(Word.all.map(\.usage).joined(separator: ", "))"
            throw HostOptionsError("plugins \(name)", is: "is not a command\(nearest ?? all)")
        }
        let rest = words.dropFirst()
        let text = rest.first ?? ""
        guard rest.count == (word.argument == nil ? 0 : 1), word.argument == nil || !text.isEmpty else {
            throw HostOptionsError("plugins \(name)", is: "takes \(word.rule)")
        }
        guard let command = word.command(text) else {
            throw HostOptionsError("plugins \(name)", is: "takes \(word.rule), not '\(text)'")
        }
        if isJSON, !word.printsJSON { throw HostOptionsError(option: "--json", "can't be used with plugins \(name)") }
        self = command
    }
}

extension PluginsCommand {
    /// Returns what may come after some words after `plugins`.
    static func completion(after words: [String]) -> CompletionSource {
        guard let name = words.first else { return .choices(Word.all.map { CompletionCandidate($0.name, $0.help) }) }
        guard words.count == 1, let word = Word.all.first(where: { $0.name == name }) else { return .nothing }
        switch word.argument {
        case nil: return .nothing
        case "ID": return .plugins
        default: return .choices(Bisect.allCases.map { CompletionCandidate($0.rawValue) })
        }
    }

    /// The first word after `plugins`, and what it may have after it.
    struct Word: Sendable {
        let name: String
        let help: String

        /// The name of the word after it; nil for none.
        let argument: String?

        /// What may come after it, as in "takes one plugin's id".
        let rule: String

        let printsJSON: Bool

        /// Returns the command with the word after it; nil if that breaks the rule.
        let command: @Sendable (String) -> PluginsCommand?

        var usage: String { argument.map { "\(name) \($0)" } ?? name }

        private init(_ command: PluginsCommand, _ name: String, printsJSON: Bool = false, _ help: String) {
            self.name = name
            self.help = help
            argument = nil
            rule = "nothing more"
            self.printsJSON = printsJSON
            self.command = { _ in command }
        }

        private init(
            _ name: String,
            argument: String = "ID",
            rule: String = "one plugin's id",
            printsJSON: Bool = false,
            _ help: String,
            command: @escaping @Sendable (String) -> PluginsCommand?
        ) {
            self.name = name
            self.help = help
            self.argument = argument
            self.rule = rule
            self.printsJSON = printsJSON
            self.command = command
        }

        static let all = [
            Word(.list, "list", printsJSON: true, "print the plugins and their states, as without a command"),
            Word("why", printsJSON: true, "print why a plugin runs or doesn't") { .why($0) },
            Word("enable", "let a plugin run that was disabled or is in quarantine") { .enable($0) },
            Word("disable", "keep a plugin from running") { .disable($0) },
            Word(.reset, "reset", "forget crashes and everything that was disabled"),
            Word(
                .doctor,
                "doctor",
                printsJSON: true,
                "print what keeps plugins from running; the exit status is 1 if something does"
            ),
            Word(
                "bisect",
                argument: Bisect.allCases.map(\.rawValue).joined(separator: "|"),
                rule: "start, good, bad or stop",
                "search for the plugin with which the program misbehaves: begin, say after each start whether it was "
                    + "good or bad, or give up"
            ) { Bisect(rawValue: $0).map { .bisect($0) } },
        ]
    }
}
