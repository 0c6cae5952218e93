import HostRuntime

/// The help: the keys of the shop, of all commands, and of the terminal.
enum HelpText {
    /// Returns the keys in groups, the program's last.
    @MainActor static func lines(about commands: [Command]) -> [TextView.Line] {
        var groups = [("Shop", shop.map { TextView.Line.field($0, $1) })]
        let keys = commands.withKeys
        let isOfHost = { (entry: (key: KeyEvent, command: Command)) in entry.command.id.hasPrefix("host.") }
        for (key, command) in keys.filter({ !isOfHost($0) }) + keys.filter(isOfHost) {
            let gesture = command.hint?.gesture.map { " · \($0)" } ?? ""
            let line = TextView.Line.field("\(key)", command.title + gesture)
            if let index = groups.firstIndex(where: { $0.0 == command.group }) {
                groups[index].1.append(line)
            } else {
                groups.append((command.group, [line]))
            }
        }
        groups.append(("Terminal", terminal.map { .field($0, $1) }))
        return Array(groups.map { [.heading($0)] + $1 }.joined(separator: [.text("")]))
    }

    private static let shop = [
        ("arrows", "Move"), ("tab", "Next control"), ("enter", "Open or press"), ("escape", "Close"),
    ]

    // Keys of every program that are not commands.
    private static let terminal = [("ctrl-z", "Leave for the shell; fg comes back"), ("ctrl-c", "Quit")]
}
