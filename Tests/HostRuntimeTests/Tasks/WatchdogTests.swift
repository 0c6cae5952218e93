import Dispatch
import TestSupport
import Testing

@testable import HostRuntime

@Suite(.tags(.faults)) struct WatchdogTests {
    @Test func `only the first turn after an idle time signals, however late the watchdog waits`() {
        let idleness = Watchdog.Idleness()
        idleness.begin()
        let isAwaited = idleness.awaitEnd()

        let signals = (1...4).map { _ in
            defer { idleness.begin() }
            return idleness.end()
        }

        #expect(isAwaited)
        #expect(signals == [true, false, false, false])
    }

    @Test func `a busy thread is not awaited, and its next turns signal nothing`() {
        let idleness = Watchdog.Idleness()

        let isAwaited = idleness.awaitEnd()
        idleness.begin()
        let isSignal = idleness.end()

        #expect([isAwaited, isSignal] == [false, false])
    }

    @Test func `each wait on another thread gets one signal, and none is left`() {
        let idleness = Watchdog.Idleness()
        let (bell, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let waits = takesAllSeeds ? 100 : 10
        let isStarted = SystemThread.start {
            var left = waits
            while left > 0 {
                guard idleness.awaitEnd() else { continue }
                bell.wait()
                left -= 1
            }
            end.signal()
        }
        #expect(isStarted)

        var signals = 0
        while signals < waits {
            idleness.begin()
            guard idleness.end() else { continue }
            signals += 1
            bell.signal()
        }
        end.wait()

        let left = (0..<3).filter { _ in
            idleness.begin()
            return idleness.end()
        }
        #expect(left == [])
    }
}
