import Foundation
import TestSupport
import Testing

@testable import HostBase

@Suite struct FileSystemTests {
    private let folder = TemporaryFolder()

    @Test func `directories are made with the missing ones around them`() throws {
        try FileSystem.makeDirectories(folder.file("a/b/c"))
        try FileSystem.makeDirectories(folder.file("a/b/c"))

        #expect(try FileStatus(at: folder.file("a/b/c")).kind == .directory)
        #expect(try folder.permissions(of: "a") == 0o700)
    }

    @Test func `creating a directory at or below a file throws notADirectory`() throws {
        try folder.write("", to: "file")

        #expect(throws: SystemError.notADirectory) { try FileSystem.makeDirectories(folder.file("file/a/b")) }
        #expect(throws: SystemError.notADirectory) { try FileSystem.makeDirectories(folder.file("file")) }
    }

    @Test func `files and empty directories are removed, and others are not`() throws {
        try FileSystem.makeDirectories(folder.file("full/inner"))
        try folder.write("", to: "file")

        try FileSystem.remove(folder.file("file"))
        try FileSystem.removeDirectory(folder.file("full/inner"))

        #expect(throws: SystemError.noSuchFile) { try FileSystem.remove(folder.file("file")) }
        try FileSystem.makeDirectories(folder.file("full/inner"))
        #expect(throws: SystemError.self) { try FileSystem.removeDirectory(folder.file("full")) }
    }

    @Test func `the names in a directory include hidden files`() throws {
        for name in ["a", ".b", "ü"] { try folder.write("", to: name) }

        #expect(Set(FileSystem.names(in: folder.path)).subtracting([".", ".."]) == ["a", ".b", "ü"])
        #expect(FileSystem.names(in: folder.file("missing")) == [])
    }

    @Test(arguments: [("/a//b/./c/", "/a/b/c"), ("/", "/"), ("/a/../b", "/a/../b")])
    func `an absolute path has one slash between names`(path: String, result: String) {
        #expect(FileSystem.absolutePath(path) == result)
    }

    @Test func `a name that begins with an accent is a name of its own`() {
        let path = "/a/\u{301}b"

        #expect(path.fileName == "\u{301}b")
        #expect(path.folder == "/a")
        #expect(FileSystem.absolutePath("/a/./\u{301}b") == path)
    }

    @Test func `a relative path is from the current directory`() {
        #expect(FileSystem.absolutePath("a/./b") == FileManager.default.currentDirectoryPath + "/a/b")
    }
}
