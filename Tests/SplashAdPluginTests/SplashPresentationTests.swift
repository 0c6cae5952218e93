import Testing

@testable import SplashAdPlugin

@Suite struct SplashPresentationTests {
    typealias Effect = SplashPresentation.Effect

    @Test func `the countdown shows N at first, one less each second, and ends with 0 at N seconds`() {
        var presentation = SplashPresentation(seconds: 3)

        let first = presentation.count
        let effects = [
            presentation.handle(.painted, at: .zero),
            presentation.handle(.tick, at: .seconds(1)),
            presentation.handle(.tick, at: .seconds(2)),
            presentation.handle(.tick, at: .seconds(3)),
        ]

        #expect(first == 3)
        #expect(
            effects == [
                [.wake(after: .seconds(1))],
                [.count(2), .wake(after: .seconds(1))],
                [.count(1), .wake(after: .seconds(1))],
                [.count(0), .rest, .end(.finished, visible: .seconds(3))],
            ]
        )
    }

    @Test func `the countdown starts when the advertisement is on the screen`() {
        var presentation = SplashPresentation(seconds: 1)

        let early = presentation.handle(.tick, at: .seconds(9))
        let painted = presentation.handle(.painted, at: .seconds(10))
        let end = presentation.handle(.tick, at: .seconds(11))

        #expect(early == [])
        #expect(painted == [.wake(after: .seconds(1))])
        #expect(end == [.count(0), .rest, .end(.finished, visible: .seconds(1))])
    }

    @Test(arguments: [
        (SplashPresentation.Input.enteredBackground, SplashPresentation.Input.enteredForeground),
        (.covered, .uncovered),
    ])
    func `the countdown pauses and continues with what was left`(
        pause: SplashPresentation.Input,
        resume: SplashPresentation.Input
    ) {
        var presentation = SplashPresentation(seconds: 2)
        _ = presentation.handle(.painted, at: .zero)

        let paused = presentation.handle(pause, at: .milliseconds(400))
        let meanwhile = presentation.handle(.tick, at: .seconds(60))
        let resumed = presentation.handle(resume, at: .seconds(100))
        let next = presentation.handle(.tick, at: .milliseconds(100_600))
        let end = presentation.handle(.tick, at: .milliseconds(101_600))

        #expect(paused == [.rest])
        #expect(meanwhile == [])
        #expect(resumed == [.wake(after: .milliseconds(600))])
        #expect(next == [.count(1), .wake(after: .seconds(1))])
        #expect(end == [.count(0), .rest, .end(.finished, visible: .seconds(2))])
    }

    @Test func `both the background and an alert have to go before the countdown continues`() {
        var presentation = SplashPresentation(seconds: 5)
        _ = presentation.handle(.painted, at: .zero)
        _ = presentation.handle(.covered, at: .seconds(1))
        _ = presentation.handle(.enteredBackground, at: .seconds(2))

        let uncovered = presentation.handle(.uncovered, at: .seconds(3))
        let returned = presentation.handle(.enteredForeground, at: .seconds(4))

        #expect(uncovered == [])
        #expect(returned == [.wake(after: .seconds(1))])
    }

    @Test func `a tick that comes late skips numbers and never counts more than the whole`() {
        var presentation = SplashPresentation(seconds: 5)
        _ = presentation.handle(.painted, at: .zero)

        let late = presentation.handle(.tick, at: .milliseconds(2500))
        let end = presentation.handle(.tick, at: .seconds(99))

        #expect(late == [.count(3), .wake(after: .milliseconds(500))])
        #expect(end == [.count(0), .rest, .end(.finished, visible: .seconds(5))])
    }

    @Test func `skipping ends it with the time that it was seen`() {
        var presentation = SplashPresentation(seconds: 5)
        _ = presentation.handle(.painted, at: .seconds(1))

        let effects = presentation.handle(.skip, at: .milliseconds(2500))

        #expect(effects == [.rest, .end(.skipped, visible: .milliseconds(1500))])
    }

    @Test(arguments: [(true, [Effect.rest, .end(.clicked, visible: .zero)]), (false, [])])
    func `a tap follows a landing page and does nothing without one`(hasLanding: Bool, expected: [Effect]) {
        var presentation = SplashPresentation(seconds: 5, hasLanding: hasLanding)
        _ = presentation.handle(.painted, at: .zero)

        let effects = presentation.handle(.tap, at: .zero)

        #expect(effects == expected)
    }

    @Test(arguments: [(true, SplashOutcome.interrupted), (false, .failed)])
    func `what is taken away is interrupted, or failed if it was never on the screen`(
        isPainted: Bool,
        expected: SplashOutcome
    ) {
        var presentation = SplashPresentation(seconds: 5)
        if isPainted { _ = presentation.handle(.painted, at: .zero) }

        let effects = presentation.handle(.takenAway, at: .zero)

        #expect(effects == [.rest, .end(expected, visible: .zero)])
    }

    @Test(arguments: 0..<200 as Range<UInt64>)
    func `any order of events gives one outcome, and a visible time within the time that passed`(seed: UInt64) {
        var random = SplashRandom(state: seed)
        let inputs: [SplashPresentation.Input] = [
            .painted, .tick, .tick, .tick, .tap, .enteredBackground, .enteredForeground, .covered, .uncovered, .skip,
            .takenAway,
        ]
        var presentation = SplashPresentation(seconds: Int.random(in: 1...60, using: &random))
        var now = Duration.zero
        var outcomes: [Duration] = []

        for input in (0..<60).map({ _ in inputs.randomElement(using: &random) ?? .tick }) + [.takenAway, .skip] {
            now += .milliseconds(Int.random(in: 0...3000, using: &random))
            for case .end(_, let visible) in presentation.handle(input, at: now) { outcomes.append(visible) }
        }

        #expect(outcomes.count == 1)
        #expect(outcomes.allSatisfy { $0 >= .zero && $0 <= now })
    }

    @Test(arguments: 0..<50 as Range<UInt64>)
    func `the numbers only go down, and each wake leads to the next one`(seed: UInt64) {
        var random = SplashRandom(state: seed)
        let seconds = Int.random(in: 1...60, using: &random)
        var presentation = SplashPresentation(seconds: seconds)
        var now = Duration.milliseconds(Int.random(in: 0...999_999, using: &random))
        var effects = presentation.handle(.painted, at: now)
        var counts = [presentation.count]

        while case .wake(let delay) = effects.last {
            if Bool.random(using: &random) {
                now += delay / 3
                _ = presentation.handle(.enteredBackground, at: now)
                now += .seconds(7)
                effects = presentation.handle(.enteredForeground, at: now)
                continue
            }
            now += delay
            effects = presentation.handle(.tick, at: now)
            for case .count(let count) in effects { counts.append(count) }
        }

        #expect(counts == Array((0...seconds).reversed()))
    }
}

/// A repeatable source of random numbers (SplitMix64).
struct SplashRandom: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
