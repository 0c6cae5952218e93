import Foundation
import Testing

@testable import HostRuntime

@Suite struct LogFileTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "log-\(UUID())").path

    @Test func `lines are appended, also by a second run`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }

        try LogFile(folder: folder, name: "log").append("one")
        try LogFile(folder: folder, name: "log").append("two")

        #expect(try String(contentsOfFile: "\(folder)/log", encoding: .utf8) == "one\ntwo\n")
    }

    @Test(.timeLimit(.minutes(1)))
    func `a pipe that nobody reads is refused and not waited for`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        mkfifo("\(folder)/log", 0o600)

        #expect(throws: LogFileError.self) { try LogFile(folder: folder, name: "log") }
    }

    @Test func `a folder in its place is refused with its path`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: "\(folder)/log", withIntermediateDirectories: true)

        #expect(throws: LogFileError(path: "\(folder)/log", reason: "Is a directory")) {
            try LogFile(folder: folder, name: "log")
        }
    }
}
