import HostRuntime

/// A line of the help: the name of a group, or a key and what it does.
enum HelpLine: Hashable, Sendable {
    case heading(String)
    case key(String, String)
    case space

    /// Everything that has a key: in the shop, everywhere, and by a command, whoever offers it.
    @MainActor static func all(of commands: [Command]) -> [HelpLine] {
        let sections = [("Shop", shop), ("Terminal", terminal)]
        var groups: [(title: String, lines: [HelpLine])] = []
        for (title, keys) in sections { groups.append((title, keys.map { .key($0.0, $0.1) })) }
        for command in commands {
            guard let key = command.key else { continue }
            let line = HelpLine.key(key.description, command.title)
            if let index = groups.firstIndex(where: { $0.title == command.group }) {
                groups[index].lines.append(line)
            } else {
                groups.append((command.group, [line]))
            }
        }
        return Array(groups.map { [.heading($0.title)] + $0.lines }.joined(separator: [.space]))
    }

    private static let shop = [
        ("arrows", "Move"), ("tab", "Next control"), ("enter", "Open or press"), ("escape", "Close"),
    ]

    // What belongs to the person and is no command.
    private static let terminal = [("ctrl-z", "Leave for the shell; fg comes back"), ("ctrl-c", "Quit")]
}
