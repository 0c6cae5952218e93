import TestSupport
import Testing

@testable import SplashAdPlugin

/// The countdown, skipping, taps and the one outcome of a presentation, as a value.
@Suite(.tags(.advertisements)) struct SplashPresentationTests {
    typealias Effect = SplashPresentation.Effect

    @Test func `the countdown shows N at first, one less each second, and 0 after N seconds`() {
        var presentation = SplashPresentation.shown(seconds: 3)

        let first = presentation.countdown.count
        let effects = [
            presentation.handle(.inSight, at: .zero),
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
        var presentation = SplashPresentation.shown(seconds: 1)

        let early = presentation.handle(.tick, at: .seconds(9))
        let painted = presentation.handle(.inSight, at: .seconds(10))
        let end = presentation.handle(.tick, at: .seconds(11))

        #expect(early == [])
        #expect(painted == [.wake(after: .seconds(1))])
        #expect(end == [.count(0), .rest, .end(.finished, visible: .seconds(1))])
    }

    @Test func `the countdown pauses out of sight, and continues with the time that was left`() {
        var presentation = SplashPresentation.shown(seconds: 2)
        _ = presentation.handle(.inSight, at: .zero)

        let paused = presentation.handle(.outOfSight, at: .milliseconds(400))
        let meanwhile = presentation.handle(.tick, at: .seconds(60))
        let resumed = presentation.handle(.inSight, at: .seconds(100))
        let next = presentation.handle(.tick, at: .milliseconds(100_600))
        let end = presentation.handle(.tick, at: .milliseconds(101_600))

        #expect(paused == [.rest])
        #expect(meanwhile == [])
        #expect(resumed == [.wake(after: .milliseconds(600))])
        #expect(next == [.count(1), .wake(after: .seconds(1))])
        #expect(end == [.count(0), .rest, .end(.finished, visible: .seconds(2))])
    }

    @Test func `an advertisement that comes out of sight waits, and counts from the first sight of it`() {
        var presentation = SplashPresentation()
        for input in [.inSight, .outOfSight, .shown(hasLanding: false), .appeared, .tick] as [SplashPresentation.Input]
        {
            _ = presentation.handle(input, at: .seconds(1))
        }
        let hidden = (presentation.isPainted, presentation.awaitsFrame)

        let seen = presentation.handle(.inSight, at: .seconds(9))

        #expect(hidden == (false, true))
        #expect(seen == [.wake(after: .seconds(1))])
        #expect(presentation.isPainted)
    }

    @Test func `a late tick skips numbers and never exceeds the whole countdown`() {
        var presentation = SplashPresentation.shown(seconds: 5)
        _ = presentation.handle(.inSight, at: .zero)

        let late = presentation.handle(.tick, at: .milliseconds(2500))
        let end = presentation.handle(.tick, at: .seconds(99))

        #expect(late == [.count(3), .wake(after: .milliseconds(500))])
        #expect(end == [.count(0), .rest, .end(.finished, visible: .seconds(5))])
    }

    @Test func `skipping ends it with the visible time`() {
        var presentation = SplashPresentation.shown(seconds: 5)
        _ = presentation.handle(.inSight, at: .seconds(1))

        let effects = presentation.handle(.skip, at: .milliseconds(2500))

        #expect(effects == [.rest, .end(.skipped, visible: .milliseconds(1500))])
    }

    @Test(arguments: [(true, [Effect.rest, .end(.clicked, visible: .milliseconds(700))]), (false, [])])
    func `a tap opens a landing page and does nothing without one`(hasLanding: Bool, expected: [Effect]) {
        var presentation = SplashPresentation.shown(seconds: 5, hasLanding: hasLanding)
        _ = presentation.handle(.inSight, at: .zero)
        _ = presentation.handle(.appeared, at: .milliseconds(300))

        var hasty = presentation
        let early = hasty.handle(.tap, at: .milliseconds(699))
        let effects = presentation.handle(.tap, at: .milliseconds(700))

        #expect(early == [])
        #expect(effects == expected)
    }

    @Test(arguments: [(true, SplashOutcome.interrupted), (false, .failed)])
    func `a removed presentation was interrupted, or has failed if it was never on the screen`(
        isPainted: Bool,
        expected: SplashOutcome
    ) {
        var presentation = SplashPresentation.shown(seconds: 5)
        if isPainted { _ = presentation.handle(.inSight, at: .zero) }

        let effects = presentation.handle(.takenAway, at: .zero)

        #expect(effects == [.rest, .end(expected, visible: .zero)])
    }

    // MARK: - Waiting

    @Test func `no time counts before there is an advertisement`() {
        var presentation = SplashPresentation()

        let effects =
            presentation.handle(.inSight, at: .zero) + presentation.handle(.tick, at: .seconds(60))
            + presentation.handle(.tap, at: .seconds(60))

        #expect(effects == [])
        #expect(!presentation.isRunning)
    }

    @Test(arguments: [
        SplashPresentation.Rules(), .init(canSkip: false), .init(skipAfter: 3), .init(seconds: 5, skipAfter: 9),
    ])
    func `the wait for an advertisement can be skipped, whatever the rules for skipping one`(
        rules: SplashPresentation.Rules
    ) {
        var presentation = SplashPresentation(rules)

        let effects = presentation.handle(.skip, at: .seconds(2))

        #expect(effects == [.rest, .end(.skipped, visible: .zero)])
    }

    @Test func `a presentation without an advertisement has failed`() {
        var presentation = SplashPresentation()

        let effects = presentation.handle(.gaveUp, at: .seconds(3))

        #expect(effects == [.rest, .end(.failed, visible: .zero)])
    }

    @Test(arguments: [false, true])
    func `giving up does nothing once there is an advertisement`(isPainted: Bool) {
        var presentation = SplashPresentation.shown(seconds: 5)
        if isPainted { _ = presentation.handle(.inSight, at: .zero) }

        let effects = presentation.handle(.gaveUp, at: .seconds(3))

        #expect(effects == [])
        #expect(!presentation.hasEnded)
    }

    @Test func `the wait is not part of the countdown`() {
        var presentation = SplashPresentation(.init(seconds: 2))
        _ = presentation.handle(.shown(hasLanding: false), at: .seconds(3))

        let painted = presentation.handle(.inSight, at: .milliseconds(3100))
        let end = presentation.handle(.tick, at: .milliseconds(5100))

        #expect(painted == [.wake(after: .seconds(1))])
        #expect(end == [.count(0), .rest, .end(.finished, visible: .seconds(2))])
    }

    // MARK: - Skipping

    @Test func `it can't be skipped before K seconds`() {
        var presentation = SplashPresentation.shown(seconds: 5, skipAfter: 2)
        _ = presentation.handle(.inSight, at: .zero)

        let early = presentation.handle(.skip, at: .milliseconds(1999))
        let late = presentation.handle(.skip, at: .seconds(2))

        #expect(early == [])
        #expect(late == [.rest, .end(.skipped, visible: .seconds(2))])
    }

    @Test func `the control counts the seconds until it opens`() {
        var presentation = SplashPresentation.shown(seconds: 5, skipAfter: 2)

        var ways = [presentation.countdown.way]
        _ = presentation.handle(.inSight, at: .zero)
        for second in 1...3 {
            _ = presentation.handle(.tick, at: .seconds(second))
            ways.append(presentation.countdown.way)
        }

        #expect(ways == [.opensIn(2), .opensIn(1), .open, .open])
    }

    @Test func `the time until it can be skipped pauses with the countdown`() {
        var presentation = SplashPresentation.shown(seconds: 5, skipAfter: 2)
        _ = presentation.handle(.inSight, at: .zero)
        _ = presentation.handle(.outOfSight, at: .seconds(1))
        _ = presentation.handle(.inSight, at: .seconds(60))

        let early = presentation.handle(.skip, at: .milliseconds(60_900))
        let late = presentation.handle(.skip, at: .seconds(61))

        #expect(early == [])
        #expect(late == [.rest, .end(.skipped, visible: .seconds(2))])
    }

    @Test(arguments: [5, 6, 60, .max])
    func `a control that would open only at the end never opens`(after: Int) {
        var presentation = SplashPresentation.shown(seconds: 5, skipAfter: after)
        let way = presentation.countdown.way
        _ = presentation.handle(.inSight, at: .zero)

        let skip = presentation.handle(.skip, at: .milliseconds(4999))

        #expect(way == .closed)
        #expect(skip == [])
    }

    @Test func `without a skip control nothing skips`() {
        var presentation = SplashPresentation.shown(seconds: 5, canSkip: false)
        _ = presentation.handle(.inSight, at: .zero)

        let skip = presentation.handle(.skip, at: .seconds(4))
        let end = presentation.handle(.tick, at: .seconds(5))

        #expect(skip == [])
        #expect(end.last == .end(.finished, visible: .seconds(5)))
    }

    // MARK: - The ring

    @Test(arguments: [(5, 20), (12, 48), (3, 3), (7, 30), (60, 48)])
    func `the ring empties in its steps, together with the number`(seconds: Int, steps: Int) {
        var presentation = SplashPresentation.shown(seconds: seconds, ringSteps: steps)
        var now = Duration.zero
        var effects = presentation.handle(.inSight, at: now)
        var rings = [presentation.countdown.ring]
        var counts = [presentation.countdown.count]

        while case .wake(let delay) = effects.last {
            now += delay
            effects = presentation.handle(.tick, at: now)
            if presentation.countdown.ring != rings.last { rings.append(presentation.countdown.ring) }
            if presentation.countdown.count != counts.last { counts.append(presentation.countdown.count) }
        }

        #expect(rings == Array((0...steps).reversed()))
        #expect(counts == Array((0...seconds).reversed()))
        #expect(now == .seconds(seconds))
    }

    @Test(arguments: 1...60) func `the ring of the settings changes at most 4 times a second, with the number`(
        seconds: Int
    ) {
        var settings = SplashSettings()
        settings.skip = .ring
        settings.seconds = seconds

        let steps = SplashPresentation.Rules(settings, reducesMotion: false).ringSteps
        let calm = SplashPresentation.Rules(settings, reducesMotion: true).ringSteps

        #expect(steps % seconds == 0)
        #expect(steps / seconds <= 4)
        #expect(calm == seconds)
    }

    // MARK: - Taps

    @Test func `input counts 0.4 s after all of it has come into sight, and anew after anything else was seen`() {
        var presentation = SplashPresentation()
        func accepts() -> [Bool] { [0, 399, 400].map { presentation.acceptsInput(at: now + .milliseconds($0)) } }
        var now = Duration.zero
        let unseen = accepts()
        let steps: [(SplashPresentation.Input, counts: Bool)] = [
            // The cover that waits.
            (.inSight, true), (.outOfSight, false), (.inSight, true),
            // The advertisement fades in.
            (.shown(hasLanding: true), false), (.inSight, false), (.appeared, true),
            (.changed, false), (.inSight, true), (.outOfSight, false), (.inSight, true),
        ]

        for (input, counts) in steps {
            now += .seconds(1)
            _ = presentation.handle(input, at: now)
            #expect(accepts() == [false, false, counts], "\(input)")
        }

        #expect(unseen == [false, false, false])
    }

    @Test func `a key that is held since before it counts doesn't open the page until it's released`() {
        var presentation = SplashPresentation.shown(seconds: 60, hasLanding: true)
        _ = presentation.handle(.inSight, at: .zero)
        _ = presentation.handle(.appeared, at: .zero)

        let held = (0...20).flatMap { presentation.handle(.tap, at: .milliseconds(100 + 33 * $0)) }
        let released = presentation.handle(.tap, at: .milliseconds(100 + 33 * 20 + 150))

        #expect(held == [])
        #expect(released.last == .end(.clicked, visible: .milliseconds(910)))
    }

    // MARK: - Random order

    @Test(arguments: seeds(of: 0..<200))
    func `any order of inputs gives one outcome, and a visible time within the elapsed time`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let inputs: [SplashPresentation.Input] = [
            .shown(hasLanding: true), .inSight, .inSight, .inSight, .appeared, .tick, .tick, .tick, .tap,
            .changed, .outOfSight, .outOfSight, .skip, .takenAway, .gaveUp,
        ]
        var presentation = SplashPresentation(
            .init(
                seconds: Int.random(in: 1...60, using: &random),
                canSkip: Bool.random(using: &random),
                skipAfter: Int.random(in: 0...9, using: &random),
                ringSteps: Int.random(in: 0...50, using: &random)
            )
        )
        var now = Duration.zero
        var outcomes: [Duration] = []

        for input in (0..<60).map({ _ in inputs.randomElement(using: &random) ?? .tick }) + [.takenAway, .skip] {
            now += .milliseconds(Int.random(in: 0...3000, using: &random))
            for effect in presentation.handle(input, at: now) {
                if case .end(_, let visible) = effect { outcomes.append(visible) }
            }
        }

        #expect(outcomes.count == 1)
        #expect(outcomes.allSatisfy { $0 >= .zero && $0 <= now })
    }

    @Test(arguments: seeds(of: 0..<50))
    func `the numbers only go down, and each wake leads to the next one`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let seconds = Int.random(in: 1...60, using: &random)
        var presentation = SplashPresentation.shown(seconds: seconds)
        var now = Duration.milliseconds(Int.random(in: 0...999_999, using: &random))
        var effects = presentation.handle(.inSight, at: now)
        var counts = [presentation.countdown.count]

        while case .wake(let delay) = effects.last {
            if Bool.random(using: &random) {
                now += delay / 3
                _ = presentation.handle(.outOfSight, at: now)
                now += .seconds(7)
                effects = presentation.handle(.inSight, at: now)
                continue
            }
            now += delay
            effects = presentation.handle(.tick, at: now)
            for case .countdown(let countdown) in effects { counts.append(countdown.count) }
        }

        #expect(counts == Array((0...seconds).reversed()))
    }
}

extension SplashPresentation {
    /// A presentation of an advertisement without a painted frame.
    static func shown(
        seconds: Int,
        hasLanding: Bool = false,
        canSkip: Bool = true,
        skipAfter: Int = 0,
        ringSteps: Int = 0
    ) -> SplashPresentation {
        var presentation = SplashPresentation(
            Rules(
                seconds: seconds,
                canSkip: canSkip,
                skipAfter: skipAfter,
                ringSteps: ringSteps
            )
        )
        _ = presentation.handle(.shown(hasLanding: hasLanding), at: .zero)
        return presentation
    }
}

extension SplashPresentation.Effect {
    /// The countdown of a presentation that can be skipped, without a ring.
    static func count(_ count: Int) -> Self { .countdown(SplashCountdown(count: count, ring: 0, way: .open)) }
}
