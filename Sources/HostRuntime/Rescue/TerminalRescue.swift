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
    // Descriptors of the rescue's own, never closed.
    private let input = Place()
    private let output = Place()
    private let savedInput = Place()
    private let savedOutput = Place()
    private let savedError = Place()
    private let pipe = Place()
    private let isReading = Atomic<Bool>(false)
    private let tailEnd = Atomic<Int>(0)
    private let delivered = Atomic<Int>(0)

    // A ring that one thread writes; a reader that comes too late sees newer text, never foreign memory.
    nonisolated(unsafe) private let tail = UnsafeMutablePointer<UInt8>.allocate(capacity: tailLimit)

    private init() {
        tail.initialize(repeating: 0, count: TerminalRescue.tailLimit)
    }

    /// A descriptor for a rescue, which may come when its number is another file's.
    private struct Place: ~Copyable, Sendable {
        private let number = Atomic<Int32>(-1)
        private let device = Atomic<UInt64>(0)
        private let file = Atomic<UInt64>(0)

        /// The descriptor; `none` if there is none, or if other code has closed it or put another file in its place.
        var descriptor: Descriptor {
            let descriptor = Descriptor(number.load(ordering: .acquiring))
            return identity.isSame(as: FileIdentity(descriptor)) ? descriptor : .none
        }

        var identity: FileIdentity {
            FileIdentity(device: device.load(ordering: .relaxed), number: file.load(ordering: .relaxed))
        }

        func set(_ descriptor: Descriptor) {
            let identity = FileIdentity(descriptor)
            device.store(identity.device, ordering: .relaxed)
            file.store(identity.number, ordering: .relaxed)
            number.store(descriptor.number, ordering: .releasing)
        }
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
    private func keep(_ descriptor: Descriptor, in place: borrowing Place) {
        let kept = place.descriptor
        if kept.isValid {
            descriptor.replace(kept)
            kept.closeOnExec()
            place.set(kept)
        } else {
            place.set((try? descriptor.duplicate()) ?? descriptor)
        }
    }

    /// The terminal that was taken last; its output doesn't block.
    ///
    /// If one descriptor no longer refers to the terminal, the other one takes its place.
    var device: TerminalDevice {
        let input = input.descriptor
        let output = output.descriptor
        guard input.isValid != output.isValid, self.input.identity.isSame(as: self.output.identity) else {
            return TerminalDevice(input: input, output: output)
        }
        let left = input.isValid ? input : output
        return TerminalDevice(input: left, output: left)
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
        savedInput.set(descriptor)
    }

    /// Records the real standard output and error while they are captured; `none` for a stream that isn't.
    func setCapture(output: Descriptor, error: Descriptor, pipe reading: Descriptor) {
        savedOutput.set(output)
        savedError.set(error)
        tailEnd.store(0, ordering: .relaxed)
        delivered.store(0, ordering: .relaxed)
        pipe.set(reading)
    }

    /// The real standard error, whether or not it's captured, and whether or not the number could be restored.
    var standardError: Descriptor {
        let saved = savedError.descriptor
        return saved.isValid ? saved : .standardError
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
    /// If that fails, because nobody reads the terminal or all descriptors are gone, the
    /// guardian restores it once the process is dead.
    func restore(afterCrash: Bool) {
        // A copy of the program that `fork` made has these handlers too, and no terminal.
        guard record.isOwn, record.claim() else { return }
        let code = errno
        let isRestored = record.restore(device)
        if isRestored { _ = record.disarm() } else { record.rearm() }
        let input = savedInput.descriptor
        let output = savedOutput.descriptor
        let error = savedError.descriptor
        if input.isValid { input.replace(.standardInput) }
        if output.isValid { output.replace(.standardOutput) }
        if error.isValid { error.replace(.standardError) }
        // Otherwise the terminal takes nothing, and printing would wait for it.
        if isRestored { printTail(to: error.isValid ? error : output, afterCrash: afterCrash) }
        errno = code
    }

    private func printTail(to descriptor: Descriptor, afterCrash: Bool) {
        let pipe = pipe.descriptor
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
