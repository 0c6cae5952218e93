package import Dispatch
internal import HostBase
internal import Synchronization

/// Runs a body on a thread of its own; the semaphore is signaled at its end.
@discardableResult
package func startThread(_ body: @escaping @Sendable () -> Void) -> DispatchSemaphore {
    let end = DispatchSemaphore(value: 0)
    let isStarted = SystemThread.start {
        body()
        end.signal()
    }
    precondition(isStarted, "a thread can't be started")
    return end
}

/// Runs a body on a thread of its own, and returns its result.
package func onThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) -> Value {
    let result = Mutex<Value?>(nil)
    startThread {
        let value = body()
        result.withLock { $0 = value }
    }
    .wait()
    // The thread stored the result before it ended.
    return result.withLock { $0! }
}
