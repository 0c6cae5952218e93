import Dispatch
import Synchronization
import TestSupport
import Testing

@testable import HostBase
@testable import MessageBus

/// The records of threads that post.
@Suite struct PostingThreadTests {
    /// Runs a body on threads that all live until each has ended its own, with the number of the thread.
    private func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
        let (done, release, ended) = (DispatchGroup(), DispatchSemaphore(value: 0), DispatchGroup())
        for number in 0..<count {
            done.enter()
            ended.enter()
            let isStarted = SystemThread.start {
                body(number)
                done.leave()
                release.wait()
                ended.leave()
            }
            #expect(isStarted)
        }
        done.wait()
        for _ in 0..<count { release.signal() }
        ended.wait()
    }

    @Test func `each of 100 threads that run at once keeps a record of its own`() {
        let records = Mutex<[PostingThread]>([])
        let changed = Tally()
        let all = DispatchGroup()
        for _ in 0..<100 { all.enter() }
        onThreads(100) { _ in
            let first = PostingThread.current
            all.leave()
            all.wait()
            for _ in 0..<100 where PostingThread.current != first { changed.add(1) }
            records.withLock { records in if !records.contains(first) { records.append(first) } }
        }
        #expect(changed.value == 0)
        #expect(records.withLock { $0 }.count == 100)
    }

    @Test func `a thread that begins after others have ended is at no depth and counts what it posts`() {
        let bus = NotificationBus()
        let subscription = bus.observeOnAnyThread(BusTest.Number.self) { _ in }
        let nested = Tally()
        for round in 0..<20 {
            onThreads(16) { _ in
                nested.add(PostingThread.current.depth)
                bus.post(BusTest.Number(round))
            }
        }
        #expect(nested.value == 0)
        #expect(bus.statistics().map(\.posts) == [320])
        withExtendedLifetime(subscription) {}
    }

    @Test(arguments: [0, 1, 3])
    func `the posts and deliveries of 32 threads are all counted`(observers: Int) {
        let bus = NotificationBus()
        let subscriptions = (0..<observers).map { _ in bus.observeOnAnyThread(BusTest.Number.self) { _ in } }
        onThreads(32) { _ in
            for number in 0..<500 { bus.post(BusTest.Number(number)) }
        }
        #expect(bus.statistics().map(\.posts) == [16_000])
        #expect(bus.statistics().map(\.deliveries) == [16_000 * observers])
        withExtendedLifetime(subscriptions) {}
    }
}
