import Foundation
import TestSupport
import Testing

@testable import HostRuntime

@Suite struct CrashRecordingTests {
    private let temporary = TemporaryFolder()
    /// A folder that is not there yet.
    private var folder: String { temporary.file("state") }

    private func makeRecording(second: Double = 0, limit: Int = 1000) throws -> CrashRecording {
        try CrashRecording(
            folder: folder,
            date: Date(timeIntervalSince1970: second),
            process: 7,
            limit: limit
        )
    }

    private func text(_ recording: CrashRecording) throws -> String {
        try String(contentsOfFile: recording.path, encoding: .utf8)
    }

    @Test func `a short session is kept as a whole`() throws {
        let recording = try makeRecording()

        recording.begin("# head\n")
        #expect(recording.append("key a\n"))

        #expect(try text(recording) == "# head\nkey a\n")
        #expect(recording.path.hasSuffix("/1970-01-01T000000.000Z-7.txt"))
    }

    @Test func `a long session stays within the limit, and keeps its head and its last steps`() throws {
        let recording = try makeRecording()

        recording.begin("# head\n")
        for number in 0..<10_000 {
            #expect(recording.append("wait 0.\(100 + number % 900)\nkey \(number % 10)\n"))
            guard number % 100 == 0 else { continue }
            #expect(try text(recording).utf8.count < 1200)
        }

        #expect(try text(recording).hasPrefix("# head\nunrecorded "))
        #expect(try text(recording).hasSuffix("key 9\n"))
        _ = try Script(Array(text(recording).utf8), size: Size(width: 80, height: 24))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 1)
    }

    @Test func `a session that ends in order leaves nothing behind`() throws {
        let recording = try makeRecording()
        recording.begin("# head\n")

        recording.remove()

        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    }

    @Test func `the recordings of earlier crashes are kept for a while`() throws {
        for second in 0..<9 { try makeRecording(second: Double(second)).begin("# head\n") }

        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 5)
        #expect(FileManager.default.fileExists(atPath: "\(folder)/1970-01-01T000008.000Z-7.txt"))
    }

    @Test func `the recording of a running session is not removed`() throws {
        let running = try makeRecording(limit: 100)
        running.begin("# head\n")
        // It's another file after it was shortened.
        for _ in 0..<100 { #expect(running.append("key a\n")) }

        for second in 1..<9 { try makeRecording(second: Double(second)).begin("# head\n") }

        #expect(FileManager.default.fileExists(atPath: running.path))
        #expect(running.append("key b\n"))
        #expect(try text(running).hasSuffix("key b\n"))
    }
}
