import Glibc
import TestSupport
import Testing

@testable import HostRuntime

@MainActor @Suite struct LibraryCopiesTests {
    private func names(_ folder: String, _ parts: String...) -> [String] {
        FileSystem.names(in: ([folder] + parts).joined(separator: "/")).sorted()
    }

    @Test func `each copy has the library's bytes and a path of its own`() throws {
        let folder = TemporaryFolder()
        let copies = try LibraryCopies(in: "\(folder.path)/libraries", process: 7)

        let first = try copies.write([1, 2], of: "/p/libA.so")
        let second = try copies.write([3], of: "/p/libA.so")

        #expect(first != second)
        #expect(try OpenFile(first, .readOnly).read(upTo: 10) == [1, 2])
        #expect(try OpenFile(second, .readOnly).read(upTo: 10) == [3])
        #expect(try FileStatus(at: first).permissions == 0o600)
        #expect(try FileStatus(at: "\(folder.path)/libraries/7").permissions == 0o700)
    }

    @Test func `the newest copy of a library and the three before it are kept, whatever others are called`() throws {
        let folder = TemporaryFolder()
        let copies = try LibraryCopies(in: folder.path, process: 7)

        for folder in ["p", "q", "p", "p", "p", "p"] { _ = try copies.write([1], of: "/\(folder)/libA.so") }

        #expect(names(folder.path, "7") == (2...6).map { "\($0)-libA.so" })
    }

    @Test func `a library with the longest name that there can be is copied`() throws {
        let folder = TemporaryFolder()
        let copies = try LibraryCopies(in: folder.path, process: 7)

        let copy = try copies.write([1], of: String(repeating: "é", count: 126) + ".so")

        #expect(try FileStatus(at: copy).size == 1)
    }

    @Test func `the copies of dead processes are removed, those of running ones and other files stay`() throws {
        let folder = TemporaryFolder()
        for process: Int32 in [7, 8] {
            _ = try LibraryCopies(in: folder.path, process: process) { _ in true }.write([1], of: "/p/libA.so")
        }
        try FileSystem.makeDirectories("\(folder.path)/notes")

        let new = try LibraryCopies(in: folder.path, process: 9) { $0 == 7 }

        #expect(names(folder.path) == ["7", "9", "notes"])
        #expect(names(folder.path, "7") == ["1-libA.so"])
        new.remove()
        #expect(names(folder.path) == ["7", "notes"])
    }

    @Test func `this process runs`() throws {
        let folder = TemporaryFolder()
        _ = try LibraryCopies(in: folder.path)

        _ = try LibraryCopies(in: folder.path, process: 1 << 24)

        #expect(Set(names(folder.path)) == ["\(getpid())", "\(1 << 24)"])
    }

    @Test func `a dead process with the same number leaves nothing behind`() throws {
        let folder = TemporaryFolder()
        try FileSystem.makeDirectories("\(folder.path)/7")
        _ = try OpenFile("\(folder.path)/7/1-libA.so", .writeOnly, options: .create)

        let copies = try LibraryCopies(in: folder.path, process: 7)

        #expect(try copies.write([1], of: "/p/libA.so") == "\(folder.path)/7/1-libA.so")
    }

    @Test func `a folder that others can write to, or that a link leads to, has no copies`() throws {
        let folder = TemporaryFolder()
        try FileSystem.makeDirectories("\(folder.path)/open")
        #expect(chmod("\(folder.path)/open", 0o777) == 0)
        #expect(symlink(folder.path, "\(folder.path)/link") == 0)

        #expect(throws: SystemError.notPermitted) { try LibraryCopies(in: "\(folder.path)/open", process: 7) }
        #expect(throws: SystemError.notPermitted) { try LibraryCopies(in: "\(folder.path)/link", process: 7) }
    }
}
