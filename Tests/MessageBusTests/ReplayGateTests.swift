import TestSupport
import Testing

@testable import HostBase
@testable import MessageBus

@Suite(.tags(.bus)) struct ReplayGateTests {
    @Test func `a thread that posts without rest is slowed more and more, and loses nothing`() {
        let pauses = BusTest.Log<Duration>()
        let gate = ReplayGate(pause: { pauses.add($0) })
        gate.beginReplay(on: .current)

        BusTest.onAnotherThread {
            for number in 1...110_000 { _ = gate.hold(number, on: .current) }
        }
        var last: Int?
        var count = 0
        while let next = gate.nextHeld() {
            last = next as? Int
            count += 1
        }

        #expect(pauses.entries.count == 110_000 - 999)
        #expect(pauses.entries.first == .milliseconds(1))
        #expect(pauses.entries[1000] == .milliseconds(2))
        #expect(pauses.entries.last == .milliseconds(100))
        #expect(last == 110_000)
        #expect(count == 110_000)
    }

    @Test func `a thread that replays to another observer is not slowed, because others wait for that`() {
        let pauses = BusTest.Log<Duration>()
        let gate = ReplayGate(pause: { pauses.add($0) })
        gate.beginReplay(on: .current)

        BusTest.onAnotherThread {
            let thread = PostingThread.current
            // Replays may be nested.
            thread.replay {
                thread.replay {}
                for number in 1...1000 { _ = gate.hold(number, on: thread) }
            }
            let duringReplay = pauses.entries.count
            _ = gate.hold(1001, on: thread)
            #expect([duringReplay, pauses.entries.count] == [0, 1])
        }
        while gate.nextHeld() != nil {}
    }
}
