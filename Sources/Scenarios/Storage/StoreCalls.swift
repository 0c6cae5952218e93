/// The system calls that a full or failing disk or another process shows in, so that tests can replace them.
package struct StoreCalls: Sendable {
    /// Writes bytes and returns the number that were written.
    package var write: @Sendable (OpenFile, UnsafeRawBufferPointer) throws(SystemError) -> Int = {
        (file, bytes) throws(SystemError) in try file.write(bytes)
    }
    /// Returns when a file or directory is on the disk.
    package var flush: @Sendable (OpenFile) throws(SystemError) -> Void = {
        (file) throws(SystemError) in try file.synchronize()
    }
    /// Takes the lock of a file without waiting; false while another process holds it.
    package var lock: @Sendable (OpenFile) throws(SystemError) -> Bool = {
        (file) throws(SystemError) in try file.tryLock()
    }
    /// The time that the current thread may wait for a lock.
    package var timeout: @Sendable () -> LockWait.Timeout = { LockWait.timeout }
    /// A time that never goes back, and stands still while the machine sleeps.
    package var now: @Sendable () -> Duration = { SuspendingClock.now - StoreCalls.start }
    package var pause: @Sendable (Duration) -> Void = { SystemThread.pause(for: $0) }
    /// Runs work on a new thread; false if the system has none.
    package var start: @Sendable (@escaping @Sendable () -> Void) -> Bool = { SystemThread.start($0) }

    private static let start = SuspendingClock.now

    package func writeAll(_ bytes: [UInt8], to file: OpenFile) throws(SystemError) {
        var start = 0
        while start < bytes.count {
            let count = try bytes[start...].withUnsafeBufferPointer { (rest) throws(SystemError) in
                try write(file, UnsafeRawBufferPointer(rest))
            }
            guard count > 0 else { throw .inputOutput }
            start += count
        }
    }

    /// The system's own.
    package static var system: StoreCalls { StoreCalls() }

    /// Returns the system's, with another rule for how long a lock is waited for.
    package static func waiting(_ timeout: @escaping @Sendable () -> LockWait.Timeout) -> StoreCalls {
        StoreCalls(timeout: timeout)
    }
}
