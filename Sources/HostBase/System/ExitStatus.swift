internal import Glibc

/// The exit statuses of a program, as `sysexits.h` numbers them.
package enum ExitStatus: Int32, CaseIterable {
    case success = 0
    case failure = 1
    /// `EX_USAGE`.
    case usage = 64
    /// `EX_DATAERR`.
    case dataError = 65
    /// `EX_NOINPUT`.
    case noInput = 66
    /// `EX_UNAVAILABLE`.
    case unavailable = 69
    /// `EX_SOFTWARE`.
    case software = 70
    /// `EX_CANTCREAT`.
    case cannotCreate = 73
    /// `EX_IOERR`.
    case inputOutput = 74

    /// The meaning in a few words, for the help.
    package var meaning: String {
        switch self {
        case .success: "the program ended in order"
        case .failure:
            "a command or a step of a script failed, 'plugins doctor' found a problem, or a plugin called exit"
        case .usage: "the command line is wrong, or names a plugin, a command or a value that isn't there"
        case .dataError: "a script or the configuration is invalid"
        case .noInput: "a file or a folder can't be read"
        case .unavailable: "there is no terminal to run in, or a command can't be run now"
        case .software: "the program could not be set up"
        case .cannotCreate: "a file can't be written, or is there already"
        case .inputOutput: "output can't be written"
        }
    }
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
