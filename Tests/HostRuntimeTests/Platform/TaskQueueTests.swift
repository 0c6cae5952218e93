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
}
