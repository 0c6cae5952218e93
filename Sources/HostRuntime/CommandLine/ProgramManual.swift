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
        let commands = Subcommand.all.map { ManualPage.Item($0.name, $0.summary) }
        let page = ManualPage(
            sections: [
                .init("", [.paragraph(ProgramManual.description)]),
                .init("Commands, each with a --help of its own", [.list(commands)]),
            ] + optionSections { !$0.isDisjoint(with: .plain) } + settingsSection + [
                .init("Exit status", [.list(ProgramManual.statuses)]),
                .init("", [.paragraph(ProgramManual.environment)]),
            ]
        )
        return "Usage: \(program) [options]\n       \(program) COMMAND [options]\n\n\(page.text)"
    }

    private func help(for command: Subcommand) -> String {
        let forms = command.usage.map { [program, command.name, $0, "[options]"].filter { !$0.isEmpty } }
        let usage = forms.map { $0.joined(separator: " ") }.joined(separator: "\n       ")
        let paragraphs = [command.summary.asSentence] + command.details
        let words = command.words.isEmpty ? [] : [ManualPage.Section("Words", [.list(command.words)])]
        let page = ManualPage(
            sections: [.init("", paragraphs.map { .paragraph($0) })] + words
                + optionSections { $0.contains(command.use) }
        )
        return "Usage: \(usage)\n\n\(page.text)"
    }

    private func optionSections(isPart: Bool = false, _ isShown: (Set<ProgramUse>) -> Bool) -> [ManualPage.Section] {
        CommandLineOption.groups(program: options).compactMap { group in
            let items = group.options.filter { isShown($0.uses) }.map { ManualPage.Item($0.usage, $0.help()) }
            return items.isEmpty ? nil : .init(group.title, isPart: isPart, [.list(items)])
        }
    }

    // MARK: - The manual page

    /// The page for `man`.
    func page(version: String) -> String {
        let settings = settingsSection.map { ManualPage.Section("SETTINGS", $0.blocks) }
        let page = ManualPage(
            sections: [
                .init("NAME", [.paragraph("\(program) - \(ProgramManual.summary)")]),
                .init("SYNOPSIS", [.paragraph("\(program) [options]"), .paragraph("\(program) COMMAND [options]")]),
                .init("DESCRIPTION", [.paragraph(ProgramManual.description)]),
                .init("COMMANDS", []),
            ] + Subcommand.all.map(section) + [.init("OPTIONS", [])]
                + optionSections(isPart: true) { !$0.isDisjoint(with: .plain) } + settings + [
                    .init("EXIT STATUS", [.list(ProgramManual.statuses)]),
                    .init("FILES", [.list(files)]),
                    .init("ENVIRONMENT", [.list(ProgramManual.variables)]),
                ]
        )
        return page.roff(name: program, version: version)
    }

    /// A command with the options that only it has, and the names of the others.
    private func section(of command: Subcommand) -> ManualPage.Section {
        let taken = CommandLineOption.groups(program: options).flatMap(\.options).filter {
            $0.uses.contains(command.use) && $0.uses != .all
        }
        let own = taken.filter { $0.uses.isDisjoint(with: .plain) }
        let others = taken.filter { !$0.uses.isDisjoint(with: .plain) }.map(\.name)
        let items = command.words + own.map { ManualPage.Item($0.usage, $0.help()) }
        let texts = [command.summary.asSentence] + command.details
        let more = others.isEmpty ? [] : ["It also takes \(others.joined(separator: ", "))."]
        return .init(
            ([command.name] + command.usage.prefix(1)).filter { !$0.isEmpty }.joined(separator: " "),
            isPart: true,
            texts.map { .paragraph($0) } + (items.isEmpty ? [] : [.list(items)]) + more.map { .paragraph($0) }
        )
    }

    // MARK: - Settings

    private var settingsSection: [ManualPage.Section] {
        let settings = sections.flatMap { section in
            (section.settings ?? []).filter { !$0.rule.isEmpty }.map { ProgramManual.item($0, in: section.name) }
        }
        guard !settings.isEmpty else { return [] }
        let list = settings.sorted { $0.term < $1.term }
        return [.init("Settings, for --set and the file of --config, with their defaults", [.list(list)])]
    }

    /// A setting: what it means, what it takes, and its default.
    private static func item(_ setting: SettingDeclaration, in section: String) -> ManualPage.Item {
        let value = setting.isSecret ? nil : setting.defaultValue?.hidingSecrets(under: setting.name)
        let text = (setting.help.isEmpty ? "" : "\(setting.help): ") + setting.rule
        let standard = value.map { $0 == "" ? "" : " (\($0))" } ?? ""
        return .init("\(section).\(setting.name)", "\(text)\(standard)".escapingControls)
    }

    // MARK: - Texts

    private static let summary = "a program for the terminal, with plugins"

    private static let description =
        "Runs in the terminal. Quit with ctrl-c, or with q from the page; go to the background with ctrl-z."

    private static let environment =
        "NO_COLOR is respected, and a locale without UTF-8, such as LANG=C, is --ascii. "
        + "Everything that a mouse can do has a key."

    private var files: [ManualPage.Item] {
        [
            .init("~/.local/state/\(program)/", "the log and all stored data; --state names another folder"),
            .init("~/.local/state/\(program)/log", "the log of all runs; log.old is its beginning"),
            .init("~/.cache/\(program)/", "what can be fetched again"),
        ]
    }

    private static let variables: [ManualPage.Item] = [
        .init("NO_COLOR", "if it's not empty, show no colors"),
        .init("COLORTERM", "truecolor or 24bit: show all colors"),
        .init("TERM", "the kind of the terminal"),
        .init("LC_ALL", "with LC_CTYPE and LANG, the charset; without UTF-8, --ascii"),
        .init("TZ", "the time zone, such as Europe/Berlin"),
        .init("SCRIPT_SECRET", "what a script types in place of secrets"),
        .init("XDG_STATE_HOME", "in place of ~/.local/state"),
        .init("XDG_CACHE_HOME", "in place of ~/.cache"),
    ]

    private static let statuses =
        ExitStatus.allCases.map { ManualPage.Item("\($0.rawValue)", $0.meaning) }
        + [.init("128+N", "signal N ended the program, such as 2 for ctrl-c; the shell shows 130")]
}

extension String {
    /// The text with a capital letter and a full stop.
    fileprivate var asSentence: String { prefix(1).uppercased() + dropFirst() + "." }
}
