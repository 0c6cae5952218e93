import Glibc
import TestSupport
import Testing

@testable import HostBase
@testable import HostRuntime

/// A crash is handed on to the handler that was there before.
@Suite(.tags(.faults)) struct CrashHandlersTests {
    @Test func `a file that may not grow is an error of the write, and children inherit nothing of that`() async {
        await #expect(processExitsWith: .exitCode(0)) {
            await CrashHandlers.keep()
            var none = rlimit(rlim_cur: 0, rlim_max: 0)
            setrlimit(Int32(RLIMIT_FSIZE.rawValue), &none)
            let file = Descriptor(memoryFile("small", 0))

            let error = [1].withUnsafeBytes { file.write($0) }

            exit(error == SystemError(code: EFBIG) && SignalActions.current(SIGXFSZ) == .handled ? 0 : 1)
        }
    }

    @Test func `the handler from before gets the signal again if it asks to, as the Swift runtime's does`() async {
        await #expect(processExitsWith: .exitCode(0)) {
            var previous = sigaction()
            previous.__sigaction_handler.sa_sigaction = { signal, _, _ in
                var mask = sigset_t()
                pthread_sigmask(SIG_BLOCK, nil, &mask)
                _exit(sigismember(&mask, signal) == 0 ? 0 : 1)
            }
            previous.sa_flags = SA_SIGINFO | SA_NODEFER
            sigaction(SIGSEGV, &previous, nil)
            await CrashHandlers.keep()

            raise(SIGSEGV)
        }
    }
}
