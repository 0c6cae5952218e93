import Glibc
import Synchronization

/// Gives the terminal back when the rest of the program cannot any more: at `exit` and in a crash.
///
/// There is one for the process, because signal handlers reach nothing but
/// globals. What they do is limited to system calls on memory that is there
/// before: no allocation, no lock, no Swift object. The global is initialised,
/// and the code run once, *before* a handler is installed: the first use of a
/// lazy global takes a lock, and the first run of generic code allocates its
/// metadata; either would hang a program that crashed inside the allocator.
struct TerminalRescue: ~Copyable, Sendable {
    static let shared = TerminalRescue()

    /// How much of the last captured output is kept for printing after a crash.
    static let tailLimit = 4096

    /// How the terminal is given back.
    let record = RescueRecord()

    private let isOwned = Atomic<Bool>(false)
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
    /// Makes the caller the only one in the process that has the terminal; false when somebody has it.
    func claim() -> Bool {
        isOwned.compareExchange(expected: false, desired: true, ordering: .acquiringAndReleasing).exchanged
    }

    /// Ends what `claim()` began.
    func release() {
        isOwned.store(false, ordering: .releasing)
    }

    /// Runs the rescue once without a terminal, so that nothing in it is done for the first time in a handler.
    ///
    /// Comes before anything is armed or captured: until then all descriptors are -1.
    func rehearse() {
        record.arm(leave: EmptyCollection(), saved: termios(), raw: termios())
        restore(afterCrash: true)
    }

    /// Remembers how the terminal is given back, from the moment before it is taken.
    func arm(_ device: TerminalDevice, leave bytes: [UInt8], saved: termios, raw: termios) {
        input.store(device.input, ordering: .relaxed)
        output.store(device.output, ordering: .relaxed)
        record.arm(leave: bytes, saved: saved, raw: raw)
    }

    /// Whether the terminal is still taken, and no rescue came.
    var isReady: Bool { record.isArmed }

    /// Forgets it, after the terminal was given back.
    func disarm() {
        _ = record.disarm()
        input.store(-1, ordering: .relaxed)
        output.store(-1, ordering: .relaxed)
    }
}

// MARK: - Standard streams

extension TerminalRescue {
    /// Remembers where standard input really comes from while it is empty; -1 when it is not.
    func setInput(_ descriptor: Int32) {
        savedInput.store(descriptor, ordering: .releasing)
    }

    /// Remembers where standard output and error really go while they are captured; -1 for what is not.
    func setCapture(output: Int32, error: Int32, pipe reading: Int32) {
        savedOutput.store(output, ordering: .relaxed)
        savedError.store(error, ordering: .relaxed)
        tailEnd.store(0, ordering: .relaxed)
        delivered.store(0, ordering: .relaxed)
        pipe.store(reading, ordering: .releasing)
    }

    /// Says that captured output is about to be taken out of the pipe, or has been kept.
    func setReading(_ reading: Bool) {
        isReading.store(reading, ordering: .sequentiallyConsistent)
    }

    /// Keeps the end of what was captured; only the thread that reads the pipe calls it.
    func keep(_ bytes: UnsafeRawBufferPointer) {
        var end = tailEnd.load(ordering: .relaxed)
        for byte in bytes {
            tail[end % TerminalRescue.tailLimit] = byte
            end += 1
        }
        tailEnd.store(end, ordering: .releasing)
    }

    /// How much has been captured in all, for `markDelivered`.
    var captured: Int { tailEnd.load(ordering: .acquiring) }

    /// Says that everything up to there has reached the log.
    func markDelivered(_ count: Int) {
        delivered.store(count, ordering: .relaxed)
    }
}

// MARK: - Rescue

extension TerminalRescue {
    /// Gives the terminal back if it is taken, then prints what had been captured; async-signal-safe.
    ///
    /// At a normal exit that is what has not reached the log. In a crash it is
    /// the last few kilobytes, logged or not: the message of a Swift trap is
    /// written before the trap, thus captured, and the log dies with the process.
    ///
    /// Where the bytes cannot be written, because somebody closed the descriptors,
    /// the guardian does it once the process is dead.
    func restore(afterCrash: Bool) {
        // A copy of the program that `fork` made has these handlers too, and no terminal.
        guard record.isOwn, record.disarm() else { return }
        let code = errno
        let device = TerminalDevice(
            input: input.load(ordering: .relaxed),
            output: output.load(ordering: .relaxed)
        )
        if !record.giveBack(device) { record.rearm() }
        let input = savedInput.load(ordering: .acquiring)
        let output = savedOutput.load(ordering: .relaxed)
        let error = savedError.load(ordering: .relaxed)
        if input >= 0 { dup2(input, STDIN_FILENO) }
        if output >= 0 { dup2(output, STDOUT_FILENO) }
        if error >= 0 { dup2(error, STDERR_FILENO) }
        printTail(to: error >= 0 ? error : output, afterCrash: afterCrash)
        errno = code
    }

    private func printTail(to descriptor: Int32, afterCrash: Bool) {
        let pipe = pipe.load(ordering: .acquiring)
        let device = TerminalDevice(input: pipe, output: descriptor)
        if pipe >= 0 {
            // The thread that empties the pipe still runs and most likely does this in time.
            for _ in 0..<50 {
                let isEmpty = TerminalDevice.wait(for: pipe, Int16(POLLIN), milliseconds: 0) == 0
                if isEmpty, !isReading.load(ordering: .sequentiallyConsistent) { break }
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
            _ = device.write(UnsafeRawBufferPointer(start: tail + start, count: count))
            position += count
        }
        guard pipe >= 0 else { return }
        // Otherwise take the rest here, up to what a pipe holds; the ring has been printed and serves as the buffer.
        for _ in 0..<64 {
            let buffer = UnsafeMutableRawBufferPointer(start: tail, count: TerminalRescue.tailLimit)
            guard case .bytes(let count) = device.read(into: buffer) else { return }
            _ = device.write(UnsafeRawBufferPointer(start: tail, count: count))
        }
    }
}
