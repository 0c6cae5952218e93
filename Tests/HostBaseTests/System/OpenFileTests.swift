import Foundation
import TestSupport
import Testing

@testable import HostBase

@Suite struct OpenFileTests {
    private let folder = TemporaryFolder()

    @Test func `a descriptor closes with its last reference`() throws {
        var first: OpenFile? = try OpenFile(folder.path, .readOnly, options: .directory)
        let number = try #require(first).descriptor.number
        var second = first

        first = nil
        let isOpenWithOne = fcntl(number, F_GETFD) >= 0
        _ = second
        second = nil

        #expect(isOpenWithOne)
        #expect((try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)")) != folder.path)
    }

    @Test func `a started program does not inherit a descriptor`() throws {
        let file = try OpenFile(folder.file("a"), .writeOnly, options: .create)

        #expect(fcntl(file.descriptor.number, F_GETFD) & FD_CLOEXEC != 0)
    }

    @Test func `written bytes are read back, up to the limit`() throws {
        let text = Array(String(repeating: "0123456789", count: 20_000).utf8)
        try folder.write(text, to: "a")
        let file = try OpenFile(folder.file("a"), .readOnly)

        #expect(try file.read(upTo: 70_000) == Array(text[..<70_000]))
        #expect(try file.read(upTo: .max) == Array(text[70_000...]))
        #expect(try file.read(upTo: 10) == [])
    }

    @Test func `appending goes to the end, and truncating cuts off`() throws {
        try folder.write("one two", to: "a")
        let file = try OpenFile(folder.file("a"), .writeOnly, options: .append)

        try file.truncate(to: 4)
        let count = try Array("three".utf8).withUnsafeBytes { try file.write($0) }

        #expect(count == 5)
        #expect(folder.text("a") == "one three")
    }

    @Test func `a created file is for its user alone`() throws {
        _ = try OpenFile(folder.file("a"), .writeOnly, options: .create)

        #expect(try folder.permissions(of: "a") == 0o600)
    }

    @Test func `an open that the system refuses throws its error`() throws {
        try folder.write("", to: "a")
        try FileManager.default.createSymbolicLink(atPath: folder.file("link"), withDestinationPath: folder.file("a"))

        func error(_ name: String, _ options: OpenFile.Options) -> SystemError? {
            do throws(SystemError) {
                _ = try OpenFile(folder.file(name), .writeOnly, options: options)
                return nil
            } catch {
                return error
            }
        }

        #expect(error("missing", []) == .noSuchFile)
        #expect(error("a", .exclusiveCreate) == .fileExists)
        #expect(error("link", .noFollow) == .tooManyLinks)
        #expect(error("a/b", .create) == .notADirectory)
    }

    @Test func `a lock keeps other descriptors of the file out until it is released`() throws {
        try folder.write("", to: "a")
        let first = try OpenFile(folder.file("a"), .readOnly)
        let second = try OpenFile(folder.file("a"), .readOnly)

        #expect(try first.tryLock())
        #expect(try !second.tryLock())
        first.unlock()
        #expect(try second.tryLock())
    }

    @Test func `a lock ends with its file, though a process that just starts has a copy of its descriptor`() throws {
        try folder.write("", to: "a")
        let second = try OpenFile(folder.file("a"), .readOnly)
        var first: OpenFile? = try OpenFile(folder.file("a"), .readOnly)
        #expect(try first?.tryLock() == true)
        let copy = try #require(first).descriptor.duplicate()
        defer { copy.close() }
        #expect(try !second.tryLock())

        first = nil

        #expect(try second.tryLock())
    }

    @Test func `a lock that another holds briefly is taken after it, and one held throughout is not`() throws {
        try folder.write("", to: "a")
        let first = try OpenFile(folder.file("a"), .readOnly)
        let second = try OpenFile(folder.file("a"), .readOnly)
        #expect(try first.tryLock())

        var pauses = 0
        #expect(try !second.lock(attempts: 3) { pauses += 1 })
        #expect(pauses == 3)
        #expect(try second.lock(attempts: 3) { first.unlock() })
    }

    @Test func `allocated bytes are zeros with room on the disk`() throws {
        let file = try OpenFile(folder.file("a"), .readWrite, options: .create)

        try file.allocate(100_000)

        #expect(try file.read(upTo: .max) == [UInt8](repeating: 0, count: 100_000))
        var status = stat()
        #expect(lstat(folder.file("a"), &status) == 0)
        #expect(Int(status.st_blocks) * 512 >= 100_000)
    }

    @Test func `an error's description is the system's text`() {
        #expect("\(SystemError.noSpace)" == "No space left on device")
    }
}
