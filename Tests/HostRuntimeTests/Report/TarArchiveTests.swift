import Foundation
import TestSupport
import Testing

@testable import HostRuntime

@Suite struct TarArchiveTests {
    private func archive() -> TarArchive {
        var archive = TarArchive()
        archive.add("report/a.txt", Array("hello\n".utf8), time: 1_700_000_000)
        archive.add("report/empty.txt", [], time: 0)
        archive.add("report/block.txt", [UInt8](repeating: 0x61, count: 512), time: 8)
        return archive
    }

    private func tar(_ arguments: String...) throws -> String {
        let folder = TemporaryFolder()
        let path = folder.file("report.tar")
        try Data(archive().bytes).write(to: URL(filePath: path))
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["tar"] + arguments.map { $0 == "FILE" ? path : $0 }
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(text)")
        return text
    }

    @Test func `tar lists its files, for their user alone`() throws {
        #expect(try tar("tf", "FILE") == "report/a.txt\nreport/empty.txt\nreport/block.txt\n")
        let lines = try tar("tvf", "FILE").split(separator: "\n")
        #expect(lines.allSatisfy { $0.hasPrefix("-rw------- ") })
    }

    @Test func `tar gives back what was put in`() throws {
        #expect(try tar("xOf", "FILE", "report/a.txt") == "hello\n")
        #expect(try tar("xOf", "FILE", "report/empty.txt") == "")
        #expect(try tar("xOf", "FILE", "report/block.txt") == String(repeating: "a", count: 512))
    }

    @Test func `it has whole blocks, and two empty ones at the end`() {
        let bytes = archive().bytes
        #expect(bytes.count == (2 + 1 + 2 + 2) * 512)
        #expect(bytes.suffix(1024).allSatisfy { $0 == 0 })
        #expect(TarArchive().bytes.count == 1024)
    }
}
