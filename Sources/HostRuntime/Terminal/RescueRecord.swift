import Glibc
import Synchronization

/// How the terminal is given back, in memory that the program shares with its guardian.
///
/// Bytes at fixed places, without references: a signal handler reads them, and
/// so does a process that has nothing else of this one.
struct RescueRecord: Sendable {
    /// What is written before the terminal is taken, and only read from then on.
    struct Plan {
        /// The process that takes the terminal; a copy of it that `fork` made does not own it.
        var owner: pid_t = 0
        /// The process group of the program.
        var group: pid_t = 0
        /// The process groups that have the terminal after the program: its parent's and the session's.
        var successors: (pid_t, pid_t) = (0, 0)
        /// The line settings from before.
        var saved = termios()
        /// The line settings that the program uses.
        var raw = termios()
        /// How many bytes give the screen back.
        var leaveCount = 0
    }

    /// The most bytes that give the screen back.
    static let leaveLimit = 256

    private static let size = 4096

    private enum Offset {
        static let armed = 0
        static let lock = 64
        static let plan = 128
        static let leave = 1024
    }

    /// The memory's descriptor, for the guardian; -1 where the memory cannot be shared.
    let descriptor: Int32

    // Mapped for as long as the process lives. Two processes and all threads share only what is atomic, and the lock;
    // the plan is written while nobody may act on it.
    nonisolated(unsafe) private let memory: UnsafeMutableRawPointer

    /// Creates a record that is not armed, in private memory where the system has none to share.
    init() {
        let file = memoryFile("terminal rescue", RescueRecord.closeOnExec)
        if file >= 0, ftruncate(file, RescueRecord.size) == 0, let shared = RescueRecord.map(file) {
            descriptor = file
            memory = shared
        } else {
            if file >= 0 { close(file) }
            descriptor = -1
            memory = UnsafeMutableRawPointer.allocate(byteCount: RescueRecord.size, alignment: 64)
            memory.initializeMemory(as: UInt8.self, repeating: 0, count: RescueRecord.size)
        }
        plan.initialize(to: Plan())
    }

    /// The record of another process, from the descriptor that this one was given; nil when there is none.
    init?(descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_size == RescueRecord.size,
            let shared = RescueRecord.map(descriptor)
        else { return nil }
        self.descriptor = descriptor
        memory = shared
    }

    private static func map(_ descriptor: Int32) -> UnsafeMutableRawPointer? {
        let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
        return memory == MAP_FAILED ? nil : memory
    }

    // `MFD_CLOEXEC` of linux/memfd.h.
    private static let closeOnExec: UInt32 = 1
}

// MARK: - Arming

extension RescueRecord {
    /// Whether the terminal is taken, and nobody has begun to give it back.
    var isArmed: Bool { armed.pointee.load(ordering: .acquiring) }

    /// Whether this process is the one that took the terminal.
    var isOwn: Bool { plan.pointee.owner == getpid() }

    /// Says that the terminal is about to be taken.
    func arm(leave bytes: some Collection<UInt8>, saved: termios, raw: termios) {
        var plan = Plan()
        plan.owner = getpid()
        plan.group = getpgrp()
        plan.successors = (getpgid(getppid()), getsid(0))
        plan.saved = saved
        plan.raw = raw
        for byte in bytes.prefix(RescueRecord.leaveLimit) {
            leave[plan.leaveCount] = byte
            plan.leaveCount += 1
        }
        self.plan.pointee = plan
        rearm()
    }

    /// Corrects the line settings that the program uses, to those that the terminal made of them.
    func setRaw(_ raw: termios) {
        plan.pointee.raw = raw
    }

    /// Says that the terminal is still taken, because giving it back did not work.
    func rearm() {
        armed.pointee.store(true, ordering: .releasing)
    }

    /// Says that the terminal is given back; true for the one caller that has to do it.
    func disarm() -> Bool {
        armed.pointee.exchange(false, ordering: .acquiringAndReleasing)
    }

    private var armed: UnsafeMutablePointer<Atomic<Bool>> {
        (memory + Offset.armed).assumingMemoryBound(to: Atomic<Bool>.self)
    }

    private var plan: UnsafeMutablePointer<Plan> { (memory + Offset.plan).assumingMemoryBound(to: Plan.self) }

    private var leave: UnsafeMutablePointer<UInt8> { (memory + Offset.leave).assumingMemoryBound(to: UInt8.self) }
}

// MARK: - Giving back

extension RescueRecord {
    /// Gives the terminal back from within the program; false when the bytes did not get there.
    func giveBack(_ device: TerminalDevice) -> Bool {
        let count = min(max(plan.pointee.leaveCount, 0), RescueRecord.leaveLimit)
        let isBack = device.write(UnsafeRawBufferPointer(start: leave, count: count))
        // In the background the line settings are the shell's by now.
        if device.isForeground { tcsetattr(device.input, TCSAFLUSH, &plan.pointee.saved) }
        return isBack
    }

    /// Gives the terminal back for a program that is dead.
    ///
    /// Nothing is touched once something else than the program and its shell is in
    /// front. A shell that is there already has its own line settings, and marks
    /// pasted text for its own line.
    func giveBack(afterDeathOn terminal: Int32) {
        let device = TerminalDevice(input: terminal, output: terminal)
        let plan = plan.pointee
        let front = tcgetpgrp(terminal)
        // Negative where the terminal is not the session's: then nobody takes turns.
        let isLate = front >= 0 && front != plan.group
        guard !isLate || front == plan.successors.0 || front == plan.successors.1 else { return }
        let isRaw = device.settings?.isSame(as: plan.raw) ?? false
        // First, because a shell keeps the settings that it finds.
        if isRaw { device.apply(plan.saved, discardingInput: false) }
        let count = min(max(plan.leaveCount, 0), RescueRecord.leaveLimit)
        let skipped = isLate ? min(count, TerminalModes.pasteOff.count) : 0
        _ = device.write(UnsafeRawBufferPointer(start: leave + skipped, count: count - skipped))
        // What the mouse has reported until now.
        if isRaw, !isLate { tcflush(terminal, TCIFLUSH) }
    }
}

// MARK: - The program's life

extension RescueRecord {
    /// Lets the calling thread hold the lock whose release tells that it died; false when there is none to share.
    func beginLife() -> Bool {
        guard descriptor >= 0 else { return false }
        var attributes = pthread_mutexattr_t()
        pthread_mutexattr_init(&attributes)
        pthread_mutexattr_setpshared(&attributes, Int32(PTHREAD_PROCESS_SHARED))
        pthread_mutexattr_setrobust(&attributes, Int32(PTHREAD_MUTEX_ROBUST))
        defer { pthread_mutexattr_destroy(&attributes) }
        return pthread_mutex_init(lock, &attributes) == 0 && pthread_mutex_lock(lock) == 0
    }

    /// Releases the lock; to be called by the thread that holds it.
    func endLife() {
        pthread_mutex_unlock(lock)
    }

    /// Waits until the thread that holds the lock releases it, or dies; true when it died.
    func waitForDeath() -> Bool {
        pthread_mutex_lock(lock) == EOWNERDEAD
    }

    private var lock: UnsafeMutablePointer<pthread_mutex_t> {
        (memory + Offset.lock).assumingMemoryBound(to: pthread_mutex_t.self)
    }
}

// Declared under `_GNU_SOURCE`, which Swift's view of the C library goes without.
@_silgen_name("memfd_create")
private func memoryFile(_ name: UnsafePointer<CChar>, _ flags: UInt32) -> Int32
