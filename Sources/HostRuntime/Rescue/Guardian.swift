@preconcurrency internal import Glibc

/// A second process that restores the terminal when the program dies without doing so.
///
/// SIGKILL, `_exit` and a stack overflow on a thread whose handlers have no stack
/// run none of the program's code. The guardian is the same program once more,
/// which stops before `main` and waits for a lock that the main thread holds. The
/// system passes a dead thread's lock on before it frees the memory, closes the
/// descriptors and tells the parent, so the guardian is done before the shell
/// continues, and a closed descriptor can't make it believe that the program is
/// dead. The `RescueRecord` says whether the terminal is taken, and what to do.
///
/// The guardian has its own process group and blocks all signals: what stops or
/// kills the program's group doesn't reach it. If it can't be started, or is
/// killed, the program continues without it.
struct Guardian {
    /// The descriptors that the guardian inherits.
    private enum Inherited {
        static var record: Descriptor { Descriptor(3) }
        static var terminal: Descriptor { Descriptor(4) }
        /// The program's journal; not open if it has none to share.
        static var journal: Descriptor { Descriptor(5) }
        /// The program as a process, opened by itself: the guardian may come too late for that.
        static var program: Descriptor { Descriptor(6) }
    }

    /// The environment variable that makes the program its own guardian.
    private static let mark = "HOST_RUNTIME_TERMINAL_GUARDIAN"

    private let record: RescueRecord
    let process: pid_t

    /// Starts a guardian, which the same thread must end; nil if it can't be started.
    init?(_ record: RescueRecord, terminal: Descriptor) {
        guard record.beginLife() else { return nil }
        self.record = record
        guard let process = Guardian.spawn(record, terminal) else {
            record.endLife()
            return nil
        }
        self.process = process
    }

    /// Ends the guardian, which leaves the terminal alone.
    func end() {
        record.endLife()
        var status: Int32 = 0
        // Until its end has been waited for, no other process gets its number.
        guard waitpid(process, &status, WNOHANG) == 0 else { return }
        kill(process, SIGKILL)
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
    }

    private static func spawn(_ record: RescueRecord, _ terminal: Descriptor) -> pid_t? {
        // High numbers, so that putting one in its place does not close the other.
        let sources = [record.descriptor, terminal].compactMap { try? $0.duplicate(above: 10) }
        let shared = ProcessJournal.share()
        let journal = (try? shared.duplicate(above: 10)) ?? .none
        let opened = DyingProcess.handle(of: getpid())
        let program = (try? opened.duplicate(above: 10)) ?? .none
        defer { for source in sources + [shared, journal, opened, program] { source.close() } }
        guard sources.count == 2 else { return nil }
        var files = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&files)
        defer { posix_spawn_file_actions_destroy(&files) }
        posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDWR, 0)
        posix_spawn_file_actions_adddup2(&files, STDIN_FILENO, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&files, STDIN_FILENO, STDERR_FILENO)
        posix_spawn_file_actions_adddup2(&files, sources[0].number, Inherited.record.number)
        posix_spawn_file_actions_adddup2(&files, sources[1].number, Inherited.terminal.number)
        if journal.isValid { posix_spawn_file_actions_adddup2(&files, journal.number, Inherited.journal.number) }
        if program.isValid { posix_spawn_file_actions_adddup2(&files, program.number, Inherited.program.number) }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var everySignal = sigset_t()
        sigfillset(&everySignal)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK))
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setsigmask(&attributes, &everySignal)
        // Not the program's name: killing all processes of that name must not hit the guardian.
        let name = strdup("terminal-guardian")
        let mark = strdup("\(mark)=1")
        defer {
            free(name)
            free(mark)
        }
        // The loader found the program's libraries with the rest of the environment.
        var environment: [UnsafeMutablePointer<CChar>?] = [mark]
        var next = environ
        while let variable = next.pointee {
            environment.append(variable)
            next += 1
        }
        environment.append(nil)
        var process: pid_t = 0
        let result = posix_spawn(&process, "/proc/self/exe", &files, &attributes, [name, nil], environment)
        return result == 0 ? process : nil
    }
}

// MARK: - The guardian's own process

extension Guardian {
    /// Watches over another process and then exits, if this process was started for that.
    fileprivate static func watchIfAsked() {
        guard getenv(mark) != nil else { return }
        // Without a record this is an ordinary program, whose environment was set by hand.
        guard let record = RescueRecord(descriptor: Inherited.record) else { return }
        let journal = JournalMemory(sharing: Inherited.journal)
        let program = journal.map { DyingProcess($0.process, handle: Inherited.program) }
        askForShortTurns()
        rehearse()
        let isDead = record.waitForDeath()
        let status = isDead ? program?.status : nil
        if isDead, record.disarm(), record.restore(afterDeathOn: Inherited.terminal), let journal {
            journal.status = status
            ProcessJournal.printCrashMessage(journal, status: status, to: Inherited.terminal)
        }
        _exit(EXIT_SUCCESS)
    }

    /// Goes through a rescue without a terminal, so that nothing is loaded or bound when every moment counts.
    private static func rehearse() {
        ProcessJournal.rehearse()
        _ = DyingProcess(getpid(), handle: Inherited.program).status
        let record = RescueRecord()
        let bytes = RescueRecord.Leave(pasteOff: [0], rest: Array(repeating: 0, count: 100))
        record.arm(leave: bytes, saved: LineSettings(), raw: LineSettings())
        _ = record.restore(afterDeathOn: .standardOutput)
        let device = TerminalDevice(input: .standardOutput, output: .standardOutput)
        device.apply(LineSettings(), discardingInput: true)
        device.discardInput()
        _ = LineSettings().isSame(as: LineSettings())
    }

    /// Asks the scheduler for turns of 0.1 ms, so that even a busy machine runs the guardian at once.
    ///
    /// Linux has this since 6.12; older kernels ignore it.
    private static func askForShortTurns() {
        #if arch(x86_64)
        let call = 314
        #elseif arch(arm64)
        let call = 274
        #else
        return
        #endif
        let nice = UInt64(UInt32(bitPattern: getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)))
        // A `sched_attr`: its size and the default policy, no flags, niceness, the length of a turn in nanoseconds.
        var attributes: [UInt64] = [48, 0, nice, 100_000, 0, 0]
        // Before glibc 2.41, the C library has no function for it.
        attributes.withUnsafeMutableBytes { _ = systemCall(call, 0, Int(bitPattern: $0.baseAddress), 0) }
    }
}

// Runs before `main`: no code of the program itself may run in its guardian.
@section(".init_array") @used private let watch: @convention(c) () -> Void = { Guardian.watchIfAsked() }
