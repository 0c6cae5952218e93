internal import Glibc
internal import Synchronization

/// Restores the terminal when the rest of the program can't any more: at `exit` and in a crash.
///
/// There is one instance for the process, because signal handlers reach only
/// globals. A handler only makes system calls on memory that exists already: no
/// allocation, no lock, no Swift object. The global is initialized, and its code
/// run once, *before* a handler is installed: the first use of a lazy global takes
/// a lock, and the first run of generic code allocates its metadata; either would
/// hang a program that crashed inside the allocator.
struct TerminalRescue: ~Copyable, Sendable {
    static let shared = TerminalRescue()

    /// The number of bytes of the last captured output that are kept for printing after a crash.
    static let tailLimit = 4096

    let record = RescueRecord()

    private let isOwned = Atomic<Bool>(false)
    // Descriptors of the rescue's own, never closed: in a crash, any other number may be another file's by now.
    private let input = Atomic<Int32>(-1)
    private let output = Atomic<Int32>(-1)
    private let savedInput = Atomic<Int32>(-1)
    private let savedOutput = Atomic<Int32>(-1)
    private let savedError = Atomic<Int32>(-1)
    private let pipe = Atomic<Int32>(-1)
    private let isReading = Atomic<Bool>(false)
    private let tailEnd = Atomic<Int>(0)
    private let delivered = Atomic<Int>(0)

    // A ring that one thread writes; a reader that comes too late sees newer text, never foreign memory.
    nonisolated(unsafe) private let tail = UnsafeMutablePointer<UInt8>.allocate(capacity: tailLimit)

    private init() {
        tail.initialize(repeating: 0, count: TerminalRescue.tailLimit)
    }
}

// MARK: - Arming

extension TerminalRescue {
    /// Claims the terminal for the caller; returns false if other code in the process has it.
    func claim() -> Bool {
        isOwned.compareExchange(expected: false, desired: true, ordering: .acquiringAndReleasing).exchanged
    }

    func release() {
        isOwned.store(false, ordering: .releasing)
    }

    /// Runs the rescue once without a terminal, so that no code runs for the first time inside a handler.
    ///
    /// Call this before anything is armed or captured: until then all descriptors are -1.
    func rehearse() {
        record.arm(leave: RescueRecord.Leave(), saved: LineSettings(), raw: LineSettings())
        restore(afterCrash: true)
    }

    /// Records how to restore the terminal, just before it is taken.
    func arm(_ device: TerminalDevice, leave bytes: RescueRecord.Leave, saved: LineSettings, raw: LineSettings) {
        keep(device.input, in: input)
        // The thread that restores a terminal must not wait for a person who has stopped it.
        let opened = try? device.output.openedWithoutBlocking()
        keep(opened ?? device.output, in: output)
        opened?.close()
        record.arm(leave: bytes, saved: saved, raw: raw)
    }

    /// Keeps a duplicate in a place, under the number that the place has.
    private func keep(_ descriptor: Descriptor, in place: borrowing Atomic<Int32>) {
        let kept = Descriptor(place.load(ordering: .relaxed))
        if kept.isValid {
            descriptor.replace(kept)
            kept.closeOnExec()
        } else {
            place.store((try? descriptor.duplicate())?.number ?? descriptor.number, ordering: .relaxed)
        }
    }

    /// The terminal that was taken last; its output doesn't block.
    var device: TerminalDevice {
        TerminalDevice(
            input: Descriptor(input.load(ordering: .relaxed)),
            output: Descriptor(output.load(ordering: .relaxed))
        )
    }

    /// Whether the terminal is still taken, and no rescue has begun.
    var isReady: Bool { record.isArmed }

    /// Whether the terminal is taken, or a rescue is under way.
    var isUnrestored: Bool { record.isUnrestored }

    /// Forgets the terminal, after it was restored.
    func disarm() {
        _ = record.disarm()
    }
}

// MARK: - Standard streams

extension TerminalRescue {
    /// Records the real standard input while `EmptyInput` stands in for it; `none` when it doesn't.
    func setInput(_ descriptor: Descriptor) {
        savedInput.store(descriptor.number, ordering: .releasing)
    }

    /// Records the real standard output and error while they are captured; `none` for a stream that isn't.
    func setCapture(output: Descriptor, error: Descriptor, pipe reading: Descriptor) {
        savedOutput.store(output.number, ordering: .relaxed)
        savedError.store(error.number, ordering: .relaxed)
        tailEnd.store(0, ordering: .relaxed)
        delivered.store(0, ordering: .relaxed)
        pipe.store(reading.number, ordering: .releasing)
    }

    /// Records whether captured output has left the pipe and isn't kept yet.
    func setReading(_ reading: Bool) {
        isReading.store(reading, ordering: .sequentiallyConsistent)
    }

    /// Keeps the end of the captured output; only the thread that reads the pipe calls it.
    func keep(_ bytes: UnsafeRawBufferPointer) {
        var end = tailEnd.load(ordering: .relaxed)
        for byte in bytes {
            tail[end % TerminalRescue.tailLimit] = byte
            end += 1
        }
        tailEnd.store(end, ordering: .releasing)
    }

    /// Records that so many captured bytes have reached the log.
    func markDelivered(_ count: Int) {
        delivered.store(count, ordering: .relaxed)
    }
}

// MARK: - Rescue

extension TerminalRescue {
    /// Restores the terminal if it is taken, then prints captured output; async-signal-safe.
    ///
    /// At a normal exit it prints the output that has not reached the log. In a
    /// crash it prints the last few kilobytes, logged or not: the message of a
    /// Swift trap is written before the trap, thus captured, and the log dies with
    /// the process.
    ///
    /// If the bytes can't be written, because nobody reads the terminal, the guardian
    /// restores it once the process is dead.
    func restore(afterCrash: Bool) {
        // A copy of the program that `fork` made has these handlers too, and no terminal.
        guard record.isOwn, record.claim() else { return }
        let code = errno
        let isRestored = record.restore(device)
        if isRestored { _ = record.disarm() } else { record.rearm() }
        let input = Descriptor(savedInput.load(ordering: .acquiring))
        let output = Descriptor(savedOutput.load(ordering: .relaxed))
        let error = Descriptor(savedError.load(ordering: .relaxed))
        if input.isValid { input.replace(.standardInput) }
        if output.isValid { output.replace(.standardOutput) }
        if error.isValid { error.replace(.standardError) }
        // Otherwise the terminal takes nothing, and printing would wait for it.
        if isRestored { printTail(to: error.isValid ? error : output, afterCrash: afterCrash) }
        errno = code
    }

    private func printTail(to descriptor: Descriptor, afterCrash: Bool) {
        let pipe = Descriptor(pipe.load(ordering: .acquiring))
        if pipe.isValid {
            // The thread that empties the pipe still runs, and most likely empties it in time.
            for _ in 0..<50 {
                if !pipe.hasBytes, !isReading.load(ordering: .sequentiallyConsistent) { break }
                poll(nil, 0, 1)
            }
        }
        let end = tailEnd.load(ordering: .acquiring)
        let oldest = max(0, end - TerminalRescue.tailLimit)
        var position = afterCrash ? oldest : max(oldest, delivered.load(ordering: .relaxed))
        if position > 0, position == oldest {
            // The ring begins somewhere in a line.
            while position < end, tail[position % TerminalRescue.tailLimit] != UInt8(ascii: "\n") { position += 1 }
            position = min(position + 1, end)
        }
        while position < end {
            let start = position % TerminalRescue.tailLimit
            let count = min(end - position, TerminalRescue.tailLimit - start)
            _ = descriptor.write(UnsafeRawBufferPointer(start: tail + start, count: count))
            position += count
        }
        guard pipe.isValid else { return }
        // Otherwise take the rest here, up to what a pipe holds; the ring has been printed and serves as the buffer.
        let device = TerminalDevice(input: pipe, output: descriptor)
        for _ in 0..<64 {
            let buffer = UnsafeMutableRawBufferPointer(start: tail, count: TerminalRescue.tailLimit)
            guard case .bytes(let count) = device.read(into: buffer) else { return }
            _ = descriptor.write(UnsafeRawBufferPointer(start: tail, count: count))
        }
    }
}
