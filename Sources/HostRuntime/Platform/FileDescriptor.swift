internal import Glibc

/// An open file, pipe, socket or terminal, which closes with its last reference.
///
/// Calls that a signal interrupts are made again.
final class FileDescriptor: Sendable {
    /// The number of the descriptor, for system calls that have no method here.
    let number: Int32

    /// Creates an owner of an open descriptor.
    init(owning number: Int32) {
        self.number = number
    }

    deinit {
        close(number)
    }

    // MARK: - Opening

    /// The details of opening a file.
    struct OpenOptions: OptionSet {
        let rawValue: Int32

        /// Every write goes to the end of the file.
        static let append = OpenOptions(rawValue: O_APPEND)
        /// Creates the file if it is missing.
        static let create = OpenOptions(rawValue: O_CREAT)
        /// Creates the file, and fails with `fileExists` if there is one.
        static let exclusiveCreate = OpenOptions(rawValue: O_CREAT | O_EXCL)
        /// Fails with `tooManyLinks` if the path ends in a symbolic link.
        static let noFollow = OpenOptions(rawValue: O_NOFOLLOW)
        /// Fails with `notADirectory` if the path isn't a directory.
        static let directory = OpenOptions(rawValue: O_DIRECTORY)
        /// Doesn't wait for the other end of a pipe, neither here nor in later calls.
        static let nonBlocking = OpenOptions(rawValue: O_NONBLOCK)
    }

    /// Opens a file, which started programs don't inherit.
    ///
    /// A file that this creates has `permissions`, less the process's `umask`.
    static func open(
        _ path: String,
        _ access: Descriptor.Access,
        options: OpenOptions = [],
        permissions: UInt32 = 0o600
    ) throws(SystemError) -> FileDescriptor {
        while true {
            let number = Glibc.open(path, access.rawValue | options.rawValue | O_CLOEXEC, mode_t(permissions))
            if number >= 0 { return FileDescriptor(owning: number) }
            let error = SystemError.last
            if error != .interrupted { throw error }
        }
    }

    // MARK: - Reading and writing

    /// Reads into a buffer, and returns the number of bytes; 0 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
        while true {
            let count = Glibc.read(number, buffer.baseAddress, buffer.count)
            if count >= 0 { return count }
            let error = SystemError.last
            if error != .interrupted { throw error }
        }
    }

    /// Reads until the end or until there are `limit` bytes.
    func read(upTo limit: Int) throws(SystemError) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: min(limit, 1 << 16))
        while bytes.count < limit {
            let wanted = min(buffer.count, limit - bytes.count)
            let count = try buffer.withUnsafeMutableBufferPointer { (buffer) throws(SystemError) in
                try read(into: UnsafeMutableRawBufferPointer(start: buffer.baseAddress, count: wanted))
            }
            if count == 0 { break }
            bytes += buffer[..<count]
        }
        return bytes
    }

    /// Writes from a buffer, and returns the number of bytes, which may be fewer than there are.
    func write(_ buffer: UnsafeRawBufferPointer) throws(SystemError) -> Int {
        while true {
            let count = Glibc.write(number, buffer.baseAddress, buffer.count)
            if count >= 0 { return count }
            let error = SystemError.last
            if error != .interrupted { throw error }
        }
    }

    /// Cuts the file off, or extends it with zeros, at a size in bytes.
    func truncate(to size: Int) throws(SystemError) {
        guard ftruncate(number, size) == 0 else { throw .last }
    }

    /// Waits until everything that was written is on the disk.
    func synchronize() throws(SystemError) {
        guard fsync(number) == 0 else { throw .last }
    }

    /// The state of the open file.
    var status: FileStatus {
        get throws(SystemError) {
            var status = stat()
            guard fstat(number, &status) == 0 else { throw .last }
            return FileStatus(status)
        }
    }

    // MARK: - Locking

    /// Takes the file's exclusive lock without waiting; false while another descriptor holds it.
    ///
    /// The lock belongs to the open file, so a program that is started meanwhile
    /// shares it until it closes the descriptor. The system drops the lock with
    /// the last one.
    func tryLock() throws(SystemError) -> Bool {
        guard flock(number, LOCK_EX | LOCK_NB) != 0 else { return true }
        let error = SystemError.last
        if error == .wouldBlock || error == .interrupted { return false }
        throw error
    }

    /// Releases the file's lock.
    func unlock() {
        flock(number, LOCK_UN)
    }
}
