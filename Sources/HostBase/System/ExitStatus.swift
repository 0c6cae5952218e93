internal import Glibc

/// The exit statuses of a program, as `sysexits.h` numbers them.
package enum ExitStatus: Int32 {
    case success = 0
    /// A step of a script or a playback failed, `plugins doctor` found a problem, or a plugin called `exit`.
    case failure = 1
    /// The command line is wrong (`EX_USAGE`).
    case usage = 64
    /// A file's content is wrong (`EX_DATAERR`).
    case dataError = 65
    /// A file can't be read (`EX_NOINPUT`).
    case noInput = 66
    /// There is no terminal to run in, or it's smaller than a playback (`EX_UNAVAILABLE`).
    case unavailable = 69
    /// The program could not be set up (`EX_SOFTWARE`).
    case software = 70
    /// A file can't be written (`EX_CANTCREAT`).
    case cannotCreate = 73
    /// Output can't be written (`EX_IOERR`).
    case inputOutput = 74
}

/// The end of a program, after everything else has ended in order.
package enum ProgramEnd: Hashable {
    /// With an exit status.
    case status(ExitStatus)
    /// By the signal that asked it to end, so that the shell or a supervisor sees that signal.
    case signal(Signal)
}

/// The orderly end of this process.
package enum ProcessEnd {
    private static let process = getpid()

    /// Calls a function when the process ends in order; look at `isInCopy` in it.
    package static func perform(_ body: @escaping @convention(c) () -> Void) {
        _ = process
        atexit(body)
    }

    /// Whether this is a copy of the program that `fork` made, whose end is none of the program's.
    package static var isInCopy: Bool { process != getpid() }
}
