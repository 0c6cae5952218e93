import Foundation
import TestSupport
import Testing

@testable import HostBase
@testable import HostRuntime
@testable import Scenarios

/// The output and the files of the commands about plugins; none of them runs a plugin.
@MainActor @Suite struct PluginsRunTests {
    private final class Weather: HostApplication {
        nonisolated static let name = "weather"
        nonisolated static let version = "1"

        init(host: AppHost) {}
    }

    private let folder: StoreFolder
    private let other = OtherProcess(timeout: .seconds(10))

    init() throws {
        folder = try StoreFolder()
    }

    /// Leaves what a run leaves in which a plugin was disabled.
    private func prepare() {
        let history = PluginHistory(directory: folder.path)
        history.decide("confetti", isEnabled: false)
    }

    /// Runs a command and returns the error, if it prints one.
    private func problem(_ command: PluginsCommand, _ history: PluginHistory) throws -> HostProgramError? {
        let options = try HostOptions(arguments: ["plugins"])
        do throws(HostProgramError) {
            _ = try PluginsRun(Weather.self, options, history, in: folder.path).run(command, json: false)
            return nil
        } catch {
            return error
        }
    }

    private nonisolated static let changes: [(PluginsCommand, String)] = [
        (.enable("confetti"), "plugins enable confetti"), (.reset, "plugins reset"),
    ]

    @Test(arguments: changes)
    func `a change that another process locks out is an error after the wait`(
        command: PluginsCommand,
        words: String
    ) throws {
        prepare()
        let before = folder.text("host.plugins.json")

        let error = try #require(
            try problem(command, PluginHistory(directory: folder.path, calls: other.calls))
        )

        #expect(error.status == .cannotCreate)
        #expect(error.text.hasPrefix("\(words): the change is not saved in '\(folder.path)/host.plugins.json': "))
        #expect(error.text.hasSuffix("; end that process, or wait for it, and run the command again"))
        #expect(other.pauses.reduce(.zero, +) == .seconds(10))
        #expect(folder.text("host.plugins.json") == before)
    }

    @Test func `a change waits until another process releases the lock`() throws {
        prepare()
        other.letGo(afterPauses: 100)

        #expect(try problem(.enable("confetti"), PluginHistory(directory: folder.path, calls: other.calls)) == nil)

        #expect(other.pauses.count == 100)
        #expect(PluginHistory(directory: folder.path).health.disabled.isEmpty)
    }

    @Test func `a change in a folder that can't be written is an error with the reason and the way out`() throws {
        prepare()
        other.letGo()
        var calls = other.calls
        calls.write = { (_, _) throws(SystemError) in throw .noSpace }

        let error = try #require(try problem(.reset, PluginHistory(directory: folder.path, calls: calls)))

        #expect(error.status == .cannotCreate)
        #expect(error.text.contains("host.plugins.json': \(SystemError.noSpace); make its folder"))
        #expect(error.text.contains("--state"))
    }

    @Test func `a change in a folder that can't be made is an error`() throws {
        try folder.write("a file", to: "taken")
        let history = PluginHistory(directory: folder.file("taken"))
        history.decide("confetti", isEnabled: true)
        history.decide("confetti", isEnabled: false)

        let error = try #require(try problem(.disable("confetti"), history))

        #expect(error.status == .cannotCreate)
        #expect(error.text.hasPrefix("plugins disable confetti: the change is not saved in '\(folder.path)/taken/"))
    }

    @Test func `a store that can't be read is an error, even if nothing seems to need a change`() throws {
        let path = folder.file("loop")
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path)

        let error = try #require(try problem(.reset, PluginHistory(directory: path)))

        #expect(error.status == .cannotCreate)
        #expect(error.text.contains("let your user read it"))
    }
}
