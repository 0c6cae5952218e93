/// The system calls that a full or failing disk or another process shows in, so that tests can replace them.
struct StoreCalls: Sendable {
    /// Writes bytes and returns the number that were written.
    var write: @Sendable (OpenFile, UnsafeRawBufferPointer) throws(SystemError) -> Int = {
        (file, bytes) throws(SystemError) in try file.write(bytes)
    }
    /// Returns when a file or directory is on the disk.
    var flush: @Sendable (OpenFile) throws(SystemError) -> Void = {
        (file) throws(SystemError) in try file.synchronize()
    }
    /// Takes the lock of a file without waiting; false while another process holds it.
    var lock: @Sendable (OpenFile) throws(SystemError) -> Bool = {
        (file) throws(SystemError) in try file.tryLock()
    }
    /// The time that the current thread may wait for a lock.
    var timeout: @Sendable () -> LockWait.Timeout = { LockWait.timeout }
    /// A time that never goes back, and stands still while the machine sleeps.
    var now: @Sendable () -> Duration = { SuspendingClock.now - StoreCalls.start }
    var pause: @Sendable (Duration) -> Void = { SystemThread.pause(for: $0) }
    /// Runs work on a new thread; false if the system has none.
    var start: @Sendable (@escaping @Sendable () -> Void) -> Bool = { SystemThread.start($0) }

    private static let start = SuspendingClock.now

    func writeAll(_ bytes: [UInt8], to file: OpenFile) throws(SystemError) {
        var start = 0
        while start < bytes.count {
            let count = try bytes[start...].withUnsafeBufferPointer { (rest) throws(SystemError) in
                try write(file, UnsafeRawBufferPointer(rest))
            }
            guard count > 0 else { throw .inputOutput }
            start += count
        }
    }
}
