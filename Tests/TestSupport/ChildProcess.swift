internal import Glibc
internal import HostBase
internal import Synchronization

/// Another program that a test starts, with pipes for its standard streams; it's killed when nobody holds this.
///
/// Foundation's `Process` isn't used: it reads beyond the entries of `/proc/self/fd`, and a process that starts at the
/// same moment on another thread inherits its pipes. That one would keep them open, and the test would wait for it.
package final class ChildProcess: Sendable {
    /// How a process ended.
    package enum End: Hashable, Sendable {
        case status(Int32)
        case signal(Int32)
    }

    /// The tests' ends of the pipes; `none` once closed.
    private struct Streams {
        var input: Descriptor
        var output: Descriptor
        var errors: Descriptor
    }

    private let id: pid_t

    private let streams: Mutex<Streams>
    private let knownEnd = Mutex<End?>(nil)

    /// Held while the pipes' other ends are open, which no other child may inherit.
    private static let isStarting = Mutex(())

    /// Starts a program, with variables that are set beside those of this process.
    ///
    /// It blocks no signals, and is in a group of its own, so that what it sends to its group doesn't reach the tests.
    package init(_ path: String, _ arguments: [String] = [], setting variables: [String: String] = [:]) throws {
        let (id, ours) = try ChildProcess.isStarting.withLock { _ in
            let pipes = (input: try DescriptorPipe(), output: try DescriptorPipe(), errors: try DescriptorPipe())
            let theirs = [pipes.input.reading, pipes.output.writing, pipes.errors.writing]
            defer { for end in theirs { end.close() } }
            let id = try ChildProcess.spawn(path, arguments, variables, streams: theirs)
            return (id, (pipes.input.writing, pipes.output.reading, pipes.errors.reading))
        }
        self.id = id
        streams = Mutex(Streams(input: ours.0, output: ours.1, errors: ours.2))
    }

    deinit {
        closeInput()
        send(SIGKILL)
        waitForEnd()
        closeOutput()
        streams.withLock { $0.errors.close() }
    }

    private static func spawn(
        _ path: String,
        _ arguments: [String],
        _ variables: [String: String],
        streams: [Descriptor]
    ) throws -> pid_t {
        var files = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&files)
        defer { posix_spawn_file_actions_destroy(&files) }
        for (number, stream) in streams.enumerated() {
            posix_spawn_file_actions_adddup2(&files, stream.number, Int32(number))
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var noSignals = sigset_t()
        sigemptyset(&noSignals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK))
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setsigmask(&attributes, &noSignals)
        let environment = ProcessEnvironment.all.merging(variables) { $1 }
        let words = ([path] + arguments).map { strdup($0) }
        let settings = environment.map { strdup("\($0)=\($1)") }
        defer { for text in words + settings { free(text) } }
        var process: pid_t = 0
        let error = posix_spawn(&process, path, &files, &attributes, words + [nil], settings + [nil])
        guard error == 0 else {
            errno = error
            throw SystemError.last
        }
        return process
    }

    // MARK: - Its streams

    /// Writes to its standard input, which it may have closed.
    package func write(_ text: String) {
        let input = streams.withLock(\.input)
        var text = text
        text.withUTF8 { bytes in
            let bytes = UnsafeRawBufferPointer(bytes)
            SystemThread.ignoringBrokenPipe { _ = input.write(bytes) }
        }
    }

    /// Ends its standard input.
    package func closeInput() {
        streams.withLock { streams in
            streams.input.close()
            streams.input = .none
        }
    }

    /// Closes the pipe of its standard output, which then has no reader.
    package func closeOutput() {
        streams.withLock { streams in
            streams.output.close()
            streams.output = .none
        }
    }

    /// Returns what it prints next, as soon as there is something; nothing at the end.
    package func readAvailable() -> String {
        ChildProcess.readAvailable(streams.withLock(\.output))
    }

    /// Returns the errors that it prints next, as soon as there are some; nothing at the end.
    package func readAvailableErrors() -> String {
        ChildProcess.readAvailable(streams.withLock(\.errors))
    }

    private static func readAvailable(_ stream: Descriptor) -> String {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        guard case .bytes(let count) = buffer.withUnsafeMutableBytes({ stream.read(into: $0) }) else { return "" }
        return String(decoding: buffer[..<count], as: UTF8.self)
    }

    /// Returns everything that it prints, and its errors, of which there may be only as many as fit into a pipe.
    package func readToEnd() -> (output: String, errors: String) {
        let streams = streams.withLock { $0 }
        return (ChildProcess.readToEnd(streams.output), ChildProcess.readToEnd(streams.errors))
    }

    private static func readToEnd(_ stream: Descriptor) -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while case .bytes(let count) = buffer.withUnsafeMutableBytes({ stream.read(into: $0) }) {
            bytes += buffer[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    // MARK: - Its end

    package func send(_ signal: Int32) {
        knownEnd.withLock { if $0 == nil { kill(id, signal) } }
    }

    /// Waits until a signal has stopped it.
    package func waitForStop() {
        var status = siginfo_t()
        waitid(P_PID, id_t(id), &status, WSTOPPED | WNOWAIT)
    }

    /// Waits for its end, and returns how it ended.
    @discardableResult package func waitForEnd() -> End {
        while true {
            if let end { return end }
            var status = siginfo_t()
            waitid(P_PID, id_t(id), &status, WEXITED | WNOWAIT)
        }
    }

    /// How it has ended; nil while it runs.
    package var end: End? {
        knownEnd.withLock { known in
            var status: Int32 = 0
            if known == nil, waitpid(id, &status, WNOHANG) == id {
                let signal = status & 0x7F
                known = signal == 0 ? .status(status >> 8 & 0xFF) : .signal(signal)
            }
            return known
        }
    }
}
