import Foundation
import HostRuntime
import TestSupport
import Testing

/// The transcripts of the shop with both plugins, and with one of them.
///
/// `Scripts/update-documents` writes them. Review what it changes.
@Suite(.tags(.program)) struct PluginTranscriptTests {
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

    @Test(.enabled(if: areAttached), arguments: settings)
    func `a script of logins and switches gives its transcript, byte for byte`(setting: Setting) throws {
        let script = PluginTranscriptTests.folder.appendingPathComponent("\(setting.script).script").path
        let file = PluginTranscriptTests.folder.appendingPathComponent("\(setting.transcript).transcript")
        let only = setting.plugins.flatMap { ["--only-plugin", $0] }

        let outcome = try Program.run(only + ["--script", script])

        #expect(outcome.errors == "")
        #expect(outcome.status == 0)
        let lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
            .filter { !$0.contains("] plugin disabled  ") }
        #expect(lines.joined(separator: "\n") == String(decoding: try Data(contentsOf: file), as: UTF8.self))
    }
}
