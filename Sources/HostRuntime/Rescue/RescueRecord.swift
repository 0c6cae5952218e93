internal import Glibc
internal import Synchronization

/// How to restore the terminal, in memory that the program shares with its guardian.
///
/// The record is bytes at fixed places, without references: a signal handler
/// reads it, and so does a process that shares nothing else with this one.
struct RescueRecord: Sendable {
    /// How the terminal was before it was taken; it doesn't change while the record is armed.
    struct Plan {
        /// The process that took the terminal; a copy of it that `fork` made doesn't own it.
        var owner: pid_t = 0
        var group: pid_t = 0
        /// The process groups that get the terminal after the program: its parent's and the session's.
        var successors: (pid_t, pid_t) = (0, 0)
        /// The line settings before the terminal was taken.
        var saved = LineSettings()
        /// The line settings that the program uses.
        var raw = LineSettings()
        /// The number of bytes that restore the screen.
        var leaveCount = 0
        /// The number of these bytes, at the front, that a shell at its prompt must not get.
        var pasteOffCount = 0
    }

    /// The bytes that restore the screen.
    struct Leave {
        /// Ends the marking of pasted text, which a shell turns on for its own prompt.
        var pasteOff: [UInt8] = []
        /// Resets everything else.
        var rest: [UInt8] = []
    }

    /// The maximum number of bytes that restore the screen.
    static let leaveLimit = 256

    private static let size = 4096

    private enum Offset {
        static let state = 0
        static let lock = 64
        static let plan = 128
        static let leave = 1024
    }

    /// The memory's descriptor, for the guardian; `none` if the memory can't be shared.
    let descriptor: Descriptor

    // Mapped for as long as the process lives. Processes and threads share only the atomics and the lock; the plan is
    // written while no one may act on it.
    nonisolated(unsafe) private let memory: UnsafeMutableRawPointer

    /// Creates a record that is not armed, in private memory if the system has none to share.
    init() {
        let file = Descriptor(memoryFile("terminal rescue", RescueRecord.closeOnExec))
        if file.isValid, ftruncate(file.number, RescueRecord.size) == 0, let shared = RescueRecord.map(file) {
            descriptor = file
            memory = shared
        } else {
            file.close()
            descriptor = .none
            memory = UnsafeMutableRawPointer.allocate(byteCount: RescueRecord.size, alignment: 64)
            memory.initializeMemory(as: UInt8.self, repeating: 0, count: RescueRecord.size)
        }
        plan.initialize(to: Plan())
    }

    /// Opens another process's record by an inherited descriptor; nil if the descriptor is no record.
    init?(descriptor: Descriptor) {
        var status = stat()
        guard fstat(descriptor.number, &status) == 0, status.st_size == RescueRecord.size,
            let shared = RescueRecord.map(descriptor)
        else { return nil }
        self.descriptor = descriptor
        memory = shared
    }

    private static func map(_ descriptor: Descriptor) -> UnsafeMutableRawPointer? {
        let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor.number, 0)
        return memory == MAP_FAILED ? nil : memory
    }

    // `MFD_CLOEXEC` of linux/memfd.h.
    private static let closeOnExec: UInt32 = 1
}

// MARK: - Arming

extension RescueRecord {
    /// Whether the terminal is taken, and no one has begun to restore it.
    var isArmed: Bool { state.pointee.load(ordering: .acquiring) == State.armed }

    /// Whether the terminal is taken, or is being restored.
    var isUnrestored: Bool { state.pointee.load(ordering: .acquiring) != State.free }

    /// Whether this process is the one that took the terminal.
    var isOwn: Bool { plan.pointee.owner == getpid() }

    /// Whether a process has ever taken the terminal.
    var isPlanned: Bool { plan.pointee.owner != 0 }

    /// Records how to restore the terminal, just before it is taken.
    func arm(leave bytes: Leave, saved: LineSettings, raw: LineSettings) {
        var plan = Plan()
        plan.owner = getpid()
        plan.group = getpgrp()
        plan.successors = (getpgid(getppid()), getsid(0))
        plan.saved = saved
        plan.raw = raw
        for byte in (bytes.pasteOff + bytes.rest).prefix(RescueRecord.leaveLimit) {
            leave[plan.leaveCount] = byte
            plan.leaveCount += 1
        }
        plan.pasteOffCount = min(bytes.pasteOff.count, plan.leaveCount)
        self.plan.pointee = plan
        rearm()
    }

    /// The line settings that the program uses.
    var raw: LineSettings { plan.pointee.raw }

    /// Replaces the program's line settings by those that the terminal made of them.
    func setRaw(_ raw: LineSettings) {
        plan.pointee.raw = raw
    }

    /// Records that the terminal is still taken, because it could not be restored.
    func rearm() {
        state.pointee.store(State.armed, ordering: .releasing)
    }

    /// Records that the terminal is being restored; returns true for the one caller that has to do it.
    ///
    /// If the process dies before it says that it's done, with `disarm()`, the guardian does it.
    func claim() -> Bool {
        state.pointee.compareExchange(
            expected: State.armed,
            desired: State.claimed,
            ordering: .acquiringAndReleasing
        ).exchanged
    }

    /// Records that the terminal is restored, or is about to be by the only one left; returns whether it wasn't.
    func disarm() -> Bool {
        state.pointee.exchange(State.free, ordering: .acquiringAndReleasing) != State.free
    }

    private enum State {
        static let free: UInt32 = 0
        static let armed: UInt32 = 1
        static let claimed: UInt32 = 2
    }

    private var state: UnsafeMutablePointer<Atomic<UInt32>> {
        (memory + Offset.state).assumingMemoryBound(to: Atomic<UInt32>.self)
    }

    private var plan: UnsafeMutablePointer<Plan> { (memory + Offset.plan).assumingMemoryBound(to: Plan.self) }

    private var leave: UnsafeMutablePointer<UInt8> { (memory + Offset.leave).assumingMemoryBound(to: UInt8.self) }
}

// MARK: - Restoring

extension RescueRecord {
    /// The milliseconds for which a program that ends waits for a terminal that takes nothing.
    private static let restoreTimeout: Int32 = 500

    /// Restores the terminal from within the program; returns false if the device lacks a descriptor or takes no bytes.
    ///
    /// Async-signal-safe. If the device's output doesn't block, this doesn't wait for a terminal that nobody reads.
    func restore(_ device: TerminalDevice) -> Bool {
        let count = min(max(plan.pointee.leaveCount, 0), RescueRecord.leaveLimit)
        let bytes = UnsafeRawBufferPointer(start: leave, count: count)
        let isRestored = device.write(bytes, timeout: RescueRecord.restoreTimeout)
        // In the background the line settings are the shell's by now.
        if device.isForeground {
            // Not with TCSAFLUSH, which waits until the terminal has taken all output.
            device.apply(plan.pointee.saved, discardingInput: false)
            device.discardInput()
        }
        return isRestored && device.input.isValid
    }

    /// Restores the terminal for a program that is dead.
    ///
    /// Does nothing once a program other than the dead one and its shell is in
    /// front. A shell that is there already has its own line settings, and has
    /// turned on the marking of pasted text for its prompt. Returns whether the
    /// terminal was restored.
    func restore(afterDeathOn terminal: Descriptor) -> Bool {
        let device = TerminalDevice(input: terminal, output: terminal)
        let plan = plan.pointee
        let front = device.foregroundGroup
        // Negative if the terminal doesn't control the session: then there is no foreground.
        let isLate = front >= 0 && front != plan.group
        guard !isLate || front == plan.successors.0 || front == plan.successors.1 else { return false }
        // Those of the program, while it answers and while it doesn't.
        let isRaw =
            device.settings.map { $0.isSame(as: plan.raw) || $0.isSame(as: plan.raw.interruptible) } ?? false
        // First, because a shell keeps the settings that it finds.
        if isRaw { device.apply(plan.saved, discardingInput: false) }
        let count = min(max(plan.leaveCount, 0), RescueRecord.leaveLimit)
        let skipped = isLate ? min(count, max(plan.pasteOffCount, 0)) : 0
        _ = device.write(UnsafeRawBufferPointer(start: leave + skipped, count: count - skipped))
        // The mouse's reports until now.
        if isRaw, !isLate { device.discardInput() }
        return true
    }
}

// MARK: - The program's life

extension RescueRecord {
    /// Locks the lock whose release tells the guardian that the calling thread died; false if it can't be shared.
    func beginLife() -> Bool {
        guard descriptor.isValid else { return false }
        var attributes = pthread_mutexattr_t()
        pthread_mutexattr_init(&attributes)
        pthread_mutexattr_setpshared(&attributes, Int32(PTHREAD_PROCESS_SHARED))
        pthread_mutexattr_setrobust(&attributes, Int32(PTHREAD_MUTEX_ROBUST))
        defer { pthread_mutexattr_destroy(&attributes) }
        return pthread_mutex_init(lock, &attributes) == 0 && pthread_mutex_lock(lock) == 0
    }

    /// Releases the lock; call it on the thread that holds it.
    func endLife() {
        pthread_mutex_unlock(lock)
    }

    /// Waits until the thread that holds the lock releases it or dies; returns true if it died.
    func waitForDeath() -> Bool {
        pthread_mutex_lock(lock) == EOWNERDEAD
    }

    private var lock: UnsafeMutablePointer<pthread_mutex_t> {
        (memory + Offset.lock).assumingMemoryBound(to: pthread_mutex_t.self)
    }
}
