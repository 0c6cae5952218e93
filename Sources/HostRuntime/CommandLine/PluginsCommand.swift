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
        guard rest.count == (word.takesID ? 1 : 0), !word.takesID || !text.isEmpty else {
            throw HostOptionsError("plugins \(name)", is: "takes \(word.takesID ? "one plugin's id" : "nothing more")")
        }
        if isJSON, !word.printsJSON { throw HostOptionsError(option: "--json", "can't be used with plugins \(name)") }
        self = word.command(text)
    }
}

extension PluginsCommand {
    /// Returns what may come after some words after `plugins`.
    static func completion(after words: [String]) -> CompletionSource {
        guard let name = words.first else { return .choices(Word.all.map { CompletionCandidate($0.name, $0.help) }) }
        guard words.count == 1, let word = Word.all.first(where: { $0.name == name }) else { return .nothing }
        return word.takesID ? .plugins : .nothing
    }

    /// The first word after `plugins`, and what it may have after it.
    struct Word: Sendable {
        let name: String
        let help: String

        /// Whether a plugin's id comes after it.
        let takesID: Bool

        let printsJSON: Bool

        /// Returns the command with the id after it.
        let command: @Sendable (String) -> PluginsCommand

        var usage: String { takesID ? "\(name) ID" : name }

        private init(_ command: PluginsCommand, _ name: String, printsJSON: Bool = false, _ help: String) {
            self.init(name, takesID: false, printsJSON: printsJSON, help) { _ in command }
        }

        private init(
            _ name: String,
            takesID: Bool = true,
            printsJSON: Bool = false,
            _ help: String,
            command: @escaping @Sendable (String) -> PluginsCommand
        ) {
            self.name = name
            self.help = help
            self.takesID = takesID
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
        ]
    }
}
