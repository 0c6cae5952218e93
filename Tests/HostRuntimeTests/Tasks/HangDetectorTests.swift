import TestSupport
import Testing

@testable import HostRuntime

@Suite(.tags(.plugins, .faults)) struct HangDetectorTests {
    private var detector = HangDetector(at: .zero)

    /// Looks at a time; all times are in milliseconds.
    private mutating func look(_ time: Int, turn: Int, isIdle: Bool = false) -> HangDetector.Finding {
        detector.handle(.init(time: .milliseconds(time), turn: .milliseconds(turn), isIdle: isIdle))
    }

    /// Looks whenever the detector wants to, until a time, and returns the conclusions with their times.
    private mutating func looks(
        until end: Int,
        _ state: (Int) -> (turn: Int, isIdle: Bool)
    ) -> [(time: Int, finding: HangDetector.Finding)] {
        var findings: [(Int, HangDetector.Finding)] = []
        while detector.nextSampleTime <= .milliseconds(end) {
            let time = Int(detector.nextSampleTime / .milliseconds(1))
            let state = state(time)
            findings.append((time, look(time, turn: state.turn, isIdle: state.isIdle)))
        }
        return findings
    }

    @Test mutating func `a turn that lasts two seconds is a hang, until it ends, however many calls it makes`() {
        #expect(look(2000, turn: 1600) == .answers)
        #expect(look(3600, turn: 1600) == .hangs(.seconds(2)))
        #expect(look(3850, turn: 1600) == .hangs(.milliseconds(2250)))
        #expect(look(4100, turn: 4090) == .answersAgain(after: .milliseconds(2500)))
        #expect(look(4350, turn: 4200, isIdle: true) == .answers)
    }

    @Test(arguments: [0, 1, 700, 1999, 2000, 2001, 5555])
    func `a hang is found two seconds after its beginning, and a look at the latest, whenever it begins`(begin: Int) {
        var detector = self
        let findings = detector.looks(until: 10_000) { time in
            // Sixty turns a second until it begins.
            time < begin ? (time / 16 * 16, true) : (begin, false)
        }
        let first = findings.first { $0.finding != .answers }
        let time = (first?.time ?? 0) - begin
        #expect((2000...2250).contains(time), "found after \(time) ms")
        #expect(first?.finding == .hangs(.milliseconds(time)))
    }

    @Test mutating func `many short turns in a row are not a hang`() {
        let findings = looks(until: 100_000) { (turn: $0, isIdle: false) }

        #expect(findings.allSatisfy { $0.finding == .answers })
    }

    @Test mutating func `a main thread that works sixty times a second is looked at every two seconds`() {
        let findings = looks(until: 60_000) { (turn: $0 / 16 * 16, isIdle: true) }

        #expect(findings.allSatisfy { $0.finding == .answers })
        #expect(findings.count == 30)
    }

    @Test mutating func `an idle main thread lets the watch rest after a second`() {
        #expect(look(2000, turn: 1500, isIdle: true) == .answers)
        #expect(look(4000, turn: 1500, isIdle: true) == .rests)
    }

    @Test mutating func `a pause of the watch itself is no hang`() {
        _ = look(2000, turn: 1900)

        #expect(look(60_000, turn: 1900) == .answers)
        let findings = looks(until: 63_000) { _ in (1900, false) }
        #expect(findings.first?.finding == .hangs(.seconds(2)))
        #expect(findings.first?.time == 62_000)
    }

    @Test mutating func `a main thread that answers but never finishes its jobs is busy`() {
        func look(_ time: Int, busySince: Int?) -> HangDetector.Sample {
            HangDetector.Sample(
                time: .milliseconds(time),
                turn: .milliseconds(time - 10),
                busySince: busySince.map { .milliseconds($0) }
            )
        }

        #expect(detector.handle(look(2000, busySince: 500)) == .answers)
        #expect(detector.nextSampleTime == .milliseconds(2500))
        #expect(detector.handle(look(2500, busySince: 500)) == .isBusy(.seconds(2)))
        #expect(detector.nextSampleTime == .milliseconds(2750))
        #expect(detector.handle(look(2750, busySince: 500)) == .isBusy(.milliseconds(2250)))
        #expect(detector.handle(look(3000, busySince: nil)) == .answersAgain(after: .milliseconds(2500)))
        #expect(detector.handle(look(5000, busySince: nil)) == .answers)
    }

    @Test mutating func `a main thread that is busy and then hangs, hangs`() {
        let findings = (12...20).map { quarter in
            let time = Duration.milliseconds(250 * quarter)
            return detector.handle(.init(time: time, turn: .seconds(3), busySince: .seconds(1)))
        }

        #expect(findings.first == .isBusy(.seconds(2)))
        #expect(findings.last == .hangs(.seconds(2)))
    }
}
