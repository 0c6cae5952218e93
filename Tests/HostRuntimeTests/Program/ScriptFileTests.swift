import Foundation
import TestSupport
import Testing

@testable import HostRuntime
@testable import Scenarios

@MainActor @Suite struct ScriptFileTests {
    /// Reads a script, and returns its options.
    private func options(_ script: String, _ arguments: String...) throws -> HostOptions {
        let folder = TemporaryFolder()
        let path = folder.file("script")
        try folder.write(script, to: "script")
        return try ScriptFile(path, arguments: arguments + ["--script", path], program: []).options
    }

    private func problem(_ script: String) -> String? {
        do {
            _ = try options(script)
            return nil
        } catch {
            return (error as? HostProgramError)?.text.split(separator: "', ", maxSplits: 1).last.map(String.init)
        }
    }

    @Test func `a script brings options, and those of the command line are over them`() throws {
        let options = try options("option --size 30x5 --ascii\noption --disable-plugin=ads\nquit\n", "--size", "40x6")

        #expect(options.size == Size(width: 40, height: 6))
        #expect(options.isASCII)
        #expect(options.disabledPlugins == ["ads"])
    }

    @Test(arguments: ["--plugin-path /tmp", "--state /tmp/x", "--cast x", "--config x", "--help", "--record x"])
    func `an option that opens or writes files is no script's, also behind another one`(option: String) {
        let name = option.prefix { $0 != " " }
        let rule = "line 1 has the option '\(name)', which a script can't give"

        #expect(problem("option \(option)\nquit\n") == rule)
        #expect(problem("option --ascii \(option)\nquit\n") == rule)
    }

    @Test(arguments: ["plugins", "run"])
    func `a command of the command line is no script's`(word: String) {
        for option in ["\(word) --ascii", "--ascii \(word)"] {
            #expect(problem("option \(option)\n") == "line 1 has the option '\(word)', which a script can't give")
        }
    }

    @Test func `a script's settings are under the command line's file, and the command line's options over it`() throws
    {
        let script = "option --set a.x=1\nconfiguration {\"a\": {\"x\": 0, \"y\": 2}}\nquit\n"
        let options = try options(script, "--set", "a.z=3")

        #expect(options.settings.map(\.name) == ["z"])
        #expect(options.scriptSettings.map(\.name) == ["x", "y", "x"])
        #expect(options.scriptSettings.last?.value == 1)
        guard case .file? = options.scriptSettings.first?.source else { return #expect(Bool(false)) }
    }

    @Test func `a wrong option is named with its line`() {
        #expect(
            problem("# so far so good\noption --size 0x0\n")
                == "line 2 has a wrong option: option --size is WIDTHxHEIGHT, such as 80x24, with sides from 1 to 4096, not '0x0'"
        )
    }

    // MARK: - What is missing

    private func file(_ script: String, _ arguments: String...) throws -> ScriptFile {
        let folder = TemporaryFolder()
        try folder.write(script, to: "script")
        let path = folder.file("script")
        return try ScriptFile(path, arguments: arguments + ["--script", path], program: [])
    }

    @Test func `a script lists all secrets that are missing`() throws {
        let script = "type-secret 1\npaste-secret 2\nquit\n"

        #expect(try file(script).problems.count == 2)
        #expect(try file(script, "--secret", "a").problems.count == 1)
    }

    @Test func `a recording names the plugin path that it needs, until it's given`() throws {
        let script = "unrecorded the plugins of the folder '/p'\(RecordingHead.wayOut(plugins: "/p"))\nquit\n"

        let lacks = try file(script).lacks
        #expect(lacks.count == 1)
        #expect(lacks.first?.hasSuffix("doesn't contain the plugins of the folder '/p'; add --plugin-path /p") == true)
        #expect(try file(script, "--plugin-path", "/p").lacks == [])
    }
}
