import Glibc
import Testing

@testable import HostRuntime

@Suite struct LibraryFolderTests {
    private let one = LibraryFolderTests.file(1)
    private let two = LibraryFolderTests.file(2)

    private static func file(_ number: UInt64) -> FileStatus {
        var status = stat()
        status.st_mode = S_IFREG
        status.st_ino = ino_t(number)
        return FileStatus(status)
    }

    @Test func `a file that comes counts when it is complete and has been the same for a moment`() {
        var folder = LibraryFolder([:])

        #expect(folder.compare(["a.so": one], at: .zero) == [])
        #expect(folder.nextComparison == nil)
        folder.markComplete("a.so", as: one)
        #expect(folder.nextComparison == .milliseconds(100))
        #expect(folder.compare(["a.so": one], at: .milliseconds(99)) == [])
        #expect(folder.compare(["a.so": one], at: .milliseconds(100)) == [.arrived("a.so")])
        #expect(folder.nextComparison == nil)
        #expect(folder.compare(["a.so": one], at: .seconds(9)) == [])
    }

    @Test func `a file that is still being written does not count`() {
        var folder = LibraryFolder(["a.so": one])

        #expect(folder.compare(["a.so": two], at: .zero) == [])
        #expect(folder.compare(["a.so": two], at: .seconds(60)) == [])
        #expect(folder.nextComparison == nil)
    }

    @Test func `a complete file does not count while it is being rewritten`() {
        var folder = LibraryFolder(["a.so": one])
        folder.markComplete("a.so", as: one)

        #expect(folder.compare(["a.so": two], at: .zero) == [])
        #expect(folder.compare(["a.so": two], at: .seconds(60)) == [])
        #expect(folder.nextComparison == nil)
        folder.markComplete("a.so", as: two)
        #expect(folder.compare(["a.so": two], at: .seconds(61)) == [.replaced("a.so")])
    }

    @Test func `a file that changes again is waited for again`() {
        var folder = LibraryFolder([:])
        folder.markComplete("a.so", as: one)

        #expect(folder.compare(["a.so": one], at: .zero) == [])
        folder.markComplete("a.so", as: two)
        #expect(folder.compare(["a.so": two], at: .milliseconds(90)) == [])
        #expect(folder.compare(["a.so": two], at: .milliseconds(110)) == [])
        #expect(folder.compare(["a.so": two], at: .milliseconds(190)) == [.arrived("a.so")])
    }

    @Test func `a file that is removed and soon rewritten is replaced and never gone`() {
        var folder = LibraryFolder(["a.so": one])

        #expect(folder.compare([:], at: .zero) == [])
        #expect(folder.compare([:], at: .milliseconds(999)) == [])
        folder.markComplete("a.so", as: two)
        #expect(folder.compare(["a.so": two], at: .milliseconds(1000)) == [])
        #expect(folder.compare(["a.so": two], at: .milliseconds(1100)) == [.replaced("a.so")])
    }

    @Test func `a file that stays missing is gone, and arrives again when it is back`() {
        var folder = LibraryFolder(["a.so": one])

        #expect(folder.compare([:], at: .zero) == [])
        #expect(folder.nextComparison == .seconds(1))
        #expect(folder.compare([:], at: .seconds(1)) == [.gone("a.so")])
        folder.markComplete("a.so", as: one)
        #expect(folder.compare(["a.so": one], at: .seconds(2)) == [])
        #expect(folder.compare(["a.so": one], at: .seconds(3)) == [.arrived("a.so")])
    }

    @Test func `the same file moved away and back is no change`() {
        var folder = LibraryFolder(["a.so": one])

        #expect(folder.compare([:], at: .zero) == [])
        #expect(folder.compare(["a.so": one], at: .milliseconds(10)) == [])
        #expect(folder.nextComparison == nil)
        #expect(folder.compare(["a.so": one], at: .seconds(5)) == [])
    }

    @Test func `changes of several files come in the order of their names`() {
        var folder = LibraryFolder(["b.so": one, "c.so": one])
        for name in ["a.so", "b.so"] { folder.markComplete(name, as: two) }

        #expect(folder.compare(["b.so": two, "a.so": two], at: .zero) == [])
        #expect(
            folder.compare(["b.so": two, "a.so": two], at: .seconds(1))
                == [.arrived("a.so"), .replaced("b.so"), .gone("c.so")]
        )
    }
}
