import TestSupport
import Testing

@testable import HostRuntime

@Suite struct TimerQueueTests {
    private var queue = TimerQueue<String>()

    @Test mutating func `timers fire in the order of their deadlines`() {
        for (name, second) in [("c", 3), ("a", 1), ("b", 2)] { _ = queue.add(name, at: .seconds(second)) }

        let drained = drain(at: .seconds(3))

        #expect(drained == ["a", "b", "c"])
    }

    @Test mutating func `timers with the same deadline fire in the order in which they were added`() {
        let names = (0..<100).map { "\($0)" }
        for name in names { _ = queue.add(name, at: .seconds(1)) }

        let drained = drain(at: .seconds(1))

        #expect(drained == names)
    }

    @Test mutating func `a timer that is not due stays`() {
        _ = queue.add("later", at: .seconds(2))

        let drained = drain(at: .seconds(1))

        #expect(drained == [])
        #expect(queue.nextDeadline == .seconds(2))
    }

    @Test mutating func `a cancelled timer leaves no deadline behind`() {
        let first = queue.add("first", at: .seconds(1))
        _ = queue.add("second", at: .seconds(5))

        let cancelled = [queue.cancel(first), queue.cancel(first)]

        #expect(cancelled == ["first", nil])
        #expect(queue.nextDeadline == .seconds(5))
        let drained = drain(at: .seconds(5))
        #expect(drained == ["second"])
        #expect(queue.nextDeadline == nil)
    }

    @Test(arguments: seeds(of: 0..<5))
    func `a random queue fires what a search through all timers would fire`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var queue = TimerQueue<Int>()
        var timers: [(deadline: Duration, number: Int, id: TimerQueue<Int>.ID)] = []

        for number in 0..<2000 {
            switch Int.random(in: 0..<4, using: &random) {
            case 0, 1:
                let deadline = Duration.seconds(Int.random(in: 0..<50, using: &random))
                timers.append((deadline, number, queue.add(number, at: deadline)))
            case 2:
                guard let index = timers.indices.randomElement(using: &random) else { continue }
                let timer = timers.remove(at: index)
                #expect(queue.cancel(timer.id) == timer.number)
                #expect(queue.cancel(timer.id) == nil)
            default:
                let now = Duration.seconds(Int.random(in: 0..<50, using: &random))
                let due = timers.filter { $0.deadline <= now }.min {
                    ($0.deadline, $0.number) < ($1.deadline, $1.number)
                }
                timers.removeAll { $0.number == due?.number }
                #expect(queue.popDue(at: now)?.payload == due?.number)
            }
        }

        #expect(queue.count == timers.count)
    }

    private mutating func drain(at now: Duration) -> [String] {
        var result: [String] = []
        while let due = queue.popDue(at: now) { result.append(due.payload) }
        return result
    }
}
