import HostRuntime

enum HelpLine: Hashable, Sendable {
    case heading(String)
    case key(String, String)
    case space

    /// Returns the keys of the shop, of all commands, and of the terminal, in groups: the program's last.
    @MainActor static func all(of commands: [Command]) -> [HelpLine] {
        var groups = [("Shop", shop.map(HelpLine.key))]
        let isOfHost = { (command: Command) in command.id.hasPrefix("host.") }
        for command in commands.filter({ !isOfHost($0) }) + commands.filter(isOfHost) {
            guard let key = command.key else { continue }
            let gesture = command.hint?.gesture.map { " · \($0)" } ?? ""
            let line = HelpLine.key("\(key)", command.title + gesture)
            if let index = groups.firstIndex(where: { $0.0 == command.group }) {
                groups[index].1.append(line)
            } else {
                groups.append((command.group, [line]))
            }
        }
        groups.append(("Terminal", terminal.map(HelpLine.key)))
        return Array(groups.map { [.heading($0)] + $1 }.joined(separator: [.space]))
    }

    private static let shop = [
        ("arrows", "Move"), ("tab", "Next control"), ("enter", "Open or press"), ("escape", "Close"),
    ]

    // Keys of every program that are not commands.
    private static let terminal = [("ctrl-z", "Leave for the shell; fg comes back"), ("ctrl-c", "Quit")]
}
