internal import Glibc

/// The system calls that a full or failing disk shows in, so that tests can let them fail.
struct StoreCalls: Sendable {
    /// Writes bytes and returns how many; negative with `errno` set when it failed.
    var write: @Sendable (Int32, UnsafeRawBufferPointer) -> Int = { Glibc.write($0, $1.baseAddress, $1.count) }
    /// Returns when a file or folder is on the disk; not 0 with `errno` set when it failed.
    var flush: @Sendable (Int32) -> Int32 = { fsync($0) }
}
