import Foundation
import Testing

@testable import HostRuntime

@Suite struct SessionFileTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "session-\(UUID())").path

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
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let file = try SessionFile("\(folder)/a", name: "recording")

        file.append("wait 1\n")
        #expect(try String(contentsOfFile: "\(folder)/a", encoding: .utf8) == "wait 1\n")
        file.append("quit\n")
        #expect(try String(contentsOfFile: "\(folder)/a", encoding: .utf8) == "wait 1\nquit\n")
        #expect(file.problem == nil)
    }

    @Test func `a file that is there already is not overwritten`() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Data("mine".utf8).write(to: URL(filePath: "\(folder)/a"))

        #expect(
            problem("\(folder)/a")
                == "the recording '\(folder)/a' can't be written: there is one already; remove it, or name another file"
        )
        #expect(try String(contentsOfFile: "\(folder)/a", encoding: .utf8) == "mine")
    }

    @Test func `a file that was to take the place of another leaves that alone when it isn't used`() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Data("mine".utf8).write(to: URL(filePath: "\(folder)/a"))

        _ = try SessionFile("\(folder)/a", name: "recording", temporaryPath: "\(folder)/a.new")

        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["a"])
        #expect(try String(contentsOfFile: "\(folder)/a", encoding: .utf8) == "mine")
    }

    @Test func `a folder that isn't there is named`() {
        #expect(
            problem("\(folder)/none/a")
                == "the recording '\(folder)/none/a' can't be written: No such file or directory"
        )
    }
}
