import Foundation
import TestSupport
import Testing

@testable import HostBase

@Suite struct FileStatusTests {
    private let folder = TemporaryFolder()

    private func status(_ name: String, followingLinks: Bool = false) throws -> FileStatus {
        try FileStatus(at: folder.file(name), followingLinks: followingLinks)
    }

    @Test func `a status has the file's kind, size, owner and permissions`() throws {
        try folder.write("four", to: "file")
        chmod(folder.file("file"), 0o640)
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("link"),
            withDestinationPath: folder.file("file")
        )
        mkfifo(folder.file("pipe"), 0o600)

        let file = try status("file")
        #expect(file.kind == .file)
        #expect(file.size == 4)
        #expect(file.owner == SystemUser.effectiveID)
        #expect(file.permissions == 0o640)
        #expect(try status("link").kind == .symbolicLink)
        #expect(try status("link", followingLinks: true) == file)
        #expect(try status("pipe").kind == .other)
        #expect(try status("").kind == .directory)
    }

    @Test func `a status counts the names of a file`() throws {
        try folder.write("one", to: "a")
        #expect(try status("a").linkCount == 1)

        try FileManager.default.linkItem(atPath: folder.file("a"), toPath: folder.file("b"))

        #expect(try status("a").linkCount == 2)
        #expect(try status("a").isSameFile(as: status("b")))
    }

    @Test func `a file that changes has another status and stays the same file`() throws {
        try folder.write("one", to: "a")
        let before = try status("a")

        chmod(folder.file("a"), 0o640)
        let after = try status("a")

        #expect(before != after)
        #expect(before.isSameFile(as: after))
    }

    @Test func `an open file and the one at its path are the same until it is replaced`() throws {
        try folder.write("one", to: "a")
        let file = try OpenFile(folder.file("a"), .readOnly)

        let isSame = try status("a").isSameFile(as: file.status)
        try folder.write("two", to: "b")
        try FileSystem.rename(folder.file("b"), to: folder.file("a"))

        #expect(isSame)
        #expect(try !status("a").isSameFile(as: file.status))
    }

    @Test func `a missing file throws`() {
        #expect(throws: SystemError.noSuchFile) { try status("missing") }
    }
}
