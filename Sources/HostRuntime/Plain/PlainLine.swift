/// What a line that isn't an answer asks for; a pure value.
enum PlainLine: Hashable, Sendable {
    /// Says the page again.
    case page
    case help
    /// Lists the commands.
    case commands
    /// Turns the page of a list, down or up.
    case turn(Int)
    /// Leaves what is in front.
    case back
    /// Cancels what runs.
    case cancel
    case unlock
    case quit
    /// Chooses by number.
    case number(Int)
    /// Chooses by name.
    case name(String)

    init(_ line: String) {
        let line = line.trimmingWhitespace
        switch line.lowercased() {
        case "", ".": self = .page
        case "?", "help": self = .help
        case "commands": self = .commands
        case "more": self = .turn(1)
        case "less": self = .turn(-1)
        case "back": self = .back
        case "cancel": self = .cancel
        case "unlock": self = .unlock
        case "quit": self = .quit
        default: self = Int(line).map { .number($0) } ?? .name(line)
        }
    }

    /// The lines of the help.
    static let helpLines = [
        "Type a number to choose what has it, or a name, or the beginnings of its words.",
        "commands lists what the program can do. A command that isn't on the page asks first: for its values, or yes or no.",
        ". or an empty line says the page again; more and less turn the page of a list.",
        "back leaves a dialog, cancel cancels what runs, and quit ends the program.",
    ]

    /// Returns what a name may mean: what has all of it, or else begins with it, or else has words that begin with its
    /// words.
    static func find<Choice>(
        _ name: String,
        among names: [(choice: Choice, names: [String])]
    ) -> [Choice] {
        let wanted = name.lowercased()
        let words = words(of: wanted)
        let tests: [(String) -> Bool] = [
            { $0 == wanted }, { $0.hasPrefix(wanted) },
            { name in
                let others = PlainLine.words(of: name)
                return !words.isEmpty && words.allSatisfy { word in others.contains { $0.hasPrefix(word) } }
            },
        ]
        for test in tests {
            let found = names.filter { $0.names.contains { test($0.lowercased()) } }.map(\.choice)
            if !found.isEmpty { return found }
        }
        return []
    }

    private static func words(of text: String) -> [Substring] { text.split { !$0.isLetter && !$0.isNumber } }
}
