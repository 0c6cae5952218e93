internal import Glibc
internal import Synchronization

/// An open file or directory, which closes with its last reference.
///
/// Calls that a signal interrupts are made again.
package final class OpenFile: Sendable {
    package let descriptor: Descriptor

    private let isLocked = Atomic(false)

    /// Opens a file, which started programs don't inherit.
    ///
    /// A file that this creates is for its user alone (0600).
    package init(_ path: String, _ access: Access, options: Options = []) throws(SystemError) {
        let flags = access.rawValue | options.rawValue | O_CLOEXEC
        descriptor = Descriptor(Int32(try OpenFile.retrying { Int(open(path, flags, mode_t(0o600))) }))
    }

    deinit {
        // A process that is just being started has a copy of the descriptor, which would keep the lock.
        if isLocked.load(ordering: .relaxed) { unlock() }
        descriptor.close()
    }

    private static func retrying(_ call: () -> Int) throws(SystemError) -> Int {
        while true {
            let result = call()
            if result >= 0 { return result }
            if errno != EINTR { throw .last }
        }
    }

    // MARK: - Opening

    package struct Access: RawRepresentable {
        package let rawValue: Int32

        package init(rawValue: Int32) {
            self.rawValue = rawValue
        }

        package static let readOnly = Access(rawValue: O_RDONLY)
        package static let writeOnly = Access(rawValue: O_WRONLY)
        package static let readWrite = Access(rawValue: O_RDWR)
    }

    package struct Options: OptionSet {
        package let rawValue: Int32

        package init(rawValue: Int32) {
            self.rawValue = rawValue
        }

        /// Every write goes to the end of the file.
        package static let append = Options(rawValue: O_APPEND)
        package static let create = Options(rawValue: O_CREAT)
        /// Creates the file, and fails with `fileExists` if there is one.
        package static let exclusiveCreate = Options(rawValue: O_CREAT | O_EXCL)
        /// Fails with `tooManyLinks` if the path ends in a symbolic link.
        package static let noFollow = Options(rawValue: O_NOFOLLOW)
        /// Fails with `notADirectory` if the path isn't a directory.
        package static let directory = Options(rawValue: O_DIRECTORY)
        /// Doesn't wait for the other end of a pipe, neither here nor in later calls.
        package static let nonBlocking = Options(rawValue: O_NONBLOCK)
    }

    // MARK: - Reading and writing

    /// Reads until the end or until there are `limit` bytes.
    package func read(upTo limit: Int) throws(SystemError) -> [UInt8] {
        var bytes: [UInt8] = []
        // Most files are small.
        var buffer = [UInt8](repeating: 0, count: min(limit, 1 << 12))
        while bytes.count < limit {
            if bytes.count == buffer.count { buffer = [UInt8](repeating: 0, count: 1 << 16) }
            let wanted = min(buffer.count, limit - bytes.count)
            switch buffer.withUnsafeMutableBytes({ descriptor.read(into: .init(rebasing: $0[..<wanted])) }) {
            case .bytes(let count): bytes += buffer[..<count]
            case .nothing: throw .wouldBlock
            case .end: return bytes
            case .failed(let error): throw error
            }
        }
        return bytes
    }

    /// Reads bytes at a place in the file, of which there may be fewer.
    package func read(_ count: Int, at place: Int) throws(SystemError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let read = try OpenFile.retrying { pread(descriptor.number, &bytes, count, place) }
        return Array(bytes[..<read])
    }

    /// Writes once, and returns the number of bytes that were written, which may be fewer than there are.
    package func write(_ buffer: UnsafeRawBufferPointer) throws(SystemError) -> Int {
        try OpenFile.retrying { Glibc.write(descriptor.number, buffer.baseAddress, buffer.count) }
    }

    /// Cuts the file off, or extends it with zeros, at a size in bytes.
    package func truncate(to size: Int) throws(SystemError) {
        guard ftruncate(descriptor.number, size) == 0 else { throw .last }
    }

    /// Extends the file with zeros to a size in bytes, for which the disk has room from then on.
    ///
    /// Memory that is mapped to a file without that room ends the program when it's touched.
    package func allocate(_ size: Int) throws(SystemError) {
        while true {
            // It returns the error, and leaves `errno` alone.
            let error = SystemError(code: posix_fallocate(descriptor.number, 0, size))
            if error.code == 0 { return }
            if error != .interrupted { throw error }
        }
    }

    /// Waits until everything that was written is on the disk.
    package func synchronize() throws(SystemError) {
        guard fsync(descriptor.number) == 0 else { throw .last }
    }

    package var status: FileStatus {
        get throws(SystemError) {
            var status = stat()
            guard fstat(descriptor.number, &status) == 0 else { throw .last }
            return FileStatus(status)
        }
    }

    /// Sets the times at which the content was last changed and read, since 1970.
    package func setModified(_ time: Duration) throws(SystemError) {
        let (seconds, attoseconds) = time.components
        // A time before 1970 counts up from its second, too.
        let isBefore = attoseconds < 0
        let nanoseconds = Int(attoseconds / 1_000_000_000) + (isBefore ? 1_000_000_000 : 0)
        let modified = timespec(tv_sec: Int(seconds) - (isBefore ? 1 : 0), tv_nsec: min(nanoseconds, 999_999_999))
        guard futimens(descriptor.number, [modified, modified]) == 0 else { throw .last }
    }

    // MARK: - Locking

    /// Takes the file's exclusive lock without waiting; false while another open file holds it.
    ///
    /// The lock ends with `unlock()`, with the last reference, or with the process.
    package func tryLock() throws(SystemError) -> Bool {
        guard flock(descriptor.number, LOCK_EX | LOCK_NB) != 0 else {
            isLocked.store(true, ordering: .relaxed)
            return true
        }
        let error = SystemError.last
        if error == .wouldBlock || error == .interrupted { return false }
        throw error
    }

    /// Takes the lock from those that hold it briefly; false if one holds it throughout, for about a second.
    ///
    /// `pause` is called between the attempts.
    package func lock(
        attempts: Int = 1000,
        pause: () -> Void = { SystemThread.pause(for: .milliseconds(1)) }
    ) throws(SystemError) -> Bool {
        for _ in 0..<attempts {
            if try tryLock() { return true }
            pause()
        }
        return false
    }

    package func unlock() {
        isLocked.store(false, ordering: .relaxed)
        flock(descriptor.number, LOCK_UN)
    }
}
