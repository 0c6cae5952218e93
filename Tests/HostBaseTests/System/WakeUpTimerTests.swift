import Glibc
import Testing

@testable import HostBase

@Suite struct WakeUpTimerTests {
    /// Waits until a timer is readable; with a limit of 0, only looks.
    private func isReadable(_ timer: WakeUpTimer, limit: Int32) -> Bool {
        var polled = pollfd(fd: timer.number, events: Int16(POLLIN), revents: 0)
        return poll(&polled, 1, limit) == 1 && polled.revents == Int16(POLLIN)
    }

    @Test func `it's readable from its moment on, also one that has passed`() throws {
        var timer = try WakeUpTimer()
        defer { timer.close() }

        _ = timer.set(.now + .milliseconds(1))
        #expect(isReadable(timer, limit: -1))

        _ = timer.set(.now + .seconds(-1))
        #expect(isReadable(timer, limit: -1))
    }

    @Test func `it isn't readable before its moment, nor without one`() throws {
        var timer = try WakeUpTimer()
        defer { timer.close() }

        #expect(!isReadable(timer, limit: 0))

        _ = timer.set(.now + .seconds(3600))
        #expect(!isReadable(timer, limit: 0))
    }

    @Test func `another moment, or none, ends its being readable`() throws {
        var timer = try WakeUpTimer()
        defer { timer.close() }

        _ = timer.set(.now)
        #expect(isReadable(timer, limit: -1))
        _ = timer.set(.now + .seconds(3600))
        #expect(!isReadable(timer, limit: 0))

        _ = timer.set(.now)
        #expect(isReadable(timer, limit: -1))
        _ = timer.set(nil)
        #expect(!isReadable(timer, limit: 0))
    }

    @Test func `it tells when its descriptor is another file's`() throws {
        var timer = try WakeUpTimer()
        defer { timer.close() }
        let pipe = try DescriptorPipe()
        defer { pipe.close() }
        let isSetBefore = timer.set(.now + .seconds(3600))
        pipe.writing.replace(Descriptor(timer.number))

        // It's writable, and so wakes whoever polls it, long before its moment.
        timer.doubt()

        let isSetAfter = timer.set(.now + .seconds(3600))
        #expect([isSetBefore, isSetAfter] == [true, false])
    }

    @Test func `setting a moment leaves the data of another file alone`() throws {
        let timer = try TimerDescriptor()
        defer { timer.descriptor.close() }
        let pipe = try DescriptorPipe()
        defer { pipe.close() }
        pipe.writing.replace(timer.descriptor)

        #expect(!timer.set(BootTime(nanoseconds: 1)))
        #expect(!pipe.reading.isReady(for: .reading, within: 0))
    }

    @Test func `a timer's number is at least the one that it's created above, and free`() throws {
        let timers = try (0..<2).map { _ in try TimerDescriptor(above: 150) }
        defer { for timer in timers { timer.descriptor.close() } }

        #expect(timers.allSatisfy { $0.descriptor.number >= 150 && $0.set(nil) })
        #expect(timers[0] != timers[1])
    }

    @Test func `setting a moment of no descriptor fails`() {
        #expect(!TimerDescriptor(.none).set(BootTime(nanoseconds: 1)))
    }
}
