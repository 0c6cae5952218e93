import Glibc
import Testing

@testable import HostRuntime

@MainActor @Suite struct WakeUpTimerTests {
    private let timer: WakeUpTimer

    init() throws {
        timer = try WakeUpTimer()
    }

    /// Waits until the timer is readable; with a limit of 0, only looks.
    private func isReadable(limit: Int32) -> Bool {
        var polled = pollfd(fd: timer.number, events: Int16(POLLIN), revents: 0)
        return poll(&polled, 1, limit) == 1 && polled.revents == Int16(POLLIN)
    }

    @Test func `it's readable from its moment on, also one that has passed`() {
        defer { timer.close() }

        _ = timer.set(.now + .milliseconds(1))
        #expect(isReadable(limit: -1))

        _ = timer.set(.now + .seconds(-1))
        #expect(isReadable(limit: -1))
    }

    @Test func `it isn't readable before its moment, nor without one`() {
        defer { timer.close() }

        #expect(!isReadable(limit: 0))

        _ = timer.set(.now + .seconds(3600))
        #expect(!isReadable(limit: 0))
    }

    @Test func `another moment, or none, ends its being readable`() {
        defer { timer.close() }

        _ = timer.set(.now)
        #expect(isReadable(limit: -1))
        _ = timer.set(.now + .seconds(3600))
        #expect(!isReadable(limit: 0))

        _ = timer.set(.now)
        #expect(isReadable(limit: -1))
        _ = timer.set(nil)
        #expect(!isReadable(limit: 0))
    }

    @Test func `it tells when its descriptor is another file's`() throws {
        let pipe = try DescriptorPipe()
        defer { pipe.close() }
        defer { timer.close() }
        #expect(timer.set(.now + .seconds(3600)))
        pipe.writing.replace(Descriptor(timer.number))

        // It's writable, and so wakes whoever polls it, long before its moment.
        timer.doubt()

        #expect(!timer.set(.now + .seconds(3600)))
    }
}
