import TestSupport
import Testing

@testable import HostRuntime

@MainActor @Suite struct HostClockTests {
    private let time = ManualTime()
    private let clock: HostClock

    init() {
        clock = HostClock(source: time)
    }

    /// Collects what happened with the moment at which it did.
    @MainActor private final class Diary {
        var entries: [String] = []
        var clock: HostClock

        init(_ clock: HostClock) {
            self.clock = clock
        }

        func note(_ text: String) {
            entries.append("\(clock.now.seconds) \(text)")
        }
    }

    @Test func `a timer sees its own deadline as now, however far the time moves`() {
        let diary = Diary(clock)
        let timers = [2, 1].map { second in
            clock.schedule(after: .seconds(second)) { diary.note("timer") }
        }

        time.advance(by: .seconds(10))

        #expect(diary.entries == ["1.0 timer", "2.0 timer"])
        #expect(timers.map(\.isSpent) == [true, true])
    }

    @Test func `a timer that is added while the time moves fires in the same move`() {
        let diary = Diary(clock)
        var inner: HostTimer?
        let outer = clock.schedule(after: .seconds(1)) {
            inner = clock.schedule(after: .seconds(1)) { diary.note("inner") }
        }

        time.advance(by: .seconds(3))

        #expect(diary.entries == ["2.0 inner"])
        #expect(outer.isSpent)
        #expect(inner?.isSpent == true)
    }

    @Test(arguments: [Duration(attoseconds: .max), Duration(attoseconds: .min), .seconds(Int64.max)])
    func `a delay may have any length`(delay: Duration) {
        let once = clock.schedule(after: delay) {}
        let often = clock.schedule(every: delay) {}

        time.advance(by: .zero)

        #expect(once.isSpent == (delay < .zero))
        #expect(!often.isSpent)
    }

    @Test func `a released timer does not fire`() {
        let diary = Diary(clock)
        _ = clock.schedule(after: .seconds(1)) { diary.note("never") }

        time.advance(by: .seconds(2))

        #expect(diary.entries == [])
        #expect(clock.nextDeadline == nil)
    }

    @Test func `timers that restart each other endlessly don't stop the time`() {
        var count = 0
        var timer: HostTimer?
        func again() {
            count += 1
            timer = clock.schedule(after: .zero, again)
        }
        again()

        time.advance(by: .seconds(1))

        #expect(count == ManualTime.wakeLimit + 1)
        #expect(clock.now == .seconds(1))
        timer?.cancel()
    }

    @Test func `a wait for idle tasks doesn't include work that waits for a later answer`() async {
        let work = WorkTracker()
        var answer: CheckedContinuation<Void, Never>?
        var isAnswered = false
        work.start {
            await withCheckedContinuation { answer = $0 }
            isAnswered = true
        }

        await work.activity.waitUntilIdle(within: 1000)
        #expect(!isAnswered)
        answer?.resume()
        await work.activity.waitUntilIdle(within: 1000)

        #expect(isAnswered)
    }

    @Test func `a repeating timer stays on multiples of its interval and skips missed ones`() {
        let diary = Diary(clock)
        let timer = clock.schedule(every: .seconds(1)) { diary.note("tick") }

        time.advance(by: .milliseconds(2500))
        timer.cancel()
        time.advance(by: .seconds(5))

        #expect(diary.entries == ["1.0 tick", "2.0 tick"])
    }

    @Test func `a repeating timer fires once at each multiple of its interval, however long it runs`() {
        var moments: [Duration] = []
        let timer = clock.schedule(every: .seconds(1)) { moments.append(clock.now) }

        time.advance(by: .seconds(10_000))
        timer.cancel()

        #expect(moments == (1...10_000).map { .seconds($0) })
    }

    @Test func `a repeating timer may cancel itself`() {
        let diary = Diary(clock)
        var timer: HostTimer?
        timer = clock.schedule(every: .seconds(1)) {
            diary.note("tick")
            timer?.cancel()
        }

        time.advance(by: .seconds(5))

        #expect(diary.entries == ["1.0 tick"])
        #expect(timer?.isSpent == true)
    }

    @Test func `an idle clock asks for no wake-up`() {
        let timer = clock.schedule(after: .seconds(1)) {}
        timer.cancel()

        #expect(clock.nextDeadline == nil)
    }

    @Test func `sleeping ends when the clock has moved far enough`() async throws {
        let diary = Diary(clock)
        let work = WorkTracker()
        work.start {
            try? await clock.sleep(for: .seconds(2))
            diary.note("awake")
        }

        await work.activity.waitUntilIdle(within: 1000)
        time.advance(by: .seconds(1))
        await work.activity.waitUntilIdle(within: 1000)
        #expect(diary.entries == [])
        time.advance(by: .seconds(1))
        await work.activity.waitUntilIdle(within: 1000)

        #expect(diary.entries == ["2.0 awake"])
    }

    @Test func `a cancelled sleep throws`() async {
        let task = Task { try await clock.sleep(for: .seconds(60)) }
        task.cancel()

        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `a timer that repeats is called at the same depth of the stack`() {
        let time = ManualTime()
        let clock = HostClock(source: time)
        var addresses: [UInt] = []
        let timer = clock.schedule(every: .milliseconds(1)) { addresses.append(stackAddress()) }

        time.advance(by: .milliseconds(10_001))

        #expect(addresses.count > 10_000 && Set(addresses).count == 1)
        withExtendedLifetime(timer) {}
    }
}
