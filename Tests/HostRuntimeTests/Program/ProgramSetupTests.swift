import Foundation
import Glibc
import TestSupport
import Testing

@testable import HostRuntime

@MainActor @Suite struct ProgramSetupTests {
    private final class Weather: HostApplication {
        nonisolated static let name = "weather"
        nonisolated static let version = "1"
        nonisolated static let configuration = [ConfigurationSection("place", names: ["city", "days"])]

        init(host: AppHost) {}
    }

    private func setup(_ arguments: [String], file text: String? = nil) throws -> ProgramSetup {
        let folder = TemporaryFolder()
        if let text { try folder.write(text, to: "config.json") }
        let named = text == nil ? [] : ["--config", folder.file("config.json")]
        return try ProgramSetup(Weather.self, HostOptions(arguments: named + arguments), PluginHistory(directory: nil))
    }

    @Test func `a program that may open too few files doesn't start`() async {
        await #expect(processExitsWith: .exitCode(69)) {
            var few = rlimit(rlim_cur: 16, rlim_max: 16)
            setrlimit(Int32(RLIMIT_NOFILE.rawValue), &few)
            await Weather.main()
        }
    }

    @Test func `what the command line sets goes before the configuration file, and the last value counts`() throws {
        let setup = try setup(
            ["--set", "place.city=Porto", "--set", "place.city=Faro"],
            file: #"{"place": {"city": "Lisbon", "days": 2}}"#
        )

        #expect(setup.configuration == HostConfiguration(["place": ["city": "Faro", "days": 2]]))
        #expect(setup.warnings == [])
    }

    @Test func `a file that is a pipe is read, and one that can't be is named with the reason`() throws {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        let text = Array("{}".utf8)
        #expect(write(ends[1], text, text.count) == text.count)
        close(ends[1])
        defer { close(ends[0]) }

        #expect(try ProgramSetup.read("/dev/fd/\(ends[0])", what: "the script") == text)
        do {
            _ = try ProgramSetup.read("/missing", what: "the script")
            Issue.record("A missing file was read")
        } catch {
            #expect(error.text == "the script '/missing' cannot be read: No such file or directory")
        }
    }

    @Test func `standard input that is a folder is an error and not empty`() async {
        await #expect(processExitsWith: .exitCode(66)) {
            let folder = open("/", O_RDONLY)
            dup2(folder, 0)
            await MainActor.run {
                do throws(HostProgramError) {
                    _ = try ProgramSetup.read("-", what: "the script")
                } catch {
                    exit(error.status.rawValue)
                }
            }
        }
    }

    @Test func `a recording only reads the stores, and a damaged one is left for the program to report`() throws {
        let folder = try StoreFolder()
        folder.store("shop").update { $0["city"] = "Faro" }
        try folder.write("{\"cut", to: "notes.json")
        let names = folder.names

        #expect(ProgramSetup.storedValues(in: folder.path) == ["shop": ["city": "Faro"]])

        #expect(folder.names == names)
    }

    @Test func `a damaged store of the plugins is a warning, since a disabled plugin runs again`() throws {
        let folder = try StoreFolder()
        try folder.write("{\"disabled", to: "host.plugins.json")

        let setup = try ProgramSetup(
            Weather.self,
            HostOptions(arguments: ["--state", folder.path]),
            PluginHistory(directory: folder.path)
        )

        #expect(setup.warnings.count == 1)
        #expect(setup.warnings.first?.contains("host.plugins.json' is damaged") == true)
        #expect(folder.text("host.plugins.json.damaged-1") == "{\"disabled")
    }

    @Test func `names that nothing reads are warnings`() throws {
        let setup = try setup(["--set", "plac.city=Faro"], file: #"{"place": {"dys": 2}}"#)

        #expect(
            setup.warnings == [
                "nothing reads the section 'plac' of the configuration; did you mean 'place'?",
                "nothing reads 'dys' in the section 'place' of the configuration; did you mean 'days'?",
            ]
        )
    }

    @Test func `a file that is not there is an error with its status`() throws {
        let error = #expect(throws: HostProgramError.self) { try setup(["--config", "/nowhere"]) }

        #expect(error?.status == .noInput)
        #expect(
            error?.text == "the configuration '/nowhere' cannot be read: No such file or directory"
        )
    }
}
