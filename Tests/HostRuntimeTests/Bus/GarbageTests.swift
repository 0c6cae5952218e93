import Synchronization
import Testing

@testable import HostRuntime

@Suite struct GarbageTests {
    private final class Piece: Discardable, @unchecked Sendable {  // Reason: nothing changes after `init`.
        let number: Int
        let released: Released

        init(_ number: Int, _ released: Released) {
            self.number = number
            self.released = released
        }

        deinit {
            released.numbers.withLock { $0.append(number) }
        }
    }

    private final class Released: Sendable {
        let numbers = Mutex<[Int]>([])

        var all: [Int] { numbers.withLock { $0 } }
    }

    private let released = Released()

    private func garbage(epochs: [UInt64]) -> Garbage {
        var garbage = Garbage()
        for (number, epoch) in epochs.enumerated() {
            garbage.append(Unmanaged.passRetained(Piece(number, released)), epoch: epoch)
        }
        return garbage
    }

    @Test func `objects are released oldest first, with the garbage that they're in`() {
        let garbage = garbage(epochs: [1, 2, 2])
        #expect(released.all.isEmpty)
        _ = consume garbage
        #expect(released.all == [0, 1, 2])
    }

    @Test func `objects of earlier epochs leave, and the others stay`() {
        var garbage = garbage(epochs: [1, 2, 2, 5])
        _ = garbage.removeAll(before: 1)
        #expect(released.all.isEmpty)
        _ = garbage.removeAll(before: 3)
        #expect(released.all == [0, 1, 2])
        #expect(garbage.newestEpoch == 5)
        _ = garbage.removeAll(before: .max)
        #expect(released.all == [0, 1, 2, 3])
        #expect(garbage.newestEpoch == nil)
    }

    @Test func `garbage that was emptied can be filled again`() {
        var garbage = garbage(epochs: [1])
        _ = garbage.removeAll(before: 2)
        garbage.append(Unmanaged.passRetained(Piece(7, released)), epoch: 2)
        #expect(garbage.newestEpoch == 2)
        _ = garbage.removeAll(before: 3)
        #expect(released.all == [0, 7])
    }

    @Test func `an object is found by its address and what is asked of it, until it's released`() {
        var garbage = garbage(epochs: [1])
        let sought = Unmanaged.passRetained(Piece(7, released))
        garbage.append(sought, epoch: 2)

        #expect(garbage.contains(sought) { $0.number == 7 })
        // Another object may have got the address of one that is gone.
        #expect(!garbage.contains(sought) { $0.number == 8 })
        _ = garbage.removeAll(before: 3)
        #expect(!garbage.contains(sought) { _ in true })
    }

    @Test func `a long chain is released without a deep stack`() {
        let garbage = garbage(epochs: Array(repeating: 1, count: 200_000))
        _ = consume garbage
        #expect(released.all.count == 200_000)
    }
}
