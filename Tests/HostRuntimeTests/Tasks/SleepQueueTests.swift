import Testing

@testable import HostRuntime

@Suite struct SleepQueueTests {
    /// The time of both clocks, in seconds; the suspending one stood still for some of it.
    private func time(_ seconds: Int, asleep: Int = 0) -> SleepQueue<String>.Reading {
        SleepQueue.Reading(continuous: .seconds(seconds), suspending: .seconds(seconds - asleep))
    }

    @Test func `the earliest end is the next, and one that is added before it takes its place`() {
        var queue = SleepQueue<String>()
        #expect(queue.nextDeadline == nil)

        queue.add("long", for: .seconds(60), isSuspending: false, at: time(0))
        #expect(queue.nextDeadline == .seconds(60))

        queue.add("short", for: .seconds(5), isSuspending: true, at: time(10))
        #expect(queue.nextDeadline == .seconds(15))
        #expect(queue.popDue(at: time(14)) == nil)
        #expect(queue.popDue(at: time(15)) == "short")
        #expect(queue.popDue(at: time(15)) == nil)
        #expect(queue.nextDeadline == .seconds(60))
    }

    @Test func `jobs are due in the order of their ends, and equal ones in that of their coming`() {
        var queue = SleepQueue<String>()
        for (job, delay) in [("c", 3), ("a", 1), ("b", 1)] {
            queue.add(job, for: .seconds(delay), isSuspending: false, at: time(0))
        }

        let due = (1...4).map { _ in queue.popDue(at: time(3)) }

        #expect(due == ["a", "b", "c", nil])
    }

    @Test func `a sleep on the continuous clock ends in time after the machine slept`() {
        var queue = SleepQueue<String>()
        queue.add("job", for: .seconds(10), isSuspending: false, at: time(0))

        #expect(queue.popDue(at: time(3_600, asleep: 3_599)) == "job")
        #expect(queue.nextDeadline == nil)
    }

    @Test func `a sleep on the suspending clock lasts longer by the time that the machine slept`() {
        var queue = SleepQueue<String>()
        queue.add("job", for: .seconds(10), isSuspending: true, at: time(0))

        #expect(queue.popDue(at: time(3_600, asleep: 3_596)) == nil)
        #expect(queue.nextDeadline == .seconds(3_606))
        #expect(queue.popDue(at: time(3_606, asleep: 3_596)) == "job")
    }

    @Test(arguments: [false, true]) func `the longest sleep and one of less than nothing are safe`(isSuspending: Bool) {
        var queue = SleepQueue<String>()

        queue.add("long", for: Duration(attoseconds: .max), isSuspending: isSuspending, at: time(1))
        queue.add("none", for: Duration(attoseconds: .min), isSuspending: isSuspending, at: time(1))

        #expect(queue.popDue(at: time(1)) == "none")
        #expect(queue.popDue(at: time(1_000_000_000)) == nil)
    }
}
