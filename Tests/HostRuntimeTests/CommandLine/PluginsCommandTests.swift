import TestSupport
import Testing

@testable import HostRuntime

@Suite(.tags(.plugins)) struct PluginsCommandTests {
    private func problem(_ words: String...) -> String? {
        do {
            _ = try HostOptions(arguments: words)
            return nil
        } catch {
            return "\(error)"
        }
    }

    private func mode(_ words: String...) throws -> HostOptions.Mode {
        try HostOptions(arguments: words).mode
    }

    @Test func `every command is read`() throws {
        try #expect(mode("plugins") == .plugins(.list, json: false))
        try #expect(mode("plugins", "list", "--json") == .plugins(.list, json: true))
        try #expect(mode("plugins", "why", "confetti") == .plugins(.why("confetti"), json: false))
        try #expect(mode("plugins", "enable", "confetti") == .plugins(.enable("confetti"), json: false))
        try #expect(mode("plugins", "disable", "confetti") == .plugins(.disable("confetti"), json: false))
        try #expect(mode("plugins", "reset") == .plugins(.reset, json: false))
        try #expect(mode("plugins", "doctor", "--json") == .plugins(.doctor, json: true))
    }

    @Test func `options may stand between the words`() throws {
        let options = try HostOptions(arguments: ["plugins", "--state", "/s", "why", "--plugin-path", "p", "confetti"])

        #expect(options.mode == .plugins(.why("confetti"), json: false))
        #expect(options.stateDirectory == "/s")
        #expect(options.pluginPaths == ["p"])
    }

    @Test func `a wrong command is answered with the nearest one`() {
        #expect(problem("plugins", "lst")?.hasPrefix("plugins lst is not a command") == true)
        #expect(problem("plugins", "lst")?.contains("list") == true)
        #expect(problem("plugins", "why") == "plugins why takes one plugin's id")
        #expect(problem("plugins", "reset", "confetti") == "plugins reset takes nothing more")
        #expect(problem("plugins", "reset", "--json") == "option --json can't be used with plugins reset")
        #expect(
            problem("plugins", "list", "--script", "a") == "option --script can't be used with plugins; leave one out"
        )
    }
}
