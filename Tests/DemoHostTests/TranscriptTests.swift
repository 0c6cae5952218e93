import Foundation
import Testing

/// The transcripts of the shop without plugins: `Transcripts/NAME.script` gives `NAME.transcript`.
///
/// `Scripts/update-documents` writes them. Review what it changes.
@Suite struct TranscriptTests {
    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().appendingPathComponent("Transcripts")

    /// Returns a script's transcript without the lines about disabled plugins, which depend on the manifest.
    private func transcript(of script: String) throws -> String {
        let file = TranscriptTests.folder.appendingPathComponent("\(script).script").path
        let outcome = try Program.run("--safe-mode", "--script", file)
        #expect(outcome.errors == "")
        #expect(outcome.status == 0)
        return outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
            .filter { !$0.contains("] plugin disabled  ") }
            .joined(separator: "\n")
    }

    @Test(arguments: ["session", "menu", "addresses"])
    func `a script of the shop alone gives its transcript, byte for byte`(script: String) throws {
        let file = TranscriptTests.folder.appendingPathComponent("\(script).transcript")

        let transcript = try transcript(of: script)

        #expect(transcript == String(decoding: try Data(contentsOf: file), as: UTF8.self))
    }

    @Test func `every script has its transcript and every transcript its script`() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: TranscriptTests.folder.path)

        let names = ["script", "transcript"].map { ending in
            files.filter { $0.hasSuffix(".\(ending)") }.map { $0.prefix { $0 != "." } }.sorted()
        }

        #expect(names[0] == names[1])
        #expect(names[0] == ["addresses", "menu", "session"])
    }
}
