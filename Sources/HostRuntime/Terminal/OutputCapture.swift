import Dispatch
import Synchronization

/// Captures what is printed to some descriptors, as lines.
///
/// The descriptors become one pipe, which keeps their order. A separate queue
/// empties it: code that prints more than fits into a pipe, on the main actor
/// too, waits for that queue and never for itself. `CapturedLines` bounds what
/// then waits for the main actor.
@MainActor final class OutputCapture {
    private let saved: [(descriptor: Descriptor, original: Descriptor)]
    private let reader: Reader
    private let source: any DispatchSourceRead

    /// Begins to capture; each line is delivered on the main actor, in order.
    init(
        _ descriptors: [Descriptor],
        isRescued: Bool,
        deliver: @escaping @MainActor (CapturedOutput) -> Void
    ) throws(SystemError) {
        let pipe = try DescriptorPipe()
        pipe.reading.makeNonBlocking()
        // Output printed before now belongs on the terminal.
        StandardStreams.flush()
        saved = descriptors.map { ($0, (try? $0.duplicate()) ?? .none) }
        let reader = Reader(pipe, isRescued: isRescued, deliver: deliver)
        self.reader = reader
        source = reader.start()
        if isRescued {
            TerminalRescue.shared.setCapture(
                output: original(of: .standardOutput),
                error: original(of: .standardError),
                pipe: pipe.reading
            )
        }
        for (descriptor, original) in saved where original.isValid { pipe.writing.replace(descriptor) }
        // Otherwise `print` would keep lines for a pipe until there are 4 KiB of them.
        if descriptors.contains(.standardOutput) { StandardStreams.bufferOutputByLine() }
    }

    /// Restores the descriptors, and delivers what is left before it returns.
    func end() {
        StandardStreams.flush()
        for (descriptor, original) in saved where original.isValid { original.replace(descriptor) }
        reader.drain()
        if reader.isRescued { TerminalRescue.shared.setCapture(output: .none, error: .none, pipe: .none) }
        for (_, original) in saved { original.close() }
        source.cancel()
        reader.finish()
    }

    private func original(of descriptor: Descriptor) -> Descriptor {
        saved.first { $0.descriptor == descriptor }?.original ?? .none
    }
}

extension OutputCapture {
    /// Reads the pipe, on a separate queue.
    private final class Reader: Sendable {
        let descriptor: Descriptor
        // Open for as long as the source is: Dispatch still uses a source that is told of the last writer's end after
        // the source may have been released, and crashes.
        private let writing: Descriptor
        let isRescued: Bool
        let deliver: @MainActor (CapturedOutput) -> Void
        private let queue = DispatchQueue(label: "captured output")
        // Not the queue's own order: at the end, the system may have no thread for it.
        private let draining = Mutex<Void>(())
        private let lines = Mutex((buffer: CapturedLines(), isScheduled: false))

        init(_ pipe: DescriptorPipe, isRescued: Bool, deliver: @escaping @MainActor (CapturedOutput) -> Void) {
            descriptor = pipe.reading
            writing = pipe.writing
            self.isRescued = isRescued
            self.deliver = deliver
        }

        /// Begins to empty the pipe; here, because closures of the main actor must not run on the queue.
        func start() -> any DispatchSourceRead {
            let source = DispatchSource.makeReadSource(fileDescriptor: descriptor.number, queue: queue)
            source.setEventHandler { self.drain() }
            source.setCancelHandler {
                self.descriptor.close()
                self.writing.close()
            }
            source.activate()
            return source
        }

        /// Empties the pipe, without waiting.
        func drain() {
            guard draining.withLock({ _ in read() }) else { return }
            DispatchQueue.main.async { MainActor.assumeIsolated { self.deliverLines() } }
        }

        /// Reads what is in the pipe, and returns whether there are lines whose delivery isn't scheduled.
        private func read() -> Bool {
            withUnsafeTemporaryAllocation(byteCount: 16 * 1024, alignment: 1) { buffer in
                var hasNewLines = false
                if isRescued { TerminalRescue.shared.setReading(true) }
                // Bounded: another process may hold the pipe and never pause. The source calls again.
                for _ in 0..<64 {
                    guard case .bytes(let count) = descriptor.read(into: buffer) else { break }
                    let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
                    if isRescued { TerminalRescue.shared.keep(bytes) }
                    lines.withLock {
                        $0.buffer.append(bytes)
                        hasNewLines = hasNewLines || (!$0.isScheduled && !$0.buffer.isEmpty)
                        $0.isScheduled = $0.isScheduled || hasNewLines
                    }
                }
                if isRescued { TerminalRescue.shared.setReading(false) }
                return hasNewLines
            }
        }

        @MainActor private func deliverLines() {
            let (removed, end) = lines.withLock {
                $0.isScheduled = false
                return ($0.buffer.removeLines(), $0.buffer.removedBytes)
            }
            for line in removed { deliver(line) }
            if isRescued { TerminalRescue.shared.markDelivered(end) }
        }

        /// Delivers what is left, including a line without an end.
        @MainActor func finish() {
            for line in lines.withLock({ $0.buffer.removeAll() }) { deliver(line) }
        }
    }
}
