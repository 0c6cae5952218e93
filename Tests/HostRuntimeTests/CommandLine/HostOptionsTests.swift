import FoundationEssentials
import TestSupport
import Testing

@testable import HostRuntime

@Suite(.tags(.program)) struct HostOptionsTests {
    private func problem(_ arguments: String...) -> String? { problem(arguments) }

    private func problem(_ arguments: [String]) -> String? {
        do {
            _ = try HostOptions(arguments: arguments)
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test func `no arguments run the program in the terminal`() throws {
        try #expect(HostOptions(arguments: []) == HostOptions())
    }

    @Test func `every option is read`() throws {
        let options = try HostOptions(arguments: [
            "--script", "-", "--size", "100x30", "--now", "2026-11-21T09:30:00Z", "--state", "/s", "--config", "c.json",
            "--safe-mode", "--disable-plugin", "a", "--disable-plugin=b", "--only-plugin", "c", "--plugin-path", "p",
            "--set", "weather.city=Lisbon", "--no-mouse", "--ascii", "--reduce-motion", "--colors", "256",
        ])

        var expected = HostOptions()
        expected.mode = .script("-")
        expected.size = Size(width: 100, height: 30)
        expected.date = Date(timeIntervalSince1970: 1_795_253_400)
        expected.stateDirectory = "/s"
        expected.configurationFile = "c.json"
        expected.isSafeMode = true
        expected.disabledPlugins = ["a", "b"]
        expected.onlyPlugins = ["c"]
        expected.pluginPaths = ["p"]
        expected.settings = [.init(section: "weather", name: "city", value: "Lisbon")]
        expected.isPointerDisabled = true
        expected.isASCII = true
        expected.reducesMotion = true
        expected.colorDepth = .indexed256
        #expect(options == expected)
    }

    @Test(arguments: [("true", ColorDepth.trueColor), ("256", .indexed256), ("16", .ansi16), ("none", .monochrome)])
    func `colors are all, 256, 16 or none`(value: String, expected: ColorDepth) throws {
        try #expect(HostOptions(arguments: ["--colors", value]).colorDepth == expected)
    }

    @Test func `another number of colors is refused`() {
        #expect(problem("--colors", "8") == "option --colors is true, 256, 16 or none, not '8'")
    }

    @Test func `listing plugins is a table, or JSON`() throws {
        try #expect(HostOptions(arguments: ["--list-plugins"]).mode == .plugins(.list, json: false))
        try #expect(HostOptions(arguments: ["--json", "--list-plugins"]).mode == .plugins(.list, json: true))
    }

    @Test func `an unknown option is named with the nearest one`() {
        #expect(problem("--scrpt", "x") == "option --scrpt is not an option; did you mean '--script'?")
        #expect(problem("-v") == "option -v is not an option; see --help")
        #expect(problem("--frobnicate") == "option --frobnicate is not an option; see --help")
    }

    @Test func `a word that is no option is refused`() {
        #expect(problem("--ascii", "plugin") == "'plugin' is not a command; did you mean 'plugins'?")
    }

    @Test func `an unknown command is named with the nearest one`() throws {
        #expect(problem("plugin", "list") == "'plugin' is not a command; did you mean 'plugins'?")
        #expect(problem("list-plugins") == "'list-plugins' is not a command; did you mean '--list-plugins'?")
        let unknown = try #require(problem("frobnicate"))
        #expect(unknown.hasPrefix("'frobnicate' is not a command; those are run, commands, plugins, completion"))
        #expect(problem("--ascii", "plugins") == "option --ascii can't be used with plugins; leave one out")
        try #expect(HostOptions(arguments: ["run", "a.b", "--help"]).mode == .commandHelp("a.b"))
        try #expect(HostOptions(arguments: ["run", "--help"]).mode == .help(.command))
        try #expect(HostOptions(arguments: ["completion", "zsh"]).mode == .completionScript(.zsh))
        try #expect(
            HostOptions(arguments: ["completion", "candidates", "--", "run", "--he"]).mode
                == .candidates(["run", "--he"])
        )
        #expect(problem("completion") == "completion takes bash, zsh or fish")
        #expect(problem("completion", "tcsh") == "completion takes bash, zsh or fish, not 'tcsh'")
        #expect(problem("completion", "--state", "/s") == "option --state can't be used with completion; leave one out")
    }

    @Test func `a command may come behind options, whose values are none`() throws {
        let options = try HostOptions(arguments: ["--state", "plugins", "--json", "run", "a.b", "c=plugins"])

        #expect(options.mode == .command("a.b", words: ["c=plugins"], json: true))
        #expect(options.stateDirectory == "plugins")
    }

    @Test func `a run of a command has its id, its words and the options of a host`() throws {
        let options = try HostOptions(
            arguments: ["run", "shop.switch", "--state", "/x", "shop=a=b", "--json", "--disable-plugin", "y"]
        )

        #expect(options.mode == .command("shop.switch", words: ["shop=a=b"], json: true))
        #expect(options.stateDirectory == "/x")
        #expect(options.disabledPlugins == ["y"])
        try #expect(HostOptions(arguments: ["commands", "--json"]).mode == .commands(json: true))
        #expect(problem("run") == "run takes a command's id; 'commands' lists all")
        #expect(problem("commands", "all") == "commands all is not understood; see commands --help")
    }

    @Test(arguments: [["--script", "a"], ["--record", "a"], ["--size", "9x9"], ["--no-mouse"]])
    func `a run of a command has no screen, script or recording`(other: [String]) {
        #expect(problem(["run", "a.b"] + other) == "option \(other[0]) can't be used with run; leave one out")
    }

    @Test func `a run has one script`() {
        #expect(
            problem("--script", "a", "--script", "b")
                == "option --script can be given only once; a run has one script"
        )
        #expect(
            problem("--list-plugins", "--script", "a")
                == "option --script can't be used with --list-plugins; leave one out"
        )
    }

    @Test(arguments: [["--script", "a"], ["--list-plugins"]])
    func `a command of plugins changes nothing beside another thing to do`(other: [String]) {
        #expect(
            problem(["plugins", "disable", "x"] + other)
                == "option \(other[0]) can't be used with plugins; leave one out"
        )
    }

    @Test func `help and version are printed whatever else is asked for`() throws {
        try #expect(HostOptions(arguments: ["--script", "a", "--list-plugins", "--help"]).mode == .help(.terminal))
        try #expect(HostOptions(arguments: ["-h"]).mode == .help(.terminal))
        try #expect(HostOptions(arguments: ["commands", "--json", "--help"]).mode == .help(.commands))
        try #expect(HostOptions(arguments: ["plugins", "lst", "-h"]).mode == .help(.plugins))
        try #expect(HostOptions(arguments: ["--version", "--size", "80x24"]).mode == .version)
    }

    @Test func `'help' before a command is its '--help', as in git`() throws {
        try #expect(HostOptions(arguments: ["help"]).mode == .help(.terminal))
        try #expect(HostOptions(arguments: ["help", "plugins"]).mode == .help(.plugins))
        try #expect(HostOptions(arguments: ["help", "run", "a.b"]).mode == .commandHelp("a.b"))
        try #expect(HostOptions(arguments: ["run", "help"]).mode == .command("help", words: [], json: false))
        #expect(problem("help", "plugin") == "'plugin' is not a command; did you mean 'plugins'?")
    }

    @Test func `'--' ends the options, before and after a command`() throws {
        try #expect(HostOptions(arguments: ["--"]) == HostOptions())
        try #expect(HostOptions(arguments: ["--", "commands"]).mode == .commands(json: false))
        try #expect(
            HostOptions(arguments: ["run", "a.b", "--", "--json", "--"]).mode
                == .command("a.b", words: ["--json", "--"], json: false)
        )
        #expect(problem("--", "--ascii")?.hasPrefix("'--ascii' is not a command") == true)
    }

    @Test func `a word that isn't UTF-8 is refused by its place, because it may be a secret`() {
        let word = String(decoding: [0x73, 0xFF], as: UTF8.self)

        #expect(problem("--state", word) == "word 2 of the command line isn't UTF-8")
        #expect(problem("run", "a.b", "key=\(word)") == "word 3 of the command line isn't UTF-8")
    }

    @Test func `an option without its value is named`() {
        #expect(problem("--size") == "option --size needs a value")
        #expect(problem("--state", "") == "option --state needs a value that is not empty")
        #expect(problem("--ascii=yes") == "option --ascii takes no value")
        #expect(
            problem("--json")
                == "option --json needs --list-plugins or the command 'run', 'commands' or 'plugins'"
        )
    }

    @Test func `the size and the date of a script are refused without one`() throws {
        #expect(problem("--size", "80x24") == "option --size needs --script")
        #expect(problem("--now=2026-11-21") == "option --now needs --script")
        #expect(problem("--size", "80x24", "--script", "-", "--now", "2026-11-21") == nil)
        #expect(
            problem("--list-plugins", "--size", "20x5")
                == "option --size can't be used with --list-plugins; leave one out"
        )
    }

    @Test(arguments: ["80", "80x", "axb", "80x24x3", "", "0x0", "80x0", "5000x10", "-1x5"])
    func `a size that no screen has is refused`(size: String) {
        #expect(
            problem("--size", size)
                == "option --size is WIDTHxHEIGHT, such as 80x24, with sides from 1 to 4096, not '\(size)'"
        )
    }

    @Test(arguments: ["tomorrow", "2026-02-30", "2026-11-21T99:99:99Z", "2026-13-01", "2026-11-21T09:30:00"])
    func `a date that is none is refused`(date: String) {
        #expect(
            problem("--now", date)
                == "option --now is a date such as 2026-11-21 or 2026-11-21T09:30:00Z, not '\(date)'"
        )
    }

    @Test func `nothing is recorded of what is no session, and a list shows nothing`() {
        #expect(problem("commands", "--record", "a") == "option --record can't be used with commands; leave one out")
        #expect(
            problem("--script", "b", "--record", "a") == "option --record can't be used with --script; leave one out"
        )
        #expect(problem("plugins", "list", "--cast", "a") == "option --cast can't be used with plugins; leave one out")
        #expect(
            problem("--list-plugins", "--cast", "a") == "option --cast can't be used with --list-plugins; leave one out"
        )
        #expect(problem("--script", "b", "--cast", "a") == nil)
        #expect(problem("--record", "b", "--cast", "a") == nil)
    }

    @Test func `an error carries no control characters to the terminal`() {
        #expect(problem("--\u{1B}[31m")?.contains("\u{1B}") == false)
    }
}
