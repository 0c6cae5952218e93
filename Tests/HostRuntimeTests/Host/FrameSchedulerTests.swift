import Testing

@testable import HostRuntime

@MainActor @Suite struct FrameSchedulerTests {
    private let time = ManualTime()
    private let brought = Brought()

    private final class Brought {
        var frames: [Duration] = []
    }

    private func scheduler() -> FrameScheduler {
        let (clock, brought) = (HostClock(source: time), brought)
        let frames = FrameScheduler(clock: clock, interval: .milliseconds(16)) { brought.frames.append(clock.now) }
        frames.isPaused = false
        return frames
    }

    @Test func `a frame comes at once, and the next one not before a frame's time`() {
        let frames = scheduler()

        frames.setNeedsFrame()
        time.advance(by: .milliseconds(5))
        frames.setNeedsFrame()
        frames.setNeedsFrame()
        time.advance(by: .milliseconds(100))

        #expect(brought.frames == [.zero, .milliseconds(16)])
    }

    @Test(arguments: [0, 5, 16, 50])
    func `a frame whose time comes while frames are held back is brought afterwards, and so are all after it`(
        milliseconds: Int
    ) {
        let frames = scheduler()
        frames.setNeedsFrame()
        time.advance(by: .zero)
        frames.setNeedsFrame()

        frames.isPaused = true
        time.advance(by: .milliseconds(milliseconds))
        let held = brought.frames.count
        frames.isPaused = false
        time.advance(by: .milliseconds(50))
        frames.setNeedsFrame()
        time.advance(by: .milliseconds(50))

        #expect(held == 1)
        #expect(brought.frames.count == 3)
    }

    @Test func `frames that are held back set no timer`() {
        let clock = HostClock(source: time)
        let frames = FrameScheduler(clock: clock, interval: .milliseconds(16)) {}
        frames.isPaused = false
        frames.setNeedsFrame()
        time.advance(by: .zero)
        frames.setNeedsFrame()

        frames.isPaused = true

        #expect(clock.nextDeadline == nil)
    }
}
