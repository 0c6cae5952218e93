import HostRuntime

/// A line of the help: the heading of a group, or a key and what it does.
enum HelpLine: Hashable, Sendable {
    case heading(String)
    case key(String, String)
    case space

    /// Returns the keys of the shop, of all commands, and of the terminal, in groups.
    ///
    /// Groups with a command that has a hint follow the shop's own keys.
    @MainActor static func all(of commands: [Command]) -> [HelpLine] {
        let pinned = Set(commands.filter { $0.hint != nil }.map(\.group))
        let first = commands.filter { pinned.contains($0.group) }
        let others = commands.filter { !pinned.contains($0.group) }
        var groups: [(title: String, lines: [HelpLine])] = [("Shop", shop.map { .key($0.0, $0.1) })]
        add(first, to: &groups)
        groups.append(("Terminal", terminal.map { .key($0.0, $0.1) }))
        add(others, to: &groups)
        return Array(groups.map { [.heading($0.title)] + $0.lines }.joined(separator: [.space]))
    }

    @MainActor private static func add(_ commands: [Command], to groups: inout [(title: String, lines: [HelpLine])]) {
        for command in commands {
            guard let key = command.key else { continue }
            let gesture = command.hint?.gesture.map { " · \($0)" } ?? ""
            let line = HelpLine.key("\(key)", command.title + gesture)
            if let index = groups.firstIndex(where: { $0.title == command.group }) {
                groups[index].lines.append(line)
            } else {
                groups.append((command.group, [line]))
            }
        }
    }

    private static let shop = [
        ("arrows", "Move"), ("tab", "Next control"), ("enter", "Open or press"), ("escape", "Close"),
    ]

    // Keys of every program that are not commands.
    private static let terminal = [("ctrl-z", "Leave for the shell; fg comes back"), ("ctrl-c", "Quit")]
}
