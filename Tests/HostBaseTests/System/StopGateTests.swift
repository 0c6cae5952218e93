import Dispatch
import Synchronization
import TestSupport
import Testing

@testable import HostBase

@Suite struct StopGateTests {
    @Test func `a process stops when no thread is inside`() {
        let gate = StopGate()
        gate.enter()
        gate.leave()

        #expect(gate.stop(timeout: .seconds(100)) { 7 } == 7)
    }

    @Test func `a stop waits for the thread that is inside`() {
        let gate = StopGate()
        let events = Mutex<[String]>([])
        let isInside = DispatchSemaphore(value: 0)
        let mayLeave = DispatchSemaphore(value: 0)
        let end = startThread {
            gate.enter()
            gate.enter()
            isInside.signal()
            mayLeave.wait()
            gate.leave()
            events.withLock { $0.append("left") }
            gate.leave()
        }
        isInside.wait()

        mayLeave.signal()
        gate.stop(timeout: .seconds(100)) { events.withLock { $0.append("stopped") } }
        end.wait()

        #expect(events.withLock { $0 } == ["left", "stopped"])
    }

    @Test func `threads enter after a stop, but not during it`() {
        let gate = StopGate()
        let events = Mutex<[String]>([])
        let ends = gate.stop(timeout: .zero) {
            let ends = (0..<3).map { _ in
                startThread {
                    gate.enter()
                    events.withLock { $0.append("entered") }
                    gate.leave()
                }
            }
            events.withLock { $0.append("stopped") }
            return ends
        }

        for end in ends { end.wait() }

        #expect(events.withLock { $0 } == ["stopped", "entered", "entered", "entered"])
    }

    @Test func `a thread that is inside may enter again while a stop waits for it`() {
        let gate = StopGate()
        let isInside = DispatchSemaphore(value: 0)
        let isStopping = DispatchSemaphore(value: 0)
        let hasEnteredAgain = Atomic(false)
        let end = startThread {
            gate.enter()
            isInside.signal()
            isStopping.wait()
            gate.enter()
            hasEnteredAgain.store(true, ordering: .releasing)
            gate.leave()
            gate.leave()
        }
        isInside.wait()

        // The first stop gives up at once; from then on the thread is inside a gate that closes.
        gate.stop(timeout: .zero) { isStopping.signal() }
        let isFree = gate.stop(timeout: .seconds(100)) { hasEnteredAgain.load(ordering: .acquiring) }
        end.wait()

        #expect(isFree)
    }

    @Test func `a stop waits no longer than its timeout`() {
        let gate = StopGate()
        gate.enter()

        let isStopped = gate.stop(timeout: .milliseconds(1)) { true }

        #expect(isStopped)
        gate.leave()
        #expect(gate.stop(timeout: .seconds(100)) { true })
    }
}
