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

    /// The commands as the help shows them.
    static let usage = "list, why ID, enable ID, disable ID, reset, doctor, bisect start|good|bad|stop"

    private static let names = ["list", "why", "enable", "disable", "reset", "doctor", "bisect"]

    /// Reads the words after `plugins`; none means `list`.
    init(_ words: [String], isJSON: Bool = false) throws(HostOptionsError) {
        let name = words.first ?? "list"
        guard PluginsCommand.names.contains(name) else {
            let nearest = nearestName(to: name, in: PluginsCommand.names).map { "; did you mean '\($0)'?" } ?? ""
            throw HostOptionsError(command: name, "is not a command\(nearest.isEmpty ? ": \(Self.usage)" : nearest)")
        }
        let wordCount = ["why", "enable", "disable", "bisect"].contains(name) ? 1 : 0
        let rest = Array(words.dropFirst())
        let argument = rest.first ?? ""
        guard rest.count == wordCount, wordCount == 0 || !argument.isEmpty else {
            if wordCount == 0 { throw HostOptionsError(command: name, "takes nothing more") }
            throw HostOptionsError(
                command: name,
                name == "bisect" ? "takes start, good, bad or stop" : "takes one plugin's id"
            )
        }
        switch name {
        case "why": self = .why(argument)
        case "enable": self = .enable(argument)
        case "disable": self = .disable(argument)
        case "reset": self = .reset
        case "doctor": self = .doctor
        case "bisect":
            guard let step = Bisect(rawValue: argument) else {
                throw HostOptionsError(command: name, "takes start, good, bad or stop, not '\(argument)'")
            }
            self = .bisect(step)
        default: self = .list
        }
        if isJSON, !printsJSON { throw HostOptionsError("--json", "can't be used with plugins \(name)") }
    }

    private var printsJSON: Bool {
        switch self {
        case .list, .why, .doctor: true
        case .enable, .disable, .reset, .bisect: false
        }
    }
}
