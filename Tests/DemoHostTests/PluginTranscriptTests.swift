import Foundation
import HostRuntime
import Testing

/// What happens when the shop is served by plugins, and when one of them is not there, event by event.
///
/// `Scripts/update-transcripts` writes the transcripts anew; what it changes
/// belongs to a review.
@Suite struct PluginTranscriptTests {
    /// A script, the plugins that run meanwhile, and where its transcript is.
    struct Setting: CustomTestStringConvertible, Sendable {
        let script: String
        let plugins: [String]
        let transcript: String

        var testDescription: String { transcript }
    }

    private static let splash = "splash-ad"
    private static let assistant = "floating-assistant"

    private static let settings = [
        Setting(script: "assistant", plugins: [splash, assistant], transcript: "assistant"),
        Setting(script: "assistant", plugins: [assistant], transcript: "assistant-without-splash"),
        Setting(script: "shop", plugins: [splash], transcript: "shop-without-assistant"),
    ]

    // Attached by a line of Package.swift each; without it there is nothing to compare.
    static let areAttached = Set(PluginRecord.loaded.map { $0.type.manifest.id })
        .isSuperset(of: [splash, assistant])

    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().appendingPathComponent("PluginTranscripts")

    private func lines(of setting: Setting) throws -> [Substring] {
        let file = PluginTranscriptTests.folder.appendingPathComponent("\(setting.script).script").path
        let only = setting.plugins.flatMap { ["--only-plugin", $0] }
        let outcome = try Program.run(only + ["--script", file])
        #expect(outcome.errors == "")
        #expect(outcome.status == 0)
        return outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
            .filter { !$0.contains("] plugin disabled  ") }
    }

    /// Whether a line is what the shop tells everyone: that something is different, or what a command says.
    private func isTold(_ line: String) -> Bool {
        let isChange = ["session", "shop", "environment"].contains { line.hasPrefix("\($0) changed  ") }
        // A command that only opens something says nothing.
        return isChange || line.hasPrefix("command finished  ") && line.split(separator: "  ").count == 3
    }

    @Test(.enabled(if: areAttached), arguments: settings)
    func `a login, another shop and other environments give their transcript, to the byte`(setting: Setting) throws {
        let file = PluginTranscriptTests.folder.appendingPathComponent("\(setting.transcript).transcript")

        let transcript = try lines(of: setting).joined(separator: "\n")

        #expect(transcript == String(decoding: try Data(contentsOf: file), as: UTF8.self))
    }

    @Test(.enabled(if: areAttached), arguments: settings)
    func `the shop tells the same, whichever way it is asked`(setting: Setting) throws {
        let told = try lines(of: setting).map { String($0.dropFirst("[  0.000] ".count)) }.filter(isTold)

        #expect(
            told == [
                "session changed  merchant 5678",
                "command finished  session.login  Welcome, merchant 5678.",
                "shop changed  Harbour Books, Porto",
                "command finished  shop.switch  Now in Harbour Books, Porto.",
                "session changed  nobody",
                "environment changed  staging",
                "command finished  environment.switch  Now in staging. Log in again.",
            ]
        )
    }
}
