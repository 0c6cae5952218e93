import Dispatch
import Synchronization
import TestSupport
import Testing

@testable import HostBase
@testable import MessageBus

/// Threads that post, observe and cancel at once; each is bounded by a count.
@Suite(.tags(.bus)) struct BusStressTests {
    /// An object that knows whether it was released, and how many there are.
    private final class Canary: Sendable {
        private static let alive: UInt64 = 0xA11E_A11E_A11E_A11E
        private let mark = Atomic(Canary.alive)
        private let living: Tally

        init(_ living: Tally) {
            self.living = living
            living.add(1)
        }

        deinit {
            mark.store(0, ordering: .sequentiallyConsistent)
            living.add(-1)
        }

        var isAlive: Bool {
            mark.load(ordering: .relaxed) == Self.alive
        }
    }

    @Test func `observers cancelled while two threads post are never called after their release, and all are released`()
    {
        let bus = NotificationBus(leakWarningThreshold: 0)
        let living = Tally()
        let corrupt = Tally()
        let calls = Tally()
        let steady = bus.observeOnAnyThread(BusTest.Number.self) { _ in calls.add(1) }

        DispatchQueue.concurrentPerform(iterations: 4) { side in
            if side < 2 {
                for number in 0..<3000 { bus.post(BusTest.Number(number)) }
                return
            }
            for _ in 0..<150 {
                let subscriptions = (0..<10).map { _ in
                    let canary = Canary(living)
                    return bus.observeOnAnyThread(BusTest.Number.self) { _ in
                        if !canary.isAlive { corrupt.add(1) }
                    }
                }
                for subscription in subscriptions { subscription.cancel() }
            }
        }

        #expect(corrupt.value == 0)
        #expect(calls.value == 6000)
        #expect(living.value == 0)
        #expect(bus.observers().count == 1)
        withExtendedLifetime(steady) {}
    }

    @Test func `an observer of a bus that one thread posts to is never called after another one has released it`() {
        let corrupt = Tally()
        let living = Tally()

        // A bus each time, because this ends the first time that another thread unlinks.
        for _ in 0..<1000 {
            let bus = NotificationBus(leakWarningThreshold: 0)
            func observe() -> Subscription {
                let canary = Canary(living)
                return bus.observeOnAnyThread(BusTest.Number.self) { _ in
                    if !canary.isAlive { corrupt.add(1) }
                }
            }
            let subscription = observe()
            bus.post(BusTest.Number(0))
            DispatchQueue.concurrentPerform(iterations: 2) { side in
                if side == 0 {
                    for number in 0..<50 { bus.post(BusTest.Number(number)) }
                } else {
                    subscription.cancel()
                }
            }
        }

        #expect(corrupt.value == 0)
        #expect(living.value == 0)
    }

    @Test func `an observer for the main actor that is added while others post is called nowhere else`() {
        let elsewhere = Tally()

        // A bus each time, because the moment is that in which it gets its first observer for the main actor.
        for _ in 0..<1000 {
            let bus = NotificationBus(mailbox: MainMailbox(MainMailbox.Setup(hop: { _ in })))
            let steady = bus.observeOnAnyThread(BusTest.Number.self) { _ in }
            let added = Mutex<Subscription?>(nil)
            DispatchQueue.concurrentPerform(iterations: 2) { side in
                if side == 0 {
                    for number in 0..<20 { bus.post(BusTest.Number(number)) }
                } else {
                    let subscription = bus.observe(BusTest.Number.self) { _ in
                        if !PostingThread.current.isMain { elsewhere.add(1) }
                    }
                    added.withLock { $0 = subscription }
                }
            }
            withExtendedLifetime((steady, added.withLock { $0 })) {}
        }

        #expect(elsewhere.value == 0)
    }

    @Test func `a call that starts after cancel has returned belongs to a delivery that had reached it`() {
        let bus = NotificationBus(leakWarningThreshold: 0)
        let late = Tally()

        DispatchQueue.concurrentPerform(iterations: 2) { side in
            for _ in 0..<2000 {
                let isOver = Tally()
                let subscription = bus.observeOnAnyThread(BusTest.Number.self) { message in
                    // Only a post of this very thread is known to have begun after the cancellation.
                    if message.value == side { late.add(isOver.value) }
                }
                bus.post(BusTest.Number(side))
                subscription.cancel()
                isOver.add(1)
                bus.post(BusTest.Number(side))
            }
        }

        #expect(late.value == 0)
    }
}
