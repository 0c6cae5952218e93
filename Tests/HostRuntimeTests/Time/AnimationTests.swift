import Testing

@testable import HostRuntime

@MainActor @Suite struct AnimationTests {
    private let time = ManualTime()
    private let clock: HostClock

    init() {
        clock = HostClock(source: time)
    }

    @Test(arguments: [1, 2, 3, 7, 12, 16])
    func `an animation takes each of its steps once and ends at its duration`(steps: Int) {
        var seen: [Double] = []
        var end: Duration?
        let timer = clock.animate(Animation(duration: .milliseconds(300), steps: steps)) {
            seen.append($0)
        } completion: {
            end = clock.now
        }

        time.advance(by: .seconds(1))

        #expect(seen == (0...steps).map { Double($0) / Double(steps) })
        #expect(end == .milliseconds(300))
        #expect(timer.isSpent)
    }

    @Test(arguments: [Duration(attoseconds: 1000), .nanoseconds(1), .milliseconds(3)] as [Duration])
    func `an animation takes at most one step in a millisecond`(duration: Duration) {
        var count = 0
        let timer = clock.animate(Animation(duration: duration, steps: 1_000_000)) { _ in count += 1 }

        time.advance(by: .seconds(1))

        #expect(count <= 4)
        #expect(timer.isSpent)
    }

    @Test func `a late step is larger`() {
        let animation = Animation(duration: .seconds(1), steps: 10)

        #expect(animation.progress(after: .milliseconds(350)) == 0.3)
        #expect(animation.progress(after: .seconds(7)) == 1)
    }

    @Test func `an animation without a duration ends at once`() {
        var seen: [Double] = []
        _ = clock.animate(Animation(duration: .zero, steps: 5)) { seen.append($0) }

        #expect(seen == [1])
    }

    @Test func `a cancelled animation stops where it is, without its completion`() {
        var seen: [Double] = []
        var isComplete = false
        let timer = clock.animate(Animation(duration: .seconds(1), steps: 4)) {
            seen.append($0)
        } completion: {
            isComplete = true
        }

        time.advance(by: .milliseconds(500))
        timer.cancel()
        time.advance(by: .seconds(2))

        #expect(seen == [0, 0.25, 0.5])
        #expect(!isComplete)
    }

    @Test(arguments: [12, Int.max])
    func `the longest duration and the most steps are safe`(steps: Int) throws {
        let animation = Animation(duration: Duration(attoseconds: .max), steps: steps)

        #expect(animation.duration == HostClock.farthest)
        #expect(animation.progress(after: animation.duration / 2) == 0.5)
        #expect(try #require(animation.nextStep(after: .zero)) > .zero)
        #expect(animation.progress(after: animation.duration) == 1)
    }
}
