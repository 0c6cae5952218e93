@preconcurrency import Glibc

/// A second process that gives the terminal back when the program dies without doing so.
///
/// SIGKILL, `_exit` and a stack overflow on a thread whose handlers have no stack
/// run none of the program's code. The guardian is the same program once more,
/// which stops before `main` and waits for a lock that the main thread holds. The
/// system passes a dead thread's lock on before it frees the memory, closes the
/// descriptors and tells the parent, so the guardian is done before the shell goes
/// on; and no closed descriptor makes it believe that the program is dead. What to
/// do, and whether the terminal is taken at all, it reads in the `RescueRecord`.
///
/// It has a process group of its own and takes no signals: what stops or kills the
/// program's group leaves it alone. Where it cannot be started, or when somebody
/// kills it, the program goes on without.
struct Guardian {
    private enum Descriptor {
        static let record: Int32 = 3
        static let terminal: Int32 = 4
    }

    /// The variable that makes the program its own guardian.
    private static let mark = "HOST_RUNTIME_TERMINAL_GUARDIAN"

    private let record: RescueRecord
    /// The guardian's process.
    let process: pid_t

    /// Starts a guardian, to be ended by the same thread; nil where there can be none.
    init?(_ record: RescueRecord, terminal: Int32) {
        guard record.beginLife() else { return nil }
        self.record = record
        guard let process = Guardian.spawn(record, terminal) else {
            record.endLife()
            return nil
        }
        self.process = process
    }

    /// Ends it; it leaves the terminal alone.
    func end() {
        record.endLife()
        var status: Int32 = 0
        // As long as nobody has waited for it, the number is no other process's.
        guard waitpid(process, &status, WNOHANG) == 0 else { return }
        kill(process, SIGKILL)
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
    }

    private static func spawn(_ record: RescueRecord, _ terminal: Int32) -> pid_t? {
        // High numbers, so that putting one in its place does not close the other.
        let sources = [record.descriptor, terminal].map { fcntl($0, F_DUPFD_CLOEXEC, 10) }
        defer { for source in sources where source >= 0 { close(source) } }
        guard sources.allSatisfy({ $0 >= 0 }) else { return nil }
        var files = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&files)
        defer { posix_spawn_file_actions_destroy(&files) }
        posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDWR, 0)
        posix_spawn_file_actions_adddup2(&files, STDIN_FILENO, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&files, STDIN_FILENO, STDERR_FILENO)
        posix_spawn_file_actions_adddup2(&files, sources[0], Descriptor.record)
        posix_spawn_file_actions_adddup2(&files, sources[1], Descriptor.terminal)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var everySignal = sigset_t()
        sigfillset(&everySignal)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK))
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setsigmask(&attributes, &everySignal)
        // Not the program's name: who kills every process of that name shall not mean the guardian.
        let name = strdup("terminal-guardian")
        let mark = strdup("\(mark)=1")
        defer {
            free(name)
            free(mark)
        }
        // The rest of the environment is what the loader found the program's libraries with.
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
    /// Watches over another process and ends, where this process was started for that.
    fileprivate static func watchIfAsked() {
        guard getenv(mark) != nil else { return }
        // Without a record it is a program like others, whose environment somebody else has written.
        guard let record = RescueRecord(descriptor: Descriptor.record) else { return }
        askForShortTurns()
        rehearse()
        if record.waitForDeath(), record.disarm() { record.giveBack(afterDeathOn: Descriptor.terminal) }
        _exit(EXIT_SUCCESS)
    }

    /// Gives back what is no terminal, so that nothing is loaded or bound for the first time when every moment counts.
    private static func rehearse() {
        let record = RescueRecord()
        record.arm(leave: TerminalModes().leave, saved: termios(), raw: termios())
        record.giveBack(afterDeathOn: STDOUT_FILENO)
        TerminalDevice(input: STDOUT_FILENO, output: STDOUT_FILENO).apply(termios(), discardingInput: true)
        _ = termios().isSame(as: termios())
    }

    /// Asks for turns of a tenth of a millisecond, so that a busy machine lets the guardian run at once.
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
        // A `sched_attr`: its size and the usual policy, no flags, niceness, the length of a turn in nanoseconds.
        var attributes: [UInt64] = [48, 0, nice, 100_000, 0, 0]
        _ = systemCall(call, 0, &attributes, 0)
    }
}

// Before `main`: nothing of the program itself may run in its guardian.
@section(".init_array") @used private let watch: @convention(c) () -> Void = { Guardian.watchIfAsked() }

// `sched_setattr` has no function of its own in the C library before glibc 2.41.
@_silgen_name("syscall")
private func systemCall(_ number: Int, _ process: Int, _ attributes: UnsafeMutableRawPointer, _ flags: Int) -> Int
