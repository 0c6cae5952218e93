import Foundation
import TestSupport
import Testing

@testable import HostRuntime

/// The log on the disk, which is bounded and follows its file.
@Suite(.tags(.faults)) struct LogFileTests {
    private let temporary = TemporaryFolder()
    /// A folder that is not there yet.
    private var folder: String { temporary.file("state") }

    @Test func `lines are appended, also by a second run`() throws {

        try LogFile(folder: folder).append("one")
        try LogFile(folder: folder).append("two")

        #expect(try String(contentsOfFile: "\(folder)/log", encoding: .utf8) == "one\ntwo\n")
    }

    private func text(_ name: String) throws -> String {
        try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
    }

    @Test func `the file and the one before it take twice the limit at most`() throws {
        let file = try LogFile(folder: folder, limit: 1_000)

        for number in 0..<500 { file.append("line \(number)", under: "goes on") }

        #expect(try text("log").utf8.count <= 1_020)
        #expect(try text("log.old").utf8.count <= 1_020)
        #expect(try text("log.old").hasPrefix("goes on\n"))
        #expect(try (text("log.old") + text("log")).hasSuffix("line 498\nline 499\n"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["log", "log.old"])
    }

    @Test func `a file that another run has set aside is left for the new one`() throws {
        let first = try LogFile(folder: folder, limit: 10)
        let second = try LogFile(folder: folder, limit: 10)

        first.append("one: more than ten")
        first.append("two")
        second.append("three")

        #expect(try text("log.old") == "one: more than ten\n")
        #expect(try text("log") == "two\nthree\n")
    }

    @Test func `a file that is moved or removed is followed by a new one, and so is its folder`() throws {
        let file = try LogFile(folder: folder)
        file.append("one")

        try FileManager.default.moveItem(atPath: "\(folder)/log", toPath: "\(folder)/moved")
        file.append("two", under: "goes on")
        #expect(try text("moved") == "one\n")
        #expect(try text("log") == "goes on\ntwo\n")

        try FileManager.default.removeItem(atPath: folder)
        file.append("three")
        #expect(try text("log") == "three\n")
    }

    @Test func `a line after one that was cut off by a full disk begins on its own`() async throws {
        await #expect(processExitsWith: .success) { [folder = folder as String] in
            let file = try LogFile(folder: folder)
            signal(SIGXFSZ, SIG_IGN)
            var limits = rlimit()
            getrlimit(Int32(RLIMIT_FSIZE.rawValue), &limits)
            let most = limits.rlim_cur
            limits.rlim_cur = 6
            setrlimit(Int32(RLIMIT_FSIZE.rawValue), &limits)
            file.append("first line")
            limits.rlim_cur = most
            setrlimit(Int32(RLIMIT_FSIZE.rawValue), &limits)
            file.append("second line")
            file.append("third line")
        }

        #expect(try text("log") == "first \nsecond line\nthird line\n")
    }

    @Test(.timeLimit(.minutes(20)))
    func `a pipe without a reader is refused at once`() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        mkfifo("\(folder)/log", 0o600)

        #expect(throws: SystemError.self) { try LogFile(folder: folder) }
    }

    @Test func `a folder in the file's place is refused with the reason`() throws {
        try FileManager.default.createDirectory(atPath: "\(folder)/log", withIntermediateDirectories: true)

        let error = #expect(throws: SystemError.self) { try LogFile(folder: folder) }
        #expect(error.map { "\($0)" } == "Is a directory")
    }
}
