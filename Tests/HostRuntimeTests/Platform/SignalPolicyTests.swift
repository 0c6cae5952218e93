import Glibc
import Testing

@testable import HostRuntime

@Suite struct SignalPolicyTests {
    /// The signals that end a program which does nothing about them, as signal(7) lists them.
    static let endings =
        [
            SIGHUP, SIGINT, SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGUSR1, SIGSEGV, SIGUSR2, SIGPIPE,
            SIGALRM, SIGTERM, SIGSTKFLT, SIGXCPU, SIGXFSZ, SIGVTALRM, SIGPROF, SIGPOLL, SIGPWR, SIGSYS,
        ] + Array(34...64)

    @Test(arguments: endings)
    func `every signal that ends programs gives the terminal back`(signal: Int32) {
        #expect([.report, .crash, .end].contains(SignalPolicy.of(signal)))
    }

    @Test func `what cannot be handled, does no harm or is the C library's own is left alone`() {
        let left = SignalPolicy.signals.filter { SignalPolicy.of($0) == .leave }

        #expect(left == [SIGKILL, SIGSTOP, SIGURG, 32, 33])
    }

    @Test func `requests to end, stops, sizes and the ends of children go to the main actor`() {
        let told = SignalPolicy.signals.filter { [.report, .stop].contains(SignalPolicy.of($0)) }

        #expect(told == [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGCHLD, SIGCONT, SIGTSTP, SIGTTIN, SIGTTOU, SIGWINCH])
    }

    @Test func `a fault is handed on to whoever reports it`() {
        let faults = SignalPolicy.signals.filter { SignalPolicy.of($0) == .crash }

        #expect(faults == [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS])
    }
}
