internal import Glibc

/// The process's own streams and its end, for a program without a screen.
enum StandardStreams {
    /// Writes a line to standard error; an error in doing so has nowhere to go.
    static func printError(_ text: String) {
        var bytes = Array((text + "\n").utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            bytes = bytes.dropFirst(count)
        }
    }

    /// Ends the process, after what was printed has been written out.
    static func exit(_ status: ExitStatus) -> Never {
        Glibc.exit(status.rawValue)
    }
}
