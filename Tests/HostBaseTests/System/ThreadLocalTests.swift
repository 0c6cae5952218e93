import Dispatch
import Synchronization
import Testing

@testable import HostBase

@Suite struct ThreadLocalTests {
    // On threads of its own, which make no call that is recorded: the variable is that of the calls.
    @Test func `each thread has its own value, which is passed on when the thread ends`() {
        let slot = ThreadLocal(.callStack) { address in
            ThreadVariable.callStack.set(nil)
            ThreadLocalTests.released.withLock { _ = $0.insert(UInt(bitPattern: address)) }
            ThreadLocalTests.hasEnded.signal()
        }
        let seen = Mutex<[UInt: [UInt]]>([:])
        let bothHaveSet = DispatchGroup()
        for _ in 0..<2 { bothHaveSet.enter() }

        // The pointers are only compared.
        for value in [16, 32] as [UInt] {
            let hasStarted = SystemThread.start {
                let before = UInt(bitPattern: ThreadVariable.callStack.value)
                if let pointer = UnsafeMutableRawPointer(bitPattern: value) { slot.set(pointer) }
                bothHaveSet.leave()
                bothHaveSet.wait()
                let after = UInt(bitPattern: ThreadVariable.callStack.value)
                seen.withLock { $0[value] = [before, after] }
            }
            #expect(hasStarted)
        }
        for _ in 0..<2 { ThreadLocalTests.hasEnded.wait() }

        #expect(seen.withLock { $0 } == [16: [0, 16], 32: [0, 32]])
        #expect(ThreadLocalTests.released.withLock { $0 } == [16, 32])
    }

    @Test func `a value that was cleared isn't passed on`() {
        let slot = ThreadLocal(.callStack) { _ in ThreadLocalTests.wronglyReleased.wrappingAdd(1, ordering: .relaxed) }
        let isCleared = Mutex(false)

        let hasStarted = SystemThread.start {
            if let pointer = UnsafeMutableRawPointer(bitPattern: 48) { slot.set(pointer) }
            slot.clear()
            isCleared.withLock { $0 = ThreadVariable.callStack.value == nil }
            let end = ThreadLocal(.postingThread) { _ in
                ThreadVariable.postingThread.set(nil)
                ThreadLocalTests.lastHasEnded.signal()
            }
            if let pointer = UnsafeMutableRawPointer(bitPattern: 64) { end.set(pointer) }
        }
        ThreadLocalTests.lastHasEnded.wait()

        #expect(hasStarted)
        #expect(isCleared.withLock { $0 })
        #expect(ThreadLocalTests.wronglyReleased.load(ordering: .relaxed) == 0)
    }

    private static let released = Mutex<Set<UInt>>([])
    private static let hasEnded = DispatchSemaphore(value: 0)
    private static let wronglyReleased = Atomic(0)
    private static let lastHasEnded = DispatchSemaphore(value: 0)
}
