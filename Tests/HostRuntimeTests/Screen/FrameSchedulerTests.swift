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

    @Test(arguments: [1, 3, 8, 13, 15])
    func `the frames of a timer soon come with its ticks, whatever came before`(phase: Int) {
        let frames = scheduler()
        frames.setNeedsFrame()
        time.advance(by: .milliseconds(phase))
        let ticks = HostClock(source: time)
        var moments: [Duration] = []

        for _ in 0..<20 {
            moments.append(ticks.now)
            frames.setNeedsFrame()
            time.advance(by: .milliseconds(16))
        }

        #expect(brought.frames.suffix(10) == moments.suffix(10))
    }

    @Test(arguments: [1, 4, 10, 15])
    func `changes that come faster bring no more frames than there are intervals`(milliseconds: Int) {
        let frames = scheduler()

        for _ in 0..<10_000 / milliseconds {
            frames.setNeedsFrame()
            time.advance(by: .milliseconds(milliseconds))
        }

        // One more at the beginning, and one by which the raster has moved.
        #expect(brought.frames.count <= 10_000 / 16 + 2)
        #expect(zip(brought.frames, brought.frames.dropFirst()).allSatisfy { $1 - $0 >= .milliseconds(12) })
    }

    @Test func `a late frame does not delay those after it`() {
        let frames = scheduler()
        frames.setNeedsFrame()
        time.advance(by: .milliseconds(16 + 7))

        for _ in 0..<4 {
            frames.setNeedsFrame()
            time.advance(by: .milliseconds(16 - 1))
        }

        #expect(brought.frames == [0, 23, 38, 53, 68].map { .milliseconds($0) })
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
