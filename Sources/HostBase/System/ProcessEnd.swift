internal import Glibc

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
