internal import Glibc

/// The error of a system call: a number of the C library's `errno`.
struct SystemError: Error, Hashable {
    let code: Int32

    /// The error of the last failed call on the current thread.
    ///
    /// Valid only right after the call: the next one may replace it.
    static var last: SystemError { SystemError(code: errno) }

    static let noSuchFile = SystemError(code: ENOENT)
    static let notADirectory = SystemError(code: ENOTDIR)
    static let fileExists = SystemError(code: EEXIST)
    static let invalidArgument = SystemError(code: EINVAL)
    /// The path ends in a symbolic link and the call follows none.
    static let tooManyLinks = SystemError(code: ELOOP)
    /// The pipe has no reader, or the device is gone.
    static let noSuchDevice = SystemError(code: ENXIO)
    static let connectionReset = SystemError(code: ECONNRESET)
    static let wouldBlock = SystemError(code: EWOULDBLOCK)
    /// The system starts no more threads.
    static let noThread = SystemError(code: EAGAIN)
    static let notPermitted = SystemError(code: EPERM)
    static let interrupted = SystemError(code: EINTR)
    static let noSpace = SystemError(code: ENOSPC)
    static let inputOutput = SystemError(code: EIO)
}

extension SystemError: CustomStringConvertible {
    /// The C library's text for the error, such as "No space left on device".
    var description: String { String(cString: strerror(code)) }

    /// The text for the person who starts a program, with the limit to raise.
    var withWayOut: String {
        switch code {
        case SystemError.noThread.code:
            "the system starts no more threads; raise the limit of processes (ulimit -u) or of memory (ulimit -d, -v)"
        case EMFILE: "\(self); raise the limit (ulimit -n)"
        default: description
        }
    }
}
