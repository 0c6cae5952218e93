internal import Glibc
internal import Synchronization

/// The journal of this process: a file for as long as the process lives, and after it if it ends badly.
///
/// The file is named after the process and locked by it. One that isn't locked
/// belongs to a dead process.
enum ProcessJournal {
    private struct File {
        var descriptor: Descriptor
        var path: String?
        /// Holds the file's lock.
        var owner: OpenFile?
    }

    private static let file = Mutex<File?>(nil)

    // Allocated before a handler is installed; `claimCrashMessage` lets one thread use it.
    private nonisolated(unsafe) static var sentence = JournalSentence()

    private nonisolated(unsafe) static var logLine = JournalSentence()

    // MARK: - Beginning

    /// Begins the journal in memory; call this first, on the main thread, and `settle()` once its place is final.
    static func begin(program: String) {
        ThreadCalls.joinMain()
        ThreadCalls.hold()
        let journal = RunningCode.journal
        journal.process = getpid()
        journal.start = MonotonicClock.coarse()
        journal.bootID = bootID
        journal.setProgram(program)
    }

    /// Records the calls of all threads from now on; the journal stays where it is.
    static func settle() {
        ThreadCalls.release()
    }

    /// Continues the journal in a file of a directory, which is created if it's missing.
    @MainActor static func open(directory: String) throws(SystemError) {
        try FileSystem.makeDirectories(directory)
        let path = "\(directory)/\(getpid())"
        let owner = try OpenFile(path, .readWrite, options: [.exclusiveCreate, .noFollow])
        // The name is this process's own: whoever holds the lock only looks whether the process is dead.
        _ = try? owner.lock()
        do throws(SystemError) {
            try owner.allocate(JournalMemory.size)
            try move(to: owner.descriptor)
        } catch {
            try? FileSystem.remove(path)
            throw error
        }
        file.withLock { $0 = File(descriptor: owner.descriptor, path: path, owner: owner) }
    }

    /// Continues the journal in memory that the guardian can share, for a program without a directory.
    @MainActor static func openMemory() throws(SystemError) {
        // The flag is `MFD_CLOEXEC`.
        let descriptor = Descriptor(memoryFile("journal", 1))
        guard descriptor.isValid, ftruncate(descriptor.number, JournalMemory.size) == 0 else { throw .last }
        try move(to: descriptor)
        file.withLock { $0 = File(descriptor: descriptor) }
    }

    private static func move(to descriptor: Descriptor) throws(SystemError) {
        guard let base = map(descriptor) else { throw .last }
        // A handler must not record the program's end in memory that the next start doesn't read.
        SystemThread.withoutSignals {
            JournalNames.move { JournalMemory(zeros: base, continuing: $0) }
        }
    }

    fileprivate static func map(_ descriptor: Descriptor) -> UnsafeMutableRawPointer? {
        guard let base = mmap(nil, JournalMemory.size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor.number, 0),
            base != MAP_FAILED
        else { return nil }
        // Most of the journal is never touched, so the first use of a page must not fill its neighbors with zeros.
        madvise(base, JournalMemory.size, MADV_RANDOM)
        return base
    }

    /// The number that the machine got when it was started; empty where the system has none.
    static let bootID: [UInt8] = {
        guard let file = try? OpenFile("/proc/sys/kernel/random/boot_id", .readOnly),
            let text = try? file.read(upTo: 64)
        else { return [] }
        // 32 hexadecimal digits and hyphens.
        let digits = text.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
        return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }()

    /// Opens the journal for another process, without a share in the lock; `none` when there is nothing to share.
    static func share() -> Descriptor {
        file.withLock { file in
            // Opened again, because a duplicate shares the lock.
            if let path = file?.path {
                guard let again = try? OpenFile(path, .readWrite) else { return .none }
                return withExtendedLifetime(again) { (try? again.descriptor.duplicate()) ?? .none }
            }
            return (try? file?.descriptor.duplicate()) ?? .none
        }
    }

    /// Records the path of the log, which gets a line if the program ends badly.
    ///
    /// A path that is too long for the journal is left out.
    static func setLog(_ path: String) {
        guard path.utf8.count <= JournalMemory.textLimit else { return }
        RunningCode.journal.log = JournalNames.text(path)
    }

    /// Records the program's file, so that the next start can tell whether a crash was this build's.
    static func setProgram(_ file: PluginBuild) {
        RunningCode.journal.setProgramFile(JournalNames.text("program", file: file))
    }

    /// Calls a body that waits for a person: a program that is killed meanwhile hasn't failed to start.
    @MainActor static func waitForPerson(_ body: () -> Void) {
        let journal = RunningCode.journal
        let isLaunched = journal.isLaunched
        journal.isLaunched = true
        body()
        journal.isLaunched = isLaunched
    }

    // MARK: - Ending

    /// Records that the program ends in order, and removes the file.
    static func end() {
        guard recordEnd(), let path = file.withLock({ $0?.path }) else { return }
        try? FileSystem.remove(path)
    }

    /// Records that the program ends in order, and leaves the file to the next start; false in a copy of the process.
    ///
    /// Async-signal-safe.
    @discardableResult static func recordEnd() -> Bool {
        let journal = RunningCode.journal
        guard journal.process == getpid() else { return false }
        journal.record(.inOrder, on: nil, at: MonotonicClock.coarse())
        return true
    }

    /// Records that another process ends this one: in order, unless a plugin's code hangs.
    ///
    /// After the launch nothing is recorded, because the program's own code is then never to
    /// blame. Async-signal-safe.
    static func recordKill() {
        let journal = RunningCode.journal
        guard journal.process == getpid(), !journal.isLaunched else { return }
        // While libraries are opened, nothing else watches for hangs.
        journal.hungAt = MonotonicClock.coarse()
        if journal.blamedCall?.entry.isOfPlugin != true { recordEnd() }
    }

    /// Records that the calling thread has called `exit`; returns whether a plugin's code did.
    static func recordExit() -> Bool {
        let journal = RunningCode.journal
        guard journal.process == getpid() else { return false }
        journal.record(.exit, on: ThreadCalls.current, at: MonotonicClock.coarse())
        return journal.blamedCall?.entry.isOfPlugin ?? false
    }

    /// Records that a descriptor of the program is lost, by the call that ran last.
    static func recordLoss() {
        let journal = RunningCode.journal
        guard journal.process == getpid() else { return }
        let stack = ThreadCalls.current ?? RunningCode.mainStack
        stack.reopen()
        journal.record(.lostDescriptor, on: stack, at: MonotonicClock.coarse())
    }

    /// Records a fault of the calling thread.
    ///
    /// Async-signal-safe.
    static func recordCrash(_ signal: Int32) {
        // A copy of the process that `fork` made has the journal, too.
        guard RunningCode.journal.process == getpid() else { return }
        RunningCode.journal.record(.crash, signal: signal, on: ThreadCalls.current, at: MonotonicClock.coarse())
    }

    /// Prints which plugin ended the program of a journal, if one did; returns whether it printed something.
    ///
    /// Async-signal-safe.
    @discardableResult
    static func printCrashMessage(
        _ journal: JournalMemory,
        status: Int32?,
        isAwaited: Bool = false,
        to descriptor: Descriptor
    ) -> Bool {
        guard journal.claimCrashMessage() else { return false }
        appendToLog(journal, status, isAwaited)
        guard sentence.write(about: journal, status: status, isAwaited: isAwaited) else { return false }
        _ = descriptor.write(sentence.written)
        return true
    }

    /// Appends a line about the end of a journal's process to its log, which is opened again: in a crash, the number of
    /// an open file may be another file's.
    private static func appendToLog(_ journal: JournalMemory, _ status: Int32?, _ isAwaited: Bool) {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        guard journal.log != .none,
            logLine.writeLogLine(
                about: journal,
                status: status,
                isAwaited: isAwaited,
                at: (now.tv_sec, now.tv_nsec / 1_000_000)
            )
        else { return }
        let path = UnsafeRawPointer(journal.bytes(journal.log)).assumingMemoryBound(to: CChar.self)
        let log = Glibc.open(path, O_WRONLY | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard log >= 0 else { return }
        _ = Descriptor(log).write(logLine.written)
        close(log)
    }

    /// Writes a sentence that nobody sees, so that no code runs for the first time inside a handler.
    static func rehearse() {
        guard let base = calloc(1, JournalMemory.size) else { return }
        defer { free(base) }
        let journal = JournalMemory(zeros: base)
        let stack = journal.stack(0)
        let call = CallEntry(owner: .host, phase: .observer, source: .host, line: 1)
        let outer = stack.push(call, at: 0)
        journal.hungAt = .max
        _ = sentence.write(about: journal, status: SIGKILL)
        stack.pop(outer)
        _ = sentence.write(about: journal, status: 0)
        journal.record(.crash, on: ThreadCalls.current, at: 0)
        _ = logLine.writeLogLine(about: journal, status: nil, isAwaited: true, at: (0, 0))
        appendToLog(journal, nil, true)
        _ = (journal.claimCrashMessage(), journal.blamedCall)
    }
}

// MARK: - Journals of other processes

extension JournalMemory {
    /// Maps the journal of another process; nil if the descriptor is none.
    init?(sharing descriptor: Descriptor) {
        var status = stat()
        guard fstat(descriptor.number, &status) == 0, status.st_size == JournalMemory.size,
            let base = ProcessJournal.map(descriptor)
        else { return nil }
        self.init(existing: base)
    }
}
