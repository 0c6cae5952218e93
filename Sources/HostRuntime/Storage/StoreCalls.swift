internal import Glibc

/// The system calls that a full disk, a failing one or another process shows in, so that tests can let them fail.
struct StoreCalls: Sendable {
    /// Writes bytes and returns how many; negative with `errno` set when it failed.
    var write: @Sendable (Int32, UnsafeRawBufferPointer) -> Int = { Glibc.write($0, $1.baseAddress, $1.count) }
    /// Returns when a file or folder is on the disk; not 0 with `errno` set when it failed.
    var flush: @Sendable (Int32) -> Int32 = { fsync($0) }
    /// Takes the lock of a file without waiting; not 0 with `errno` set when it failed.
    var lock: @Sendable (Int32) -> Int32 = { flock($0, LOCK_EX | LOCK_NB) }
    /// How long the calling thread may wait for a lock.
    var patience: @Sendable () -> LockWait.Patience = { LockWait.patience }
    /// A time that only goes on.
    var now: @Sendable () -> Duration = {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return .seconds(now.tv_sec) + .nanoseconds(now.tv_nsec)
    }
    /// Lets a while pass.
    var pause: @Sendable (Duration) -> Void = { duration in
        let (seconds, attoseconds) = duration.components
        var rest = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
        nanosleep(&rest, nil)
    }
    /// Runs work on a thread of its own; false when there is none.
    var start: @Sendable (@escaping @Sendable () -> Void) -> Bool = { SystemThread.start($0) }
}
