import Testing

@testable import SplashAdPlugin

@Suite struct ArtworkPlayerTests {
    private let three: [Duration] = [.milliseconds(100), .milliseconds(200), .milliseconds(300)]

    @Test func `each picture is shown for its own time`() {
        var player = ArtworkPlayer(durations: three, plays: 0)

        var seen: [Int] = []
        var now = Duration.zero
        for _ in 0..<5 {
            let delay = player.advance(isVisible: true, at: now)
            seen.append(player.index)
            now += delay ?? .zero
        }

        #expect(seen == [0, 1, 2, 0, 1])
        #expect(now == .milliseconds(900))
    }

    @Test func `played once, an animation stays on its last picture`() {
        var player = ArtworkPlayer(durations: three, plays: 1)
        _ = player.advance(isVisible: true, at: .zero)

        let delay = player.advance(isVisible: true, at: .seconds(60))

        #expect(player.index == 2)
        #expect(delay == nil)
    }

    @Test(arguments: [0, 700, 1300, 60_000_000])
    func `played three times, it stays on its last picture after the third`(milliseconds: Int) {
        var player = ArtworkPlayer(durations: three, plays: 3)
        _ = player.advance(isVisible: true, at: .zero)
        _ = player.advance(isVisible: true, at: .milliseconds(milliseconds))

        let before = player.isOver
        var now = Duration.milliseconds(milliseconds)
        while let delay = player.advance(isVisible: true, at: now) { now += delay }

        #expect(before == (milliseconds >= 1800))
        #expect(player.isOver)
        #expect(player.index == 2)
        #expect(now == .milliseconds(max(1500, milliseconds)))
    }

    @Test func `time while it is not visible does not count`() {
        var player = ArtworkPlayer(durations: three, plays: 0)
        _ = player.advance(isVisible: true, at: .zero)

        let paused = player.advance(isVisible: false, at: .milliseconds(40))
        let resumed = player.advance(isVisible: true, at: .seconds(60))

        #expect(paused == nil)
        #expect(resumed == .milliseconds(60))
        #expect(player.index == 0)
    }

    @Test(arguments: [(150, 1), (650, 0), (60_000_250, 1)])
    func `a late advance skips pictures whose time has passed`(milliseconds: Int, index: Int) {
        var player = ArtworkPlayer(durations: three, plays: 0)
        _ = player.advance(isVisible: true, at: .zero)

        _ = player.advance(isVisible: true, at: .milliseconds(milliseconds))

        #expect(player.index == index)
    }

    @Test(arguments: [Duration.zero, .milliseconds(-5), .nanoseconds(1)])
    func `no picture is shown for less than a twentieth of a second`(duration: Duration) {
        var player = ArtworkPlayer(durations: [duration, duration], plays: 0)

        #expect(player.advance(isVisible: true, at: .zero) == .milliseconds(50))
    }

    @Test(arguments: [[], [Duration.seconds(1)]]) func `with nothing to change to, nothing is due`(
        durations: [Duration]
    ) {
        var player = ArtworkPlayer(durations: durations, plays: 0)

        #expect(player.advance(isVisible: true, at: .zero) == nil)
        #expect(player.index == 0)
    }
}
