import TestSupport
import Testing

@testable import HostRuntime

@Suite(.tags(.commands)) struct CompletionTests {
    private let facts = CompletionFacts(
        plugins: [CompletionCandidate("confetti", "active"), CompletionCandidate("weather", "disabled")],
        sections: [
            ConfigurationSection("weather", settings: [Setting("days", in: 1...9, default: 3, help: "the days")])
        ],
        commands: CommandListing([
            .init(
                id: "weather.show",
                title: "Show the weather",
                parameters: [
                    .init(
                        name: "city",
                        title: "City",
                        kind: "choice",
                        choices: [
                            CommandChoice(value: "Faro", title: "Faro, Portugal"),
                            CommandChoice(value: "Porto", title: "Porto"),
                            CommandChoice(value: "a\nb", title: "Broken"),
                        ]
                    ),
                    .init(name: "days", title: "Days", kind: "number", range: 1...9),
                    .init(name: "wind", title: "With the wind", kind: "toggle"),
                    .init(name: "file", title: "File", kind: "text"),
                    .init(name: "key", title: "Key", kind: "secret"),
                ]
            ),
            .init(id: "weather.map", title: "The map", requiresScreen: true),
        ])
    )

    private func completion(_ words: [String]) -> Completion {
        let city = ProgramOption("--city", value: "NAME", help: "show this city", sets: "city", in: "weather")
        return Completion(CompletionPoint(words, program: [city]), facts)
    }

    private func values(_ words: String...) -> [String] { completion(words).candidates.map(\.value) }

    @Test func `the first word is a command`() {
        #expect(values("") == Subcommand.all.map(\.name))
        #expect(values("com") == ["commands", "completion"])
        #expect(values("--ascii", "com") == [])
    }

    @Test func `an option is one that has an effect there`() {
        #expect(values("--c") == ["--cast", "--config", "--city", "--colors"])
        #expect(values("completion", "--") == ["--version", "--help"])
        #expect(values("commands", "--json", "--js") == [])
        #expect(values("--script", "a", "--si") == ["--size"])
        #expect(values("--plain", "--si") == [])
        #expect(values("commands", "") == values("commands", "--"))
    }

    @Test func `a value of an option is a choice, a plugin or a setting`() {
        #expect(values("--colors=t") == ["--colors=true"])
        #expect(values("--only-plugin", "c") == ["confetti"])
        #expect(values("--set", "we") == ["weather.days="])
        #expect(values("--set=we") == ["--set=weather.days="])
        #expect(values("--size", "") == [])
    }

    @Test(arguments: [
        (["--script", ""], Completion.Kind.files, ""), (["--cast=a"], .files, "--cast="),
        (["--state", "x"], .folders, ""),
        (["run", "weather.show", "file=a"], .files, "file="),
    ])
    func `a file or a folder is the shell's to find`(words: [String], kind: Completion.Kind, lead: String) {
        #expect(completion(words).text == "\(kind.rawValue)\t\(lead)")
    }

    @Test func `after 'plugins' come its commands, and what they take`() {
        #expect(values("plugins", "d") == ["disable", "doctor"])
        #expect(values("plugins", "--state", "/s", "why", "") == ["confetti", "weather"])
        #expect(values("plugins", "reset", "x") == [])
        #expect(values("completion", "") == ["bash", "zsh", "fish"])
    }

    @Test func `a command without a screen is completed, and its parameters that aren't given`() {
        #expect(values("run", "") == ["weather.show"])
        #expect(values("run", "weather.show", "") == ["city=", "days=", "wind=", "file="])
        #expect(values("run", "weather.show", "city=Faro", "--json", "") == ["days=", "wind=", "file="])
        #expect(values("run", "weather.show", "city=") == ["city=Faro", "city=Porto"])
        #expect(values("run", "weather.show", "city=P") == ["city=Porto"])
        #expect(values("run", "weather.show", "wind=") == ["wind=true", "wind=false"])
        #expect(values("run", "nothing", "") == [])
    }

    @Test func `a secret is never completed`() {
        #expect(values("run", "weather.show", "k") == [])
        #expect(values("run", "weather.show", "key=") == [])
        #expect(completion(["run", "weather.show", "key="]).kind == .words)
    }

    @Test func `the options before the cursor count, and wrong ones don't disturb`() {
        let point = CompletionPoint(["--state", "/s", "--wrong", "--size=1", "--plugin-path", "p", ""])

        #expect(point.options.stateDirectory == "/s")
        #expect(point.options.pluginPaths == ["p"])
    }

    @Test func `each candidate has a line, with its explanation`() {
        #expect(
            completion(["run", "weather.show", "city="]).text
                == "words\tcity=\ncity=Faro\tFaro, Portugal\ncity=Porto\tPorto"
        )
        #expect(completion([]).text.hasPrefix("words\t\nrun\t"))
    }

    @Test func `the script's function is named after the program, whose name is quoted`() {
        for script in CompletionScript.allCases {
            let text = script.text(program: "it's-a.shop")
            #expect(text.contains("_it_s_a_shop"))
            #expect(text.contains(#"'it'\''s-a.shop'"#))
            #expect(!text.contains("@NAME@") && !text.contains("@FUNCTION@"))
        }
    }
}
