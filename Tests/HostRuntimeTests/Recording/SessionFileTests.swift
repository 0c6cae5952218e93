import Foundation
import TestSupport
import Testing

@testable import HostRuntime

@Suite(.tags(.faults)) struct SessionFileTests {
    private let temporary = TemporaryFolder()
    /// A folder that is not there yet.
    private var folder: String { temporary.file("state") }

    private func problem(_ path: String) -> String? {
        do throws(HostProgramError) {
            _ = try SessionFile(path, name: "recording")
            return nil
        } catch {
            return error.text
        }
    }

    @Test func `each text is in the file as soon as it was appended`() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let file = try SessionFile("\(folder)/a", name: "recording")

        file.append("wait 1\n")
        #expect(try String(contentsOfFile: "\(folder)/a", encoding: .utf8) == "wait 1\n")
        file.append("quit\n")
        #expect(try String(contentsOfFile: "\(folder)/a", encoding: .utf8) == "wait 1\nquit\n")
        #expect(file.problem == nil)
    }

    @Test func `a file that is there already is not overwritten`() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data("mine".utf8).write(to: URL(filePath: "\(folder)/a"))

        #expect(
            problem("\(folder)/a")
                == "the recording '\(folder)/a' can't be written: there is one already; remove it, or name another file"
        )
        #expect(try String(contentsOfFile: "\(folder)/a", encoding: .utf8) == "mine")
    }

    @Test func `a pipe is written as it is, until its reader is gone`() throws {
        let pipe = try DescriptorPipe()
        defer { pipe.writing.close() }
        let file = try SessionFile("/dev/fd/\(pipe.writing.number)", name: "transcript")

        #expect(file.append("one\n"))
        var bytes = [UInt8](repeating: 0, count: 10)
        #expect(bytes.withUnsafeMutableBytes { pipe.reading.read(into: $0) } == .bytes(4))
        pipe.reading.close()
        #expect(!file.append("two\n"))

        #expect(file.problem?.hasSuffix("ends early, because it can't be written: Broken pipe") == true)
    }

    @Test func `a device stays when nothing was written to it, and a pipe without a reader is named`() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        #expect(mkfifo("\(folder)/pipe", 0o600) == 0)

        #expect(problem("/dev/null") == nil)
        #expect(FileManager.default.fileExists(atPath: "/dev/null"))
        #expect(problem("\(folder)/pipe")?.hasSuffix("nothing reads it yet; start its reader first") == true)
        #expect(FileManager.default.fileExists(atPath: "\(folder)/pipe"))
    }

    @Test func `a folder that isn't there is named`() {
        #expect(
            problem("\(folder)/none/a")
                == "the recording '\(folder)/none/a' can't be written: No such file or directory"
        )
    }
}
