import Dispatch
import Synchronization
import Testing

@testable import HostRuntime

@Suite struct ThreadLocalTests {
    @Test func `each thread has its own value, which is passed on when the thread ends`() {
        let slot = ThreadLocal { address in
            ThreadLocalTests.released.store(UInt(bitPattern: address), ordering: .relaxed)
            ThreadLocalTests.hasEnded.signal()
        }
        let seen = Mutex<[UInt]>([])
        // The pointers are only compared.
        let (first, second) = (UnsafeMutableRawPointer(bitPattern: 16), UnsafeMutableRawPointer(bitPattern: 32))
        if let first { slot.set(first) }

        let hasStarted = SystemThread.start {
            seen.withLock { $0.append(UInt(bitPattern: slot.value)) }
            if let second = UnsafeMutableRawPointer(bitPattern: 32) { slot.set(second) }
            seen.withLock { $0.append(UInt(bitPattern: slot.value)) }
        }
        ThreadLocalTests.hasEnded.wait()

        #expect(hasStarted)
        #expect(seen.withLock { $0 } == [0, 32])
        #expect(slot.value == first)
        #expect(ThreadLocalTests.released.load(ordering: .relaxed) == UInt(bitPattern: second))
    }

    private static let released = Atomic<UInt>(0)
    private static let hasEnded = DispatchSemaphore(value: 0)
}
