internal import Glibc

/// The process's own streams and its end, for a program without a screen.
enum StandardStreams {
    /// Writes a line to standard output at once, so that a crash loses none.
    static func printLine(_ text: String) {
        write(line: text, to: STDOUT_FILENO)
    }

    /// Writes a line to standard error.
    static func printError(_ text: String) {
        write(line: text, to: STDERR_FILENO)
    }

    /// Writes a line; an error in doing so has nowhere to go.
    private static func write(line: String, to descriptor: Int32) {
        var bytes = Array((line + "\n").utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            bytes = bytes.dropFirst(count)
        }
    }

    /// Reads standard input to its end; what was read counts when reading fails.
    static func readInput() -> [UInt8] {
        var bytes: [UInt8] = []
        withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { buffer in
            while true {
                let count = read(STDIN_FILENO, buffer.baseAddress, buffer.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return }
                bytes.append(contentsOf: buffer[..<count])
            }
        }
        return bytes
    }

    /// Ends the process, after what was printed has been written out.
    static func exit(_ status: ExitStatus) -> Never {
        // The program's own end is none that comes too early, whatever is left to do.
        EarlyExit.shared.complaint = nil
        Glibc.exit(status.rawValue)
    }
}
