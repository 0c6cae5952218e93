internal import Glibc

/// The error of a system call: a number of the C library's `errno`.
package struct SystemError: Error, Hashable {
    let code: Int32

    /// The error of the last failed call on the current thread.
    ///
    /// Valid only right after the call: the next one may replace it.
    package static var last: SystemError { SystemError(code: errno) }

    package static let noSuchFile = SystemError(code: ENOENT)
    package static let notADirectory = SystemError(code: ENOTDIR)
    package static let fileExists = SystemError(code: EEXIST)
    package static let invalidArgument = SystemError(code: EINVAL)
    /// The path ends in a symbolic link and the call follows none.
    package static let tooManyLinks = SystemError(code: ELOOP)
    /// The pipe has no reader, or the device is gone.
    package static let noSuchDevice = SystemError(code: ENXIO)
    package static let brokenPipe = SystemError(code: EPIPE)
    package static let connectionReset = SystemError(code: ECONNRESET)
    package static let wouldBlock = SystemError(code: EWOULDBLOCK)
    /// The system starts no more threads.
    package static let noThread = SystemError(code: EAGAIN)
    package static let notPermitted = SystemError(code: EPERM)
    /// What file systems without locks answer.
    package static let noLocks = [ENOLCK, ENOSYS, EOPNOTSUPP].map { SystemError(code: $0) }
    static let interrupted = SystemError(code: EINTR)
    static let noSpace = SystemError(code: ENOSPC)
    package static let inputOutput = SystemError(code: EIO)
}

extension SystemError: CustomStringConvertible {
    /// The C library's text for the error, such as "No space left on device".
    package var description: String { String(cString: strerror(code)) }

    /// The text for the person who starts a program, with the limit to raise.
    package var withWayOut: String {
        switch code {
        case SystemError.noThread.code:
            "the system starts no more threads; raise the limit of processes (ulimit -u) or of memory (ulimit -d, -v)"
        case EMFILE: "\(self); raise the limit to 64 or more (ulimit -n)"
        default: description
        }
    }
}

/// Calls the system for which the C library has no function; the arguments and the result depend on the call.
///
/// Swift can't import `syscall`, whose arguments vary. With plain arguments and
/// a plain result, the calling conventions agree.
@_silgen_name("syscall")
package func systemCall(_ number: Int, _ first: Int, _ second: Int, _ third: Int) -> Int
