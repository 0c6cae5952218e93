internal import Glibc

/// An open file, terminal, pipe or socket, by the number that the system gave it.
///
/// A plain value: copies name the same open file, and only `close()` ends it, so
/// that it can stand for streams that others own. `OpenFile` closes its own.
/// Everything here except creating a pipe is async-signal-safe.
package struct Descriptor: Hashable, Sendable {
    package let number: Int32

    /// Creates a descriptor from a number; a negative one names no file.
    package init(_ number: Int32) {
        self.number = number
    }

    package static var none: Descriptor { Descriptor(-1) }

    // Computed, because the first use of a stored global takes a lock, which a signal handler must not.
    package static var standardInput: Descriptor { Descriptor(STDIN_FILENO) }
    package static var standardOutput: Descriptor { Descriptor(STDOUT_FILENO) }
    package static var standardError: Descriptor { Descriptor(STDERR_FILENO) }

    /// Throws if this process may have fewer descriptors than a program needs: Dispatch ends it where it gets none.
    package static func checkLimit() throws(SystemError) {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0, limit.rlim_cur < 64 else { return }
        throw SystemError(code: EMFILE)
    }

    package var isValid: Bool { number >= 0 }
    package var isTerminal: Bool { isatty(number) != 0 }
}

// MARK: - Duplicating and closing

extension Descriptor {
    /// Returns a duplicate of the descriptor that child processes don't inherit.
    ///
    /// The duplicate's number is at least `lowest`.
    package func duplicate(above lowest: Int32 = 3) throws(SystemError) -> Descriptor {
        let duplicate = fcntl(number, F_DUPFD_CLOEXEC, lowest)
        guard duplicate >= 0 else { throw .last }
        return Descriptor(duplicate)
    }

    /// Makes another descriptor name this file too, in place of its own; returns false if the system refuses.
    ///
    /// It does where other code has lowered the limit of open files.
    @discardableResult package func replace(_ other: Descriptor) -> Bool {
        dup2(number, other.number) >= 0
    }

    /// Opens the file again for writing without blocking; the original descriptor keeps blocking.
    ///
    /// Child processes don't inherit it.
    package func openedWithoutBlocking() throws(SystemError) -> Descriptor {
        let opened = Glibc.open("/proc/self/fd/\(number)", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard opened >= 0 else { throw .last }
        return Descriptor(opened)
    }

    /// Closes the descriptor; does nothing for `none`.
    package func close() {
        if isValid { _ = Glibc.close(number) }
    }

    /// Makes reads and writes return at once; affects every process that shares the file.
    package func makeNonBlocking() {
        _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
    }

    /// Keeps child processes from inheriting the descriptor.
    package func closeOnExec() {
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    }
}

// MARK: - Reading and writing

extension Descriptor {
    package enum Read: Hashable {
        case bytes(Int)
        /// Nothing is there yet.
        case nothing
        case end
        case failed(SystemError)
    }

    /// Reads once; waits only where the file blocks.
    package func read(into buffer: UnsafeMutableRawBufferPointer) -> Read {
        while true {
            let count = Glibc.read(number, buffer.baseAddress, buffer.count)
            if count >= 0 { return count > 0 ? .bytes(count) : .end }
            if errno != EINTR { return errno == EAGAIN ? .nothing : .failed(.last) }
        }
    }

    /// Writes all bytes, with one call where the file takes them at once; returns the error that stopped it, if any.
    ///
    /// Waits for a slow reader even if the file doesn't block; with a timeout, gives up with `wouldBlock` when the
    /// reader takes nothing for that many milliseconds. That needs a file that doesn't block.
    package func write(_ bytes: UnsafeRawBufferPointer, timeout: Int32? = nil) -> SystemError? {
        guard var next = bytes.baseAddress else { return nil }
        var left = bytes.count
        while left > 0 {
            let count = Glibc.write(number, next, left)
            if count > 0 {
                next += count
                left -= count
                continue
            }
            guard count < 0 else { return SystemError(code: EIO) }
            switch errno {
            case EINTR: continue
            case EAGAIN:
                if !isReady(for: .writing, within: timeout ?? 1000), timeout != nil { return .wouldBlock }
            default: return .last
            }
        }
        return nil
    }

    /// The operation to wait for.
    package enum Readiness {
        case reading
        case writing
    }

    /// Waits until the file is ready, or has failed, for so many milliseconds; -1 waits forever.
    ///
    /// Returns false after the time, and when a signal interrupts the wait.
    package func isReady(for readiness: Readiness, within milliseconds: Int32) -> Bool {
        poll(for: readiness == .reading ? POLLIN : POLLOUT, within: milliseconds) != 0
    }

    /// Whether there are bytes to read; false at the end of a pipe, which counts as ready.
    package var hasBytes: Bool { poll(for: POLLIN, within: 0) & POLLIN != 0 }

    /// Whether this is the end of a pipe whose other end nobody has open any more.
    ///
    /// Async-signal-safe.
    package var hasLostReader: Bool { poll(for: 0, within: 0) & (POLLERR | POLLHUP) != 0 }

    /// Waits for events, and returns those that came; 0 after the time, and when a signal interrupts the wait.
    private func poll(for events: Int32, within milliseconds: Int32) -> Int32 {
        var entry = pollfd(fd: number, events: Int16(events), revents: 0)
        return withUnsafeMutablePointer(to: &entry) {
            let entries = UnsafeMutableBufferPointer(start: $0, count: 1)
            return Descriptor.poll(entries, within: milliseconds) > 0 ? Int32($0.pointee.revents) : 0
        }
    }
}

// MARK: - Identity

/// A descriptor, and the file that it named when this was made.
///
/// Code of a plugin or a library may close any number, and the next file gets it.
/// Async-signal-safe.
package struct KnownDescriptor: Sendable {
    package let descriptor: Descriptor
    private let file: FileIdentity

    package init(_ descriptor: Descriptor) {
        self.descriptor = descriptor
        file = FileIdentity(descriptor)
    }

    /// Whether the descriptor still names that file.
    ///
    /// The system doesn't tell apart timers, counters and other files that have no
    /// place in the file system.
    package var isIntact: Bool { file.isSame(as: FileIdentity(descriptor)) }
}

/// The number of a file on its device; zeros for no file.
package struct FileIdentity: Sendable {
    package var device: UInt64 = 0
    package var number: UInt64 = 0

    package init(device: UInt64, number: UInt64) {
        self.device = device
        self.number = number
    }

    package init(_ descriptor: Descriptor) {
        var status = stat()
        guard fstat(descriptor.number, &status) == 0 else { return }
        device = UInt64(status.st_dev)
        number = UInt64(status.st_ino)
    }

    /// Whether both name one file.
    package func isSame(as other: FileIdentity) -> Bool {
        device == other.device && number == other.number && number != 0
    }
}

// MARK: - Pipes

/// A pipe: what is written to one end is read from the other.
package struct DescriptorPipe {
    package let reading: Descriptor
    package let writing: Descriptor

    /// Creates a pipe that child processes don't inherit.
    package init() throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .last }
        reading = Descriptor(ends[0])
        writing = Descriptor(ends[1])
        reading.closeOnExec()
        writing.closeOnExec()
    }

    package func close() {
        reading.close()
        writing.close()
    }
}
