import FoundationEssentials
import Testing

@testable import HostRuntime
@testable import Scenarios

@MainActor @Suite struct ManualTimeTests {
    /// The first of November 2025 in GMT, at midnight.
    private let midnight = Date(timeIntervalSinceReferenceDate: 783_648_000)

    @Test(arguments: [1, 16, 100, 333, 1_000])
    func `many small steps give the same date as one large step`(milliseconds: Int) {
        let time = ManualTime(date: midnight)
        let steps = 10_000

        for _ in 0..<steps { time.advance(by: .milliseconds(milliseconds)) }

        #expect(time.date == midnight + Double(steps * milliseconds) / 1_000)
        #expect(time.now == .milliseconds(steps * milliseconds))
    }

    @Test func `ten seconds of frames move the calendar by ten seconds`() {
        let time = ManualTime(date: midnight + 0.1)
        let before = time.date

        for _ in 0..<625 { time.advance(by: .milliseconds(16)) }

        #expect(time.date.timeIntervalSince(before) == 10)
    }

    @Test(arguments: [0, 0.1, 0.25, 0.3, 0.7, 0.999])
    func `steps of a tenth of a second reach midnight exactly`(fraction: Double) {
        let time = ManualTime(date: midnight - 1 + fraction)

        for _ in 0..<Int(((1 - fraction) * 1_000).rounded()) { time.advance(by: .milliseconds(1)) }

        #expect(time.date == midnight)
        #expect(CalendarPeriod.day.index(of: time.date.timeIntervalSinceReferenceDate, in: .gmt) == 20_393)
    }

    @Test func `a date that is set moves on from there`() {
        let time = ManualTime(date: midnight)
        time.advance(by: .milliseconds(700))

        time.date = midnight - 86_400
        #expect(time.date == midnight - 86_400)
        #expect(time.currentDate == time.date)

        time.advance(by: .milliseconds(300))
        #expect(time.date == midnight - 86_399.7)
    }

    @Test(arguments: [Double.infinity, -.infinity, 1e300, -1e20])
    func `an extremely distant date is safe`(seconds: Double) {
        let time = ManualTime(date: Date(timeIntervalSinceReferenceDate: seconds))

        time.advance(by: .seconds(Int64.max))

        #expect(!time.date.timeIntervalSinceReferenceDate.isNaN)
    }

    @Test func `each multiple of the interval fires once, none skipped and none twice`() {
        let time = ManualTime()
        let clock = HostClock(source: time)
        var moments: [Duration] = []
        let interval = Duration(secondsComponent: 0, attosecondsComponent: 3_333_333_333_333_333)
        let timer = clock.schedule(every: interval) { moments.append(clock.now) }

        time.advance(by: .seconds(4))

        #expect(moments == (1...1_200).map { interval * $0 })
        withExtendedLifetime(timer) {}
    }

    @Test func `a timer that moves the time itself never makes it go back`() {
        let time = ManualTime(date: midnight)
        let clock = HostClock(source: time)
        var moments: [Duration] = []
        let mover = clock.schedule(after: .seconds(1)) { time.advance(by: .seconds(100)) }
        let later = clock.schedule(after: .seconds(50)) { moments.append(clock.now) }

        time.advance(by: .seconds(10))

        #expect(time.now == .seconds(101))
        #expect(time.nowOnAnyThread == .seconds(101))
        #expect(time.date == midnight + 101)
        #expect(moments == [.seconds(101)])
        withExtendedLifetime((mover, later)) {}
    }

    @Test func `the longest duration moves the time to the farthest one`() {
        let time = ManualTime()
        time.advance(by: .seconds(1))

        time.advance(by: Duration(attoseconds: .max))

        #expect(time.now == .seconds(1) + HostClock.farthest)
    }
}
