import Glibc
import Testing

@testable import HostRuntime

/// Signals are heard, also when other code has taken the bell.
@Suite struct SignalInboxTests {
    @Test func `a signal rings the bell, and waits until it's drained`() throws {
        let inbox = SignalInbox()
        let bell = try TimerDescriptor()
        defer { bell.descriptor.close() }
        inbox.use(bell)

        inbox.receive(SIGWINCH, code: 0)
        inbox.receive(SIGTERM, code: 0)

        #expect(bell.descriptor.isReady(for: .reading, within: -1))
        let (first, second) = (inbox.drain(), inbox.drain())
        #expect(first.contains(.resize))
        #expect(first.contains(.terminate))
        #expect(second == SignalSet(bits: 0))
    }

    @Test func `a signal that ends nothing survives the loss of the bell, whose number is another file's`() throws {
        let inbox = SignalInbox()
        let bell = try TimerDescriptor()
        defer { bell.descriptor.close() }
        let pipe = try DescriptorPipe()
        defer { pipe.close() }
        inbox.use(bell)
        pipe.writing.replace(bell.descriptor)

        inbox.receive(SIGWINCH, code: 0)

        #expect(!pipe.reading.isReady(for: .reading, within: 0))
        #expect(inbox.drain().contains(.resize))
    }

    @MainActor @Test func `the main actor makes another bell when its descriptor is another file's`() throws {
        var calls = 0
        let bell = try SignalBell { calls += 1 }
        defer { SignalInbox.shared.remove() }
        let lost = bell.timer
        let pipe = try DescriptorPipe()
        defer { pipe.close() }
        pipe.writing.replace(lost.descriptor)

        bell.handle()

        #expect(calls == 1)
        #expect(bell.timer != lost)
        #expect(bell.timer.set(BootTime(nanoseconds: 1)))
        #expect(bell.timer.descriptor.isReady(for: .reading, within: -1))
        bell.close()
        lost.descriptor.close()
    }
}
