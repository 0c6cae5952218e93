internal import Glibc

/// The process's own streams and its end, for a program without a screen.
enum StandardStreams {
    /// Opens `/dev/null` in place of the streams that the program was started without.
    ///
    /// Comes before anything opens a file, which would otherwise be taken for a
    /// stream: the log would get what is printed.
    static func openMissing() {
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
        where fcntl(descriptor, F_GETFD) < 0 && errno == EBADF {
            // The lowest free number, which is this one: those below are open by now.
            _ = open("/dev/null", O_RDWR)
        }
    }

    /// Writes a line to standard output at once, so that a crash loses none.
    static func printLine(_ text: String) throws(StreamError) {
        let code = write(line: text, to: STDOUT_FILENO)
        if code != 0 { throw StreamError(reason: String(cString: strerror(code))) }
    }

    /// Writes a line to standard error; a failure has nowhere to go.
    static func printError(_ text: String) {
        _ = write(line: text, to: STDERR_FILENO)
    }

    /// Writes a line and returns 0, or the number of the error.
    private static func write(line: String, to descriptor: Int32) -> Int32 {
        var bytes = Array((line + "\n").utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN {
                // Somebody else made it non-blocking; the reader is only slow.
                _ = TerminalDevice.wait(for: descriptor, Int16(POLLOUT), milliseconds: -1)
                continue
            }
            guard count > 0 else { return count < 0 ? errno : EIO }
            bytes = bytes.dropFirst(count)
        }
        return 0
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
    static func end(_ end: ProgramEnd) -> Never {
        // The program's own end is none that comes too early, whatever is left to do.
        EarlyExit.shared.complaint = nil
        switch end {
        case .status(let status): exit(status.rawValue)
        case .signal(let number):
            fflush(nil)
            SignalActions.die(by: number)
            // The first process of a container cannot end by a signal of its own.
            exit(128 + number)
        }
    }
}

/// Standard output takes nothing.
struct StreamError: Error, Hashable {
    let reason: String
}
