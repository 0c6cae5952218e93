extension HostOptions {
    /// The column at which the help's texts begin.
    private static let column = 25

    /// Returns the text of `--help` for a program and the options that it adds.
    static func help(program: String, options: [ProgramOption] = []) -> String {
        let groups = CommandLineOption.groups(program: options).map { group in
            group.map(lines).joined(separator: "\n")
        }
        return """
            Usage: \(program) [options]
                   \(program) plugins COMMAND [options]
                   \(program) log [--follow] [--level LEVEL] [--plugin ID]

            Runs in the terminal. Quit with ctrl-c, or with q from the page; go to the background with ctrl-z.
            'plugins' prints or changes which plugins run; its commands are list, why ID,
            enable ID, disable ID, reset, doctor, and bisect start|good|bad|stop.
            'log' prints the log of all runs, for another window.

            \(groups.joined(separator: "\n\n"))

            NO_COLOR is respected, and a locale without UTF-8, such as LANG=C, is --ascii.
            Everything that a mouse can do has a key.
            """
    }

    /// The lines of one option; a long name has a line to itself.
    private static func lines(_ option: CommandLineOption) -> String {
        let name = "  \(option.name)" + (option.valueName.map { " \($0)" } ?? "")
        let indent = String(repeating: " ", count: column)
        let text = option.help().split(separator: "\n").joined(separator: "\n" + indent)
        let gap = column - name.count
        return name + (gap > 1 ? String(repeating: " ", count: gap) : "\n" + indent) + text
    }
}
