import Foundation
import TestSupport
import Testing

/// The transcripts of the shop without plugins: `Transcripts/NAME.script` gives `NAME.transcript`.
///
/// `Scripts/update-documents` writes them. Review what it changes.
@Suite(.tags(.program)) struct ShopTranscriptTests {
    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().appendingPathComponent("Transcripts")

    /// Returns a script's transcript without the lines about disabled plugins, which depend on the manifest.
    private func transcript(of script: String, setting variables: [String: String] = [:]) throws -> String {
        let file = ShopTranscriptTests.folder.appendingPathComponent("\(script).script").path
        let outcome = try Program.run("--safe-mode", "--script", file, setting: variables)
        #expect(outcome.errors == "")
        #expect(outcome.status == 0)
        return outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
            .filter { !$0.contains("] plugin disabled  ") }
            .joined(separator: "\n")
    }

    private func expectedTranscript(of script: String) throws -> String {
        let file = ShopTranscriptTests.folder.appendingPathComponent("\(script).transcript")
        return String(decoding: try Data(contentsOf: file), as: UTF8.self)
    }

    @Test(arguments: ["session", "addresses"])
    func `a script of the shop alone gives its transcript, byte for byte`(script: String) throws {
        let transcript = try transcript(of: script)

        #expect(transcript == (try expectedTranscript(of: script)))
    }

    @Test(arguments: ["session", "addresses"])
    func `with a toolchain that can't count jobs, a script gives the same transcript after one warning`(
        script: String
    ) throws {
        let warning = """
            [  0.000] warning  host  can't tell when tasks have nothing left to do, \
            and waits for 100 turns of them instead: this build lacks the executors that count them

            """

        let transcript = try transcript(of: script, setting: ["HOST_RUNTIME_PLAIN_EXECUTORS": "1"])

        #expect(transcript == warning + (try expectedTranscript(of: script)))
    }

    @Test func `every script has its transcript and every transcript its script`() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: ShopTranscriptTests.folder.path)

        let names = ["script", "transcript"].map { ending in
            files.filter { $0.hasSuffix(".\(ending)") }.map { $0.prefix { $0 != "." } }.sorted()
        }

        #expect(names[0] == names[1])
        #expect(names[0] == ["addresses", "session"])
    }
}
