/// What a program tells about its command line, made from the tables of subcommands and options.
struct ProgramManual {
    /// The program's name.
    let program: String

    /// The options that the program adds.
    var options: [ProgramOption] = []

    /// The sections of the configuration that are declared.
    var sections: [ConfigurationSection] = []

    /// The text of `--help`, of a subcommand or of the whole program.
    func help(for use: ProgramUse = .terminal) -> String {
        use.subcommand.map(help) ?? help
    }

    private var help: String {
        let commands = Subcommand.all.map { HelpPage.Item($0.name, $0.summary) }
        let page = HelpPage(
            sections: [
                .init("", [.paragraph(ProgramManual.description)]),
                .init("Commands, each with a --help of its own", [.list(commands)]),
            ] + optionSections { !$0.isDisjoint(with: .plain) } + settingsSection + [
                .init("Exit status", [.list(ProgramManual.statuses)]),
                .init("", [.paragraph(environment)]),
            ]
        )
        return "Usage: \(program) [options]\n       \(program) COMMAND [options]\n\n\(page.text)"
    }

    private func help(for command: Subcommand) -> String {
        let usage = [program, command.name, command.usage, "[options]"].filter { !$0.isEmpty }.joined(separator: " ")
        let paragraphs = [command.summary.asSentence] + command.details
        let words = command.words.isEmpty ? [] : [HelpPage.Section("Words", [.list(command.words)])]
        let page = HelpPage(
            sections: [.init("", paragraphs.map { .paragraph($0) })] + words
                + optionSections { $0.contains(command.use) }
        )
        return "Usage: \(usage)\n\n\(page.text)"
    }

    private func optionSections(_ isShown: (Set<ProgramUse>) -> Bool) -> [HelpPage.Section] {
        CommandLineOption.groups(program: options).compactMap { group in
            let items = group.options.filter { isShown($0.uses) }.map { HelpPage.Item($0.usage, $0.help()) }
            return items.isEmpty ? nil : .init(group.title, [.list(items)])
        }
    }

    // MARK: - Settings

    private var settingsSection: [HelpPage.Section] {
        let settings = sections.flatMap { section in
            (section.settings ?? []).filter { !$0.rule.isEmpty }.map { ProgramManual.item($0, in: section.name) }
        }
        guard !settings.isEmpty else { return [] }
        let list = settings.sorted { $0.term < $1.term }
        return [.init("Settings, for --set and the file of --config, with their defaults", [.list(list)])]
    }

    /// A setting: what it means, what it takes, and its default.
    private static func item(_ setting: SettingDeclaration, in section: String) -> HelpPage.Item {
        let value = setting.isSecret ? nil : setting.defaultValue?.hidingSecrets(under: setting.name)
        let text = (setting.help.isEmpty ? "" : "\(setting.help): ") + setting.rule
        let standard = value.map { $0 == "" ? "" : " (\($0))" } ?? ""
        return .init("\(section).\(setting.name)", "\(text)\(standard)".escapingControls)
    }

    // MARK: - Texts

    private static let description =
        "Runs in the terminal. Quit with ctrl-c, or with q from the page; go to the background with ctrl-z."

    private var environment: String {
        "The log is ~/.local/state/\(program)/log, and log.old is its beginning; --state names another folder. "
            + "NO_COLOR is respected, and a locale without UTF-8, such as LANG=C, is --ascii. "
            + "Everything that a mouse can do has a key."
    }

    private static let statuses =
        ExitStatus.allCases.map { HelpPage.Item("\($0.rawValue)", $0.meaning) }
        + [.init("128+N", "signal N ended the program, such as 2 for ctrl-c; the shell shows 130")]
}

extension String {
    /// The text with a capital letter and a full stop.
    fileprivate var asSentence: String { prefix(1).uppercased() + dropFirst() + "." }
}
