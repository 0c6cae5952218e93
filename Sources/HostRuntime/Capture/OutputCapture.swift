import Dispatch
import Synchronization

/// Captures what is printed to some descriptors, as lines.
///
/// The descriptors become one pipe, which keeps their order. A thread of its own
/// empties it: code that prints more than fits into a pipe, on the main actor
/// too, waits for that thread and never for itself. `CapturedLines` bounds what
/// then waits for the main actor.
///
/// Nothing tells who wrote into a pipe. A line gets the name of the plugin whose
/// call runs on the main actor when the thread reads it, and otherwise none.
@MainActor final class OutputCapture {
    private let saved: [(descriptor: Descriptor, original: Descriptor)]
    private let reader: Reader

    /// The end of the pipe that is read.
    var pipe: KnownDescriptor { reader.reading }

    /// Begins to capture; each line is delivered on the main actor, in order.
    init(
        _ descriptors: [Descriptor],
        isRescued: Bool,
        deliver: @escaping @MainActor (CapturedOutput) -> Void
    ) throws(SystemError) {
        let pipe = try DescriptorPipe()
        pipe.reading.makeNonBlocking()
        let reader = Reader(pipe, isRescued: isRescued, deliver: deliver)
        guard reader.start() else {
            pipe.close()
            throw .noThread
        }
        self.reader = reader
        // Output printed before now belongs on the terminal.
        StandardStreams.flush()
        saved = descriptors.map { ($0, (try? $0.duplicate()) ?? .none) }
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
        let captured = saved.filter { $0.original.isValid }
        let isRestored = captured.reduce(true) { $1.original.replace($1.descriptor) && $0 }
        // Otherwise the pipe stays, and so does its reader: without it, what is printed from now on would end the program.
        reader.end(closing: isRestored)
        if isRestored {
            if reader.isRescued { TerminalRescue.shared.setCapture(output: .none, error: .none, pipe: .none) }
            for (_, original) in captured { original.close() }
        }
        reader.deliverRest()
    }

    private func original(of descriptor: Descriptor) -> Descriptor {
        saved.first { $0.descriptor == descriptor }?.original ?? .none
    }
}

extension OutputCapture {
    /// Reads the pipe, on a thread of its own.
    private final class Reader: Sendable {
        let reading: KnownDescriptor
        // Open for as long as the thread reads: a pipe without writers would never let it rest.
        private let writing: KnownDescriptor
        let isRescued: Bool
        let deliver: @MainActor (CapturedOutput) -> Void
        /// Whether the pipe has been emptied for the last time; held by the thread that empties it.
        private let isEnded = Mutex(false)
        private let lines = Mutex((buffer: CapturedLines(), isScheduled: false))

        init(_ pipe: DescriptorPipe, isRescued: Bool, deliver: @escaping @MainActor (CapturedOutput) -> Void) {
            reading = KnownDescriptor(pipe.reading)
            writing = KnownDescriptor(pipe.writing)
            self.isRescued = isRescued
            self.deliver = deliver
        }

        /// Begins to empty the pipe; returns false if the system starts no thread for that.
        func start() -> Bool {
            SystemThread.start {
                repeat { _ = self.reading.descriptor.isReady(for: .reading, within: -1) } while self.drain()
                if self.reading.isIntact { self.reading.descriptor.close() }
                if self.writing.isIntact { self.writing.descriptor.close() }
            }
        }

        /// Empties the pipe, without waiting; returns false once it has ended, or if its number is another file's.
        private func drain() -> Bool {
            isEnded.withLock { isEnded in
                guard !isEnded, reading.isIntact else { return false }
                if read() { DispatchQueue.main.async { MainActor.assumeIsolated { self.deliverLines() } } }
                return true
            }
        }

        /// Empties the pipe; to close it, ends the thread.
        func end(closing: Bool) {
            isEnded.withLock { isEnded in
                if reading.isIntact { _ = read() }
                isEnded = closing
                // A byte wakes the thread, unless others fill the pipe.
                guard closing, writing.isIntact else { return }
                writing.descriptor.makeNonBlocking()
                _ = [UInt8(ascii: "\n")].withUnsafeBytes { writing.descriptor.write($0, timeout: 0) }
            }
        }

        /// Reads what is in the pipe, and returns whether there are lines whose delivery isn't scheduled.
        private func read() -> Bool {
            withUnsafeTemporaryAllocation(byteCount: 16 * 1024, alignment: 1) { buffer in
                var hasNewLines = false
                if isRescued { TerminalRescue.shared.setReading(true) }
                // Bounded: another process may hold the pipe and never pause. The thread comes back.
                for _ in 0..<64 {
                    guard case .bytes(let count) = reading.descriptor.read(into: buffer) else { break }
                    let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
                    let owner = RunningCode.runningPlugin
                    if isRescued { TerminalRescue.shared.keep(bytes) }
                    lines.withLock {
                        $0.buffer.append(bytes, owner: owner)
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
        @MainActor func deliverRest() {
            for line in lines.withLock({ $0.buffer.removeAll() }) { deliver(line) }
        }
    }
}
