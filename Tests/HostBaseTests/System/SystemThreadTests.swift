import Dispatch
import Glibc
import TestSupport
import Testing

@testable import HostBase

@Suite struct SystemThreadTests {
    @Test func `a thread blocks all signals except those that it causes itself or is stopped by for a backtrace`() {
        let open = onThread {
            var mask = sigset_t()
            pthread_sigmask(SIG_BLOCK, nil, &mask)
            return (1..<firstRealTimeSignal).filter { sigismember(&mask, $0) == 0 }
        }

        let kill = [SIGKILL, SIGSTOP]
        let faults = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS]
        #expect(Set(open).subtracting(kill) == Set(faults + [SIGPIPE, SIGPROF]))
    }

    @Test func `a thread has a stack for the handlers of faults`() {
        let size = onThread {
            var stack = stack_t()
            sigaltstack(nil, &stack)
            return stack.ss_flags & Int32(SS_DISABLE) == 0 ? stack.ss_size : 0
        }

        #expect(size >= 64 * 1024)
    }

    @Test func `starting a thread doesn't change the signals of the thread that starts it`() {
        var before = sigset_t()
        var after = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &before)

        startThread {}.wait()

        pthread_sigmask(SIG_BLOCK, nil, &after)
        #expect((1..<firstRealTimeSignal).allSatisfy { sigismember(&before, $0) == sigismember(&after, $0) })
    }
}

/// The first real-time signal.
private let firstRealTimeSignal: Int32 = 32
