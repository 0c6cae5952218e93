import Testing

@testable import HostRuntime

@Suite struct ProgramManualTests {
    private static let city = ProgramOption("--city", value: "NAME", help: "show this city", sets: "city", in: "w")

    private let manual = ProgramManual(program: "weather", options: [city])

    @Test func `the help has a line for each option of a use without a command, those of the program among them`() {
        let help = manual.help()

        #expect(help.contains("\n  --city NAME            show this city\n"))
        let options = CommandLineOption.groups(program: [ProgramManualTests.city]).flatMap(\.options)
        let names = help.split(separator: "\n").filter { $0.hasPrefix("  --") }.map { $0.split(separator: " ")[0] }
        #expect(names.map { String($0) } == options.filter { $0.uses.contains { $0.subcommand == nil } }.map(\.name))
        #expect(Set(options.map(\.name)).count == options.count)
    }

    @Test func `the help lists all commands and exit statuses`() {
        let help = manual.help()

        #expect(help.contains("\n  commands               print the commands of the program and its plugins,"))
        #expect(Subcommand.all.allSatisfy { help.contains("\n  \($0.name) ") })
        #expect(help.contains("\n  69                     there is no terminal to run in, or a command can't be\n"))
    }

    @Test func `a command's help has its words and the options that it takes`() {
        let plugins = manual.help(for: .plugins)
        let completion = manual.help(for: .completion)

        #expect(plugins.hasPrefix("Usage: weather plugins [COMMAND] [options]\n\nPrint the plugins, or"))
        #expect(plugins.contains("\n  why ID                 print why a plugin runs or doesn't\n"))
        #expect(plugins.contains("\n  --city NAME ") && plugins.contains("\n  --json "))
        #expect(!plugins.contains("--script"))
        #expect(completion.hasPrefix("Usage: weather completion bash|zsh|fish [options]\n"))
        #expect(!completion.contains("--city"))
    }

    @Test(arguments: ProgramUse.allCases)
    func `no line of a help is wider than 80 columns`(use: ProgramUse) {
        let lines = manual.help(for: use).split(separator: "\n")

        #expect(lines.filter { $0.count > 80 } == [])
    }

    @Test func `the help lists the settings that are declared, with what they take and their defaults`() {
        let section = ConfigurationSection(
            "weather",
            settings: [
                Setting("days", in: 1...9, default: 3, help: "the days to show"),
                Setting("city", default: "", help: "the place"),
                Setting("station", default: "x27", help: "").secret,
            ]
        )

        let help = ProgramManual(program: "weather", sections: [section, ConfigurationSection("news")]).help()

        #expect(
            help.contains(
                """

                Settings, for --set and the file of --config, with their defaults:
                  weather.city           the place: a line of text
                  weather.days           the days to show: a whole number from 1 to 9 (3)
                  weather.station        a line of text

                """
            )
        )
        #expect(!manual.help().contains("Settings, for"))
    }
}
