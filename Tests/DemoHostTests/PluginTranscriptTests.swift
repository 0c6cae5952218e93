import Foundation
import HostRuntime
import Testing

/// The transcripts of the shop with both plugins, and with one of them.
///
/// `Scripts/update-documents` writes them. Review what it changes.
@Suite struct PluginTranscriptTests {
    /// A script with the plugins that run and the name of its transcript.
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

    // Without their lines in Package.swift there is nothing to compare.
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

    /// Whether a line is about a change of the shop, or a command's text.
    private func isOfShop(_ line: String) -> Bool {
        let isChange = ["session", "shop", "environment"].contains { line.hasPrefix("\($0) changed  ") }
        // A command that only opens a dialog has no text.
        return isChange || line.hasPrefix("command finished  ") && line.split(separator: "  ").count == 3
    }

    @Test(.enabled(if: areAttached), arguments: settings)
    func `a script of logins and switches gives its transcript, byte for byte`(setting: Setting) throws {
        let file = PluginTranscriptTests.folder.appendingPathComponent("\(setting.transcript).transcript")

        let transcript = try lines(of: setting).joined(separator: "\n")

        #expect(transcript == String(decoding: try Data(contentsOf: file), as: UTF8.self))
    }

    @Test(.enabled(if: areAttached), arguments: settings)
    func `the shop posts the same messages, whichever way its commands are run`(setting: Setting) throws {
        let events = try lines(of: setting).map { String($0.dropFirst("[  0.000] ".count)) }.filter(isOfShop)

        #expect(
            events == [
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
