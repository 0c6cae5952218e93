import Foundation
import TestSupport
import Testing

@testable import HostRuntime

@Suite struct LogTailTests {
    private let temporary = TemporaryFolder()
    /// A folder that is not there yet.
    private var folder: String { temporary.file("state") }

    @Test func `lines are read once, as they come`() throws {
        let tail = LogTail(folder: folder, name: "log")
        #expect(try tail.readLines() == [])

        let file = try LogFile(folder: folder, name: "log")
        file.append("one")
        file.append("two")

        #expect(try tail.readLines() == ["one", "two"])
        #expect(try tail.readLines() == [])
        file.append("three")
        #expect(try tail.readLines() == ["three"])
    }

    @Test func `no line is missed or read twice when the file is set aside`() throws {
        let file = try LogFile(folder: folder, name: "log", limit: 200)
        let tail = LogTail(folder: folder, name: "log")
        var read: [String] = []

        for number in 0..<300 {
            file.append("line \(number)")
            if number % 7 == 0 { read += try tail.readLines() }
        }
        read += try tail.readLines()

        #expect(read == (0..<300).map { "line \($0)" })
    }

    @Test func `a file that was emptied is read from its start, through a link too`() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: "\(folder)/log", withDestinationPath: "target")
        let file = try LogFile(folder: folder, name: "log")
        let tail = LogTail(folder: folder, name: "log")
        file.append("a long line before")
        #expect(try tail.readLines() == ["a long line before"])

        try Data().write(to: URL(filePath: "\(folder)/target"))
        file.append("after")

        #expect(try tail.readLines() == ["after"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["log", "target"])
    }

    @Test func `the file before the present one comes first`() throws {
        let file = try LogFile(folder: folder, name: "log", limit: 10)
        file.append("one: more than ten")
        file.append("two")

        #expect(try LogTail(folder: folder, name: "log").readLines() == ["one: more than ten", "two"])
    }
}
