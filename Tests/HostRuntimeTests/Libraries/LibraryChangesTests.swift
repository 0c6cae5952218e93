import Glibc
import TestSupport
import Testing

@testable import HostBase
@testable import HostRuntime

@Suite(.tags(.registration)) struct LibraryChangesTests {
    private let one = LibraryChangesTests.file(1)
    private let two = LibraryChangesTests.file(2)

    private static func file(_ number: UInt64) -> FileStatus {
        var status = stat()
        status.st_mode = S_IFREG
        status.st_ino = ino_t(number)
        return FileStatus(status)
    }

    @Test func `a file that comes counts when it has been the same for a moment after it was complete`() {
        var changes = LibraryChanges([:])

        #expect(changes.removeDue(["a.so": one], at: .zero) == [])
        #expect(changes.nextDue == nil)
        changes.record("a.so", as: one, at: .zero)
        #expect(changes.nextDue == .milliseconds(100))
        #expect(changes.removeDue(["a.so": one], at: .milliseconds(99)) == [])
        #expect(changes.removeDue(["a.so": one], at: .milliseconds(100)) == [.saved("a.so")])
        #expect(changes.nextDue == nil)
        #expect(changes.removeDue(["a.so": one], at: .seconds(9)) == [])
    }

    @Test func `a file that is still being written does not count`() {
        var changes = LibraryChanges(["a.so": one])

        #expect(changes.removeDue(["a.so": two], at: .zero) == [])
        #expect(changes.removeDue(["a.so": two], at: .seconds(60)) == [])
        #expect(changes.nextDue == nil)
    }

    @Test func `a complete file does not count while it is being rewritten`() {
        var changes = LibraryChanges([:])
        changes.record("a.so", as: one, at: .zero)

        #expect(changes.removeDue(["a.so": two], at: .milliseconds(100)) == [])
        #expect(changes.nextDue == nil)
        changes.record("a.so", as: two, at: .seconds(60))
        #expect(changes.removeDue(["a.so": two], at: .seconds(61)) == [.saved("a.so")])
    }

    @Test func `a file that changes again is waited for again`() {
        var changes = LibraryChanges([:])

        changes.record("a.so", as: one, at: .zero)
        changes.record("a.so", as: two, at: .milliseconds(90))
        #expect(changes.removeDue(["a.so": two], at: .milliseconds(110)) == [])
        #expect(changes.removeDue(["a.so": two], at: .milliseconds(190)) == [.saved("a.so")])
    }

    @Test func `a file that is recorded again as it was isn't waited for any longer`() {
        var changes = LibraryChanges(["b.so": one])
        for time in [Duration.zero, .milliseconds(90)] {
            changes.record("a.so", as: one, at: time)
            changes.record("b.so", as: nil, at: time)
        }

        #expect(changes.removeDue(["a.so": one], at: .milliseconds(100)) == [.saved("a.so")])
        #expect(changes.removeDue(["a.so": one], at: .seconds(1)) == [.gone("b.so")])
    }

    @Test func `a file that is removed and soon rewritten is saved and never gone`() {
        var changes = LibraryChanges(["a.so": one])

        changes.record("a.so", as: nil, at: .zero)
        #expect(changes.removeDue([:], at: .milliseconds(999)) == [])
        #expect(changes.removeDue(["a.so": two], at: .milliseconds(1000)) == [])
        changes.record("a.so", as: two, at: .milliseconds(1100))
        #expect(changes.removeDue(["a.so": two], at: .milliseconds(1200)) == [.saved("a.so")])
    }

    @Test func `a file that stays missing is gone, and is saved when it is back`() {
        var changes = LibraryChanges(["a.so": one])

        changes.record("a.so", as: nil, at: .zero)
        #expect(changes.nextDue == .seconds(1))
        #expect(changes.removeDue([:], at: .seconds(1)) == [.gone("a.so")])
        changes.record("a.so", as: one, at: .seconds(2))
        #expect(changes.removeDue(["a.so": one], at: .seconds(3)) == [.saved("a.so")])
    }

    @Test func `the same file moved away and back is no change`() {
        var changes = LibraryChanges(["a.so": one])

        changes.record("a.so", as: nil, at: .zero)
        changes.record("a.so", as: one, at: .milliseconds(10))

        #expect(changes.nextDue == nil)
        #expect(changes.removeDue(["a.so": one], at: .seconds(5)) == [])
    }

    @Test func `changes of several files come in the order of their names`() {
        var changes = LibraryChanges(["b.so": one, "c.so": one])

        changes.record(all: ["b.so": two, "a.so": two], at: .zero)

        #expect(
            changes.removeDue(["b.so": two, "a.so": two], at: .seconds(1))
                == [.saved("a.so"), .saved("b.so"), .gone("c.so")]
        )
    }
}
