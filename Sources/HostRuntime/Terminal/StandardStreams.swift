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
        Glibc.exit(status.rawValue)
    }
}
