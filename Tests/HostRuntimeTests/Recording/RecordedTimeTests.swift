import FoundationEssentials
import Testing

@testable import HostRuntime

@MainActor @Suite struct RecordedTimeTests {
    /// The machine's time, moved by the test.
    @MainActor private final class Machine {
        var elapsed: Duration = .zero
    }

    private let machine = Machine()
    private let time: RecordedTime

    init() {
        let machine = machine
        time = RecordedTime(date: Date(timeIntervalSince1970: 1000.0004), timeZone: .gmt) { machine.elapsed }
    }

    @Test func `the time stands still until everything that follows from an event is done`() {
        machine.elapsed = .milliseconds(5)
        #expect(time.now == .zero)

        time.endMoment()

        #expect(time.now == .milliseconds(5))
    }

    @Test func `an event comes at a whole millisecond`() {
        time.endMoment()
        machine.elapsed = .microseconds(1_234_567)

        #expect(time.beginMoment() == .milliseconds(1235))
        #expect(time.now == .milliseconds(1235))
        #expect(time.beginMoment() == .milliseconds(1235))
    }

    @Test func `an event comes before the timer of the same millisecond`() {
        time.endMoment()
        machine.elapsed = .microseconds(1_234_567)
        time.setWake(at: .microseconds(1_234_600)) {}

        #expect(!time.isTimerDue)
        #expect(time.beginMoment() == .microseconds(1_234_567))
    }

    @Test func `an event comes before a timer that has become due and has not fired`() {
        time.endMoment()
        time.setWake(at: .milliseconds(1234)) {}
        machine.elapsed = .milliseconds(1235)

        #expect(time.beginMoment() == .milliseconds(1234) - .nanoseconds(1))
        #expect(time.now < .milliseconds(1234))
    }

    @Test func `a timer of an event's moment is due before the next event, though the moment is rounded up`() {
        time.endMoment()
        machine.elapsed = .microseconds(1_234_100)
        let moment = time.beginMoment()

        time.setWake(at: moment) {}

        #expect(time.isTimerDue)
    }

    @Test func `the return from a stop comes before the timers that have fallen due, at the machine's time`() async {
        machine.elapsed = .milliseconds(20)
        time.endMoment()
        #expect(time.beginMoment() == .milliseconds(20))
        machine.elapsed = .microseconds(10_000_300)
        let seen = await withCheckedContinuation { continuation in
            time.setWake(at: .seconds(5)) { [time] in continuation.resume(returning: time.now) }
            time.skipStop()
            #expect(time.beginMoment() == .milliseconds(10_001))
        }

        #expect(seen == .milliseconds(10_001))
    }

    @Test func `the time doesn't pass a timer that is late`() {
        time.endMoment()
        time.setWake(at: .seconds(1)) {}
        machine.elapsed = .milliseconds(1300)

        #expect(time.isTimerDue)
        #expect(time.now == .seconds(1))
    }

    @Test func `the time never goes back`() {
        time.endMoment()
        machine.elapsed = .microseconds(1_234_100)
        #expect(time.beginMoment() == .milliseconds(1235))

        time.endMoment()

        #expect(time.now == .milliseconds(1235))
    }

    @Test func `a timer sees its own time, however late it fires`() async {
        time.endMoment()
        machine.elapsed = .milliseconds(20)
        let seen = await withCheckedContinuation { continuation in
            time.setWake(at: .milliseconds(10)) { [time] in continuation.resume(returning: time.now) }
        }

        #expect(seen == .milliseconds(10))
        #expect(!time.isTimerDue)
    }

    @Test func `a timer waits until everything that comes before it is done`() async {
        time.endMoment()
        machine.elapsed = .milliseconds(20)
        var looks = 0
        time.acceptsTimer = {
            looks += 1
            return looks > 3
        }

        await withCheckedContinuation { continuation in
            time.setWake(at: .milliseconds(10)) { continuation.resume() }
        }

        #expect(looks == 4)
        #expect(time.now == .milliseconds(10))
    }

    @Test func `the calendar begins at a whole millisecond and advances with the time`() {
        #expect(time.date == Date(timeIntervalSince1970: 1000))
        time.endMoment()
        machine.elapsed = .milliseconds(1500)
        #expect(time.date == Date(timeIntervalSince1970: 1001.5))
    }

    @Test func `a clock that a person sets is followed, and one that drifts is not`() {
        time.endMoment()
        machine.elapsed = .seconds(10)
        #expect(!time.adopt(date: Date(timeIntervalSince1970: 1011)))
        #expect(time.date == Date(timeIntervalSince1970: 1010))

        #expect(time.adopt(date: Date(timeIntervalSince1970: 5000)))
        machine.elapsed = .seconds(12)

        #expect(time.date == Date(timeIntervalSince1970: 5002))
    }

    @Test func `the time before the start doesn't count`() {
        machine.elapsed = .seconds(3)
        time.start(date: Date(timeIntervalSince1970: 2000))
        time.endMoment()
        machine.elapsed = .milliseconds(3250)

        #expect(time.now == .milliseconds(250))
        #expect(time.date == Date(timeIntervalSince1970: 2000.25))
    }

    @Test func `another time zone is followed`() {
        #expect(!time.adopt(timeZone: .gmt))
        #expect(time.adopt(timeZone: CivilTimeZone(secondsFromGMT: 3600)))
        #expect(time.timeZone == CivilTimeZone(secondsFromGMT: 3600))
    }
}
