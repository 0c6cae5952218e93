internal import Glibc

/// The current thread, and new threads for work that blocks.
package enum SystemThread {
    /// A number that identifies the current thread while it runs; never 0.
    package static var currentID: UInt { UInt(pthread_self()) }

    package static var isFirst: Bool { threadID() == getpid() }

    /// The number of threads that can run at once: that of the machine's processors.
    package static let parallelCount = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))

    /// Suspends the current thread; a signal may end the pause early.
    package static func pause(for duration: Duration) {
        let (seconds, attoseconds) = duration.components
        var rest = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
        nanosleep(&rest, nil)
    }

    /// Runs a body while the current thread blocks all signals but faults, SIGPIPE and SIGPROF.
    package static func withoutSignals<Result>(_ body: () -> Result) -> Result {
        var mask = sigset_t()
        var before = sigset_t()
        sigfillset(&mask)
        let faults = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS]
        for signal in faults + [SIGPIPE, SIGPROF] { sigdelset(&mask, signal) }
        pthread_sigmask(SIG_SETMASK, &mask, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        return body()
    }

    /// Runs a body whose writes to a pipe without a reader fail, and don't end the program.
    package static func ignoringBrokenPipe<Result>(_ body: () -> Result) -> Result {
        var mask = sigset_t()
        var before = sigset_t()
        sigemptyset(&mask)
        sigaddset(&mask, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &mask, &before)
        defer {
            var noTime = timespec()
            sigtimedwait(&mask, nil, &noTime)
            pthread_sigmask(SIG_SETMASK, &before, nil)
        }
        return body()
    }

    /// Runs a body on a new thread; returns false if the system can't start one.
    ///
    /// The thread blocks all signals, which belong to the main thread, except
    /// those that it may cause itself: faults, and SIGPIPE, which a child process
    /// that it spawns would otherwise inherit blocked; and SIGPROF, by which the
    /// Swift runtime stops all threads to print their backtraces. The handlers of
    /// faults get a separate stack, so that they can run after a stack overflow.
    package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        let work = Unmanaged.passRetained(Work(body: body))
        var thread = pthread_t()
        let run: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { work in
            if let work { Unmanaged<Work>.fromOpaque(work).takeRetainedValue().run() }
            return nil
        }
        // A new thread inherits this thread's mask, so that no signal reaches it before it could set its own.
        let error = withoutSignals {
            pthread_create(&thread, nil, run, work.toOpaque())
        }
        guard error == 0 else {
            work.release()
            return false
        }
        pthread_detach(thread)
        return true
    }

    private final class Work: Sendable {
        private let body: @Sendable () -> Void

        init(body: @escaping @Sendable () -> Void) {
            self.body = body
        }

        func run() {
            let stack = UnsafeMutableRawPointer.allocate(byteCount: Work.faultStackSize, alignment: 16)
            var fault = stack_t()
            fault.ss_sp = stack
            fault.ss_size = Work.faultStackSize
            sigaltstack(&fault, nil)
            body()
            fault.ss_flags = Int32(SS_DISABLE)
            sigaltstack(&fault, nil)
            stack.deallocate()
        }

        private static let faultStackSize = 128 * 1024
    }
}

// The C library has it, but its header hides it from Swift. Without arguments
// and with a plain result, the calling conventions agree.
@_silgen_name("gettid")
private func threadID() -> pid_t
