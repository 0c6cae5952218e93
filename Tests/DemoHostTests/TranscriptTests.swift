import Foundation
import Testing

/// What happens in the shop with no plugin, event by event: `Transcripts/NAME.script` gives `NAME.transcript`.
///
/// `Scripts/update-transcripts` writes them anew; what it changes belongs to a review.
@Suite struct TranscriptTests {
    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().appendingPathComponent("Transcripts")

    /// What a script gives, without the plugins that are kept from running: which there are is the manifest's matter.
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
    func `a script of the shop alone gives its transcript, to the byte`(script: String) throws {
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
