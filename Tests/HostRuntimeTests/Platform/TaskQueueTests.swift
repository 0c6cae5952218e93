import Testing

@testable import HostRuntime

@Suite struct TaskQueueTests {
    @Test func `jobs are taken in the order in which they came`() {
        var queue = TaskQueue<Int>(limit: 2)
        for job in 1...3 { _ = queue.add(job) }

        let taken = (1...4).map { _ in
            queue.wait()
            return queue.take()
        }

        #expect(taken == [1, 2, 3, nil])
    }

    @Test func `each job asks for a thread until the limit is reached`() {
        var queue = TaskQueue<Int>(limit: 2)

        let asked = (1...4).map { queue.add($0) }

        #expect(asked == [true, true, false, false])
        #expect(queue.threads == 2)
    }

    @Test func `a thread that waits takes the job that comes`() {
        var queue = TaskQueue<Int>(limit: 4)
        queue.countThread()
        queue.wait()

        let asked = [queue.add(1), queue.add(2)]

        #expect(asked == [false, true])
    }

    @Test func `a thread that could not be made is asked for again`() {
        var queue = TaskQueue<Int>(limit: 1)
        _ = queue.add(1)
        queue.loseThread()

        let isAsked = queue.add(2)

        #expect(isAsked)
    }

    @Test(arguments: [0, -3]) func `there is always room for one thread`(limit: Int) {
        var queue = TaskQueue<Int>(limit: limit)

        let isAsked = queue.add(1)

        #expect(isAsked)
    }
}
