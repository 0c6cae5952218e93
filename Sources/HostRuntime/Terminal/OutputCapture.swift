import Dispatch
@preconcurrency import Glibc
import Synchronization

/// Takes what is printed to some descriptors, as lines.
///
/// The descriptors become one pipe, so that their order is kept. A queue of its
/// own empties it: whoever prints more than fits into a pipe, on the main actor
/// too, waits for that queue and never for itself. What then waits for the main
/// actor is bounded by `CapturedLines`.
@MainActor final class OutputCapture {
    private let saved: [(descriptor: Int32, original: Int32)]
    private let reader: Reader
    private let source: any DispatchSourceRead

    /// Begins to capture; each line is delivered on the main actor, in order.
    init(
        _ descriptors: [Int32],
        rescued: Bool,
        deliver: @escaping @MainActor (CapturedOutput) -> Void
    ) throws(TerminalError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .system(call: "pipe", code: errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        // What was printed before belongs where it was meant to go.
        fflush(nil)
        saved = descriptors.map { ($0, fcntl($0, F_DUPFD_CLOEXEC, 3)) }
        let reader = Reader(descriptor: ends[0], rescued: rescued, deliver: deliver)
        self.reader = reader
        source = reader.start()
        if rescued {
            TerminalRescue.shared.setCapture(
                output: original(of: STDOUT_FILENO),
                error: original(of: STDERR_FILENO),
                pipe: ends[0]
            )
        }
        for (descriptor, original) in saved where original >= 0 { dup2(ends[1], descriptor) }
        close(ends[1])
        // A pipe would make `print` keep its lines until there are 4 KiB of them.
        if descriptors.contains(STDOUT_FILENO) { setvbuf(stdout, nil, Int32(_IOLBF), 0) }
    }

    /// Puts the descriptors back, and delivers what is left before it returns.
    func end() {
        fflush(nil)
        for (descriptor, original) in saved where original >= 0 {
            dup2(original, descriptor)
        }
        reader.queue.sync { reader.drain() }
        if reader.rescued { TerminalRescue.shared.setCapture(output: -1, error: -1, pipe: -1) }
        for (_, original) in saved where original >= 0 { close(original) }
        source.cancel()
        reader.finish()
    }

    private func original(of descriptor: Int32) -> Int32 {
        saved.first { $0.descriptor == descriptor }?.original ?? -1
    }
}

extension OutputCapture {
    /// The end of the pipe that is read, on a queue of its own.
    private final class Reader: Sendable {
        let descriptor: Int32
        let rescued: Bool
        let deliver: @MainActor (CapturedOutput) -> Void
        let queue = DispatchQueue(label: "captured output")
        private let lines = Mutex((buffer: CapturedLines(), isScheduled: false))

        init(descriptor: Int32, rescued: Bool, deliver: @escaping @MainActor (CapturedOutput) -> Void) {
            self.descriptor = descriptor
            self.rescued = rescued
            self.deliver = deliver
        }

        /// Begins to empty the pipe; here, because closures of the main actor must not run on the queue.
        func start() -> any DispatchSourceRead {
            let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
            source.setEventHandler { self.drain() }
            source.setCancelHandler { self.close() }
            source.activate()
            return source
        }

        /// Empties the pipe; on the queue.
        func drain() {
            let isNews = withUnsafeTemporaryAllocation(byteCount: 16 * 1024, alignment: 1) { buffer in
                var isNews = false
                if rescued { TerminalRescue.shared.setReading(true) }
                // Bounded: another process may hold the pipe and never pause. The source calls again.
                for _ in 0..<64 {
                    let count = read(descriptor, buffer.baseAddress, buffer.count)
                    if count < 0, errno == EINTR { continue }
                    guard count > 0 else { break }
                    let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
                    if rescued { TerminalRescue.shared.keep(bytes) }
                    lines.withLock {
                        $0.buffer.append(bytes)
                        isNews = isNews || (!$0.isScheduled && !$0.buffer.isEmpty)
                        $0.isScheduled = $0.isScheduled || isNews
                    }
                }
                if rescued { TerminalRescue.shared.setReading(false) }
                return isNews
            }
            guard isNews else { return }
            DispatchQueue.main.async { MainActor.assumeIsolated { self.deliverLines() } }
        }

        func close() {
            Glibc.close(descriptor)
        }

        @MainActor private func deliverLines() {
            let end = TerminalRescue.shared.captured
            let taken = lines.withLock {
                $0.isScheduled = false
                return $0.buffer.take()
            }
            for line in taken { deliver(line) }
            if rescued { TerminalRescue.shared.markDelivered(end) }
        }

        @MainActor func finish() {
            for line in lines.withLock({ $0.buffer.finish() }) { deliver(line) }
        }
    }
}
