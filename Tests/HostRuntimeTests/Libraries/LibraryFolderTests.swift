import Glibc
import Testing

@testable import HostBase
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

    @Test func `a file that comes counts when it has been the same for a moment after it was complete`() {
        var folder = LibraryFolder([:])

        #expect(folder.removeDue(["a.so": one], at: .zero) == [])
        #expect(folder.nextDue == nil)
        folder.record("a.so", as: one, at: .zero)
        #expect(folder.nextDue == .milliseconds(100))
        #expect(folder.removeDue(["a.so": one], at: .milliseconds(99)) == [])
        #expect(folder.removeDue(["a.so": one], at: .milliseconds(100)) == [.saved("a.so")])
        #expect(folder.nextDue == nil)
        #expect(folder.removeDue(["a.so": one], at: .seconds(9)) == [])
    }

    @Test func `a file that is still being written does not count`() {
        var folder = LibraryFolder(["a.so": one])

        #expect(folder.removeDue(["a.so": two], at: .zero) == [])
        #expect(folder.removeDue(["a.so": two], at: .seconds(60)) == [])
        #expect(folder.nextDue == nil)
    }

    @Test func `a complete file does not count while it is being rewritten`() {
        var folder = LibraryFolder([:])
        folder.record("a.so", as: one, at: .zero)

        #expect(folder.removeDue(["a.so": two], at: .milliseconds(100)) == [])
        #expect(folder.nextDue == nil)
        folder.record("a.so", as: two, at: .seconds(60))
        #expect(folder.removeDue(["a.so": two], at: .seconds(61)) == [.saved("a.so")])
    }

    @Test func `a file that changes again is waited for again`() {
        var folder = LibraryFolder([:])

        folder.record("a.so", as: one, at: .zero)
        folder.record("a.so", as: two, at: .milliseconds(90))
        #expect(folder.removeDue(["a.so": two], at: .milliseconds(110)) == [])
        #expect(folder.removeDue(["a.so": two], at: .milliseconds(190)) == [.saved("a.so")])
    }

    @Test func `a file that is recorded again as it was isn't waited for any longer`() {
        var folder = LibraryFolder(["b.so": one])
        for time in [Duration.zero, .milliseconds(90)] {
            folder.record("a.so", as: one, at: time)
            folder.record("b.so", as: nil, at: time)
        }

        #expect(folder.removeDue(["a.so": one], at: .milliseconds(100)) == [.saved("a.so")])
        #expect(folder.removeDue(["a.so": one], at: .seconds(1)) == [.gone("b.so")])
    }

    @Test func `a file that is removed and soon rewritten is saved and never gone`() {
        var folder = LibraryFolder(["a.so": one])

        folder.record("a.so", as: nil, at: .zero)
        #expect(folder.removeDue([:], at: .milliseconds(999)) == [])
        #expect(folder.removeDue(["a.so": two], at: .milliseconds(1000)) == [])
        folder.record("a.so", as: two, at: .milliseconds(1100))
        #expect(folder.removeDue(["a.so": two], at: .milliseconds(1200)) == [.saved("a.so")])
    }

    @Test func `a file that stays missing is gone, and is saved when it is back`() {
        var folder = LibraryFolder(["a.so": one])

        folder.record("a.so", as: nil, at: .zero)
        #expect(folder.nextDue == .seconds(1))
        #expect(folder.removeDue([:], at: .seconds(1)) == [.gone("a.so")])
        folder.record("a.so", as: one, at: .seconds(2))
        #expect(folder.removeDue(["a.so": one], at: .seconds(3)) == [.saved("a.so")])
    }

    @Test func `the same file moved away and back is no change`() {
        var folder = LibraryFolder(["a.so": one])

        folder.record("a.so", as: nil, at: .zero)
        folder.record("a.so", as: one, at: .milliseconds(10))

        #expect(folder.nextDue == nil)
        #expect(folder.removeDue(["a.so": one], at: .seconds(5)) == [])
    }

    @Test func `changes of several files come in the order of their names`() {
        var folder = LibraryFolder(["b.so": one, "c.so": one])

        folder.record(all: ["b.so": two, "a.so": two], at: .zero)

        #expect(
            folder.removeDue(["b.so": two, "a.so": two], at: .seconds(1))
                == [.saved("a.so"), .saved("b.so"), .gone("c.so")]
        )
    }
}
