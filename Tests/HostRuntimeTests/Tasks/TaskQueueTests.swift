import Testing

@testable import HostRuntime

@Suite struct TaskQueueTests {
    @Test func `jobs are removed in order`() {
        var queue = TaskQueue<Int>(limit: 2)
        for job in 1...3 { _ = queue.add(job) }

        let removed = (1...4).map { _ in
            queue.wait()
            return queue.popJob()
        }

        #expect(removed == [1, 2, 3, nil])
    }

    @Test func `each job gets a thread, up to the limit`() {
        var queue = TaskQueue<Int>(limit: 2)

        let requests = (1...4).map { queue.add($0) }

        #expect(requests == [true, true, false, false])
        #expect(queue.threads == 2)
    }

    @Test func `a job goes to an idle thread, if there is one`() {
        var queue = TaskQueue<Int>(limit: 4)
        queue.threads += 1
        queue.wait()

        let requests = [queue.add(1), queue.add(2)]

        #expect(requests == [false, true])
    }

    @Test func `a thread that could not be started is requested again`() {
        var queue = TaskQueue<Int>(limit: 1)
        _ = queue.add(1)
        queue.threads -= 1

        let isRequested = queue.add(2)

        #expect(isRequested)
    }

    @Test(arguments: [0, -3]) func `the limit is at least one thread`(limit: Int) {
        var queue = TaskQueue<Int>(limit: limit)

        let isRequested = queue.add(1)

        #expect(isRequested)
    }

    // MARK: - Blocked threads

    /// A queue with two threads, each of which has taken a job, and more jobs that wait.
    private func blockedQueue(waiting: Int) -> TaskQueue<Int> {
        var queue = TaskQueue<Int>(limit: 2)
        for job in 0..<2 + waiting { _ = queue.add(job) }
        for _ in 1...2 {
            queue.wait()
            _ = queue.popJob()
        }
        return queue
    }

    @Test func `threads that take no job while others wait are blocked, and get as many more beside them`() {
        var queue = blockedQueue(waiting: 5)

        let isWatched = queue.beginWatch()

        #expect(isWatched)
        #expect(queue.checkForStall() == .stalled(blocked: 2, added: 2))
        #expect(queue.threads == 4)
        #expect(queue.checkForStall() == .stalled(blocked: 4, added: 4))
    }

    @Test func `a job that waits for no thread needs no watch`() {
        var queue = blockedQueue(waiting: 0)

        let isWatched = queue.beginWatch()

        #expect(!isWatched)
    }

    @Test func `threads that take one job after the other aren't blocked`() {
        var queue = blockedQueue(waiting: 2)
        _ = queue.beginWatch()

        queue.wait()
        _ = queue.popJob()

        #expect(queue.checkForStall() == .moves)
        #expect(queue.checkForStall() == .stalled(blocked: 2, added: 1))
    }

    @Test func `the watch ends when no job waits, and begins again with the next that does`() {
        var queue = blockedQueue(waiting: 1)
        let isWatched = [queue.beginWatch(), queue.beginWatch()]
        queue.wait()
        _ = queue.popJob()

        let check = queue.checkForStall()
        _ = queue.add(9)
        let isWatchedAgain = queue.beginWatch()

        #expect(isWatched == [true, false])
        #expect(check == .none)
        #expect(isWatchedAgain)
    }

    @Test func `jobs that wait get the threads that a raised limit allows, though all others are blocked`() {
        var queue = blockedQueue(waiting: 2)
        _ = queue.beginWatch()
        queue.replaceBlockedThread()

        let check = queue.checkForStall()

        #expect(check == .stalled(blocked: 2, added: 1))
        #expect(queue.threads == 3)
    }

    @Test func `the threads in place of blocked ones have a limit`() {
        var queue = blockedQueue(waiting: 10_000)
        _ = queue.beginWatch()

        while case .stalled = queue.checkForStall() {}

        #expect(queue.threads == TaskQueue<Int>.stallLimit)
    }
}
