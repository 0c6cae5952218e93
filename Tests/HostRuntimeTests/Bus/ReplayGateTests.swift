import Testing

@testable import HostRuntime

@Suite struct ReplayGateTests {
    private func box(_ number: Int) -> MessageBox {
        withUnsafePointer(to: number) { MessageBox($0, MessageLayout(Int.self), owner: .host) }
    }

    @Test func `messages of other threads are held in order until none is left`() {
        let gate = ReplayGate()
        gate.beginReplay(on: .current)
        BusTest.onAnotherThread { [self] in
            for number in 1...3 { #expect(gate.hold(on: .current) { box(number) }) }
        }
        let isOpenBefore = gate.isOpen

        var held: [Int?] = []
        while let next = gate.nextHeld() { held.append(next.value(as: Int.self)) }

        #expect(!isOpenBefore)
        #expect(held == [1, 2, 3])
        #expect(gate.isOpen)
        BusTest.onAnotherThread { [self] in #expect(!gate.hold(on: .current) { box(4) }) }
    }

    @Test func `messages of the replaying thread pass`() {
        let gate = ReplayGate()
        gate.beginReplay(on: .current)

        #expect(!gate.hold(on: .current) { box(1) })
        #expect(gate.nextHeld() == nil)
    }

    @Test func `the value for the main actor is taken once`() {
        let gate = ReplayGate()
        gate.wait(with: box(7))
        let isOpenBefore = gate.isOpen

        #expect(gate.removeWaiting()?.value(as: Int.self) == 7)
        #expect(gate.removeWaiting() == nil)
        #expect(!isOpenBefore)
        #expect(gate.isOpen)
    }

    @Test func `a thread that posts without rest is slowed more and more, and loses nothing`() {
        let pauses = BusTest.Log<Duration>()
        let gate = ReplayGate(pause: { pauses.add($0) })
        gate.beginReplay(on: .current)

        BusTest.onAnotherThread { [self] in
            for number in 1...110_000 { _ = gate.hold(on: .current) { box(number) } }
        }
        var last: Int?
        var count = 0
        while let next = gate.nextHeld() {
            last = next.value(as: Int.self)
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

        BusTest.onAnotherThread { [self] in
            let thread = PostingThread.current
            // Replays may be nested.
            thread.replay {
                thread.replay {}
                for number in 1...1000 { _ = gate.hold(on: thread) { box(number) } }
            }
            let duringReplay = pauses.entries.count
            _ = gate.hold(on: thread) { box(1001) }
            #expect([duringReplay, pauses.entries.count] == [0, 1])
        }
        while gate.nextHeld() != nil {}
    }
}
