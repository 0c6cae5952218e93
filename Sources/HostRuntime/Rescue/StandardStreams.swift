@preconcurrency internal import Glibc

/// The process's standard streams, and its end.
enum StandardStreams {
    /// Opens `/dev/null` in place of each stream that the program was started without; no write to it succeeds.
    ///
    /// Call this before anything opens a file: the file would get the stream's
    /// number, and whatever is printed.
    static func openMissing() {
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
        where fcntl(descriptor, F_GETFD) < 0 && errno == EBADF {
            // Gets the lowest free number, which is this one: those below are open by now. Children inherit it.
            _ = open("/dev/null", O_RDONLY)
        }
    }

    /// Writes a line to standard output at once, so that a crash loses none.
    static func printLine(_ text: String) throws(SystemError) {
        if let error = write(line: text, to: .standardOutput) { throw error }
    }

    /// Writes a line to standard error; ignores a failure, which could be reported nowhere.
    static func printError(_ text: String) {
        _ = write(line: text, to: .standardError)
    }

    private static func write(line: String, to descriptor: Descriptor) -> SystemError? {
        Array((line + "\n").utf8).withUnsafeBytes { descriptor.write($0) }
    }

    /// Returns standard input up to its end, or until there are `limit` bytes.
    static func readInput(upTo limit: Int) throws(SystemError) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while bytes.count < limit {
            switch buffer.withUnsafeMutableBytes({ Descriptor.standardInput.read(into: $0) }) {
            case .bytes(let count): bytes += buffer[..<count]
            // Another process made the shared input non-blocking.
            case .nothing: _ = Descriptor.standardInput.isReady(for: .reading, within: -1)
            case .end: return bytes
            case .failed(let error): throw error
            }
        }
        return bytes
    }

    static func flush() {
        fflush(nil)
    }

    /// Makes `print` write each line at once, even if standard output is a pipe.
    static func bufferOutputByLine() {
        setvbuf(stdout, nil, Int32(_IOLBF), 0)
    }

    /// Ends the process, after writing out what was printed.
    static func end(_ end: ProgramEnd) -> Never {
        // The program itself never ends too early, whatever is left to do.
        EarlyExit.shared.expect()
        ProcessJournal.end()
        switch end {
        case .status(let status): exit(status.rawValue)
        case .signal(let signal):
            fflush(nil)
            SignalActions.die(by: signal.number)
            // The first process of a container can't end by its own signal.
            exit(128 + signal.number)
        }
    }
}

/// The reason a program ended before it ran.
struct HostProgramError: Error, CustomStringConvertible {
    let status: ExitStatus

    /// The message to the person, in which control characters are escaped.
    let text: String

    init(status: ExitStatus, text: String) {
        self.status = status
        self.text = text.escapingControlsOfLines
    }

    var description: String { text }
}
