import Glibc
import TestSupport
import Testing

@testable import HostRuntime

/// Every signal that ends the program restores the terminal first.
@Suite(.tags(.lifecycle, .terminal)) struct SignalPolicyTests {
    /// The signals whose default action ends a program, as signal(7) lists them.
    static let endings =
        [
            SIGHUP, SIGINT, SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGUSR1, SIGSEGV, SIGUSR2, SIGPIPE,
            SIGALRM, SIGTERM, SIGSTKFLT, SIGXCPU, SIGVTALRM, SIGPROF, SIGPOLL, SIGPWR, SIGSYS,
        ] + Array(34...64)

    @Test(arguments: endings)
    func `every signal that ends programs restores the terminal`(signal: Int32) {
        #expect([.report, .crash, .end].contains(SignalPolicy.of(signal)))
    }

    @Test func `signals that can't be handled, are harmless, or belong to the C library are left alone`() {
        let left = SignalPolicy.signals.filter { SignalPolicy.of($0) == .leave }

        #expect(left == [SIGKILL, SIGSTOP, SIGURG, SIGXFSZ, 32, 33])
    }

    @Test func `requests to end, stops, sizes and ends of children are reported to the main actor`() {
        let reported = SignalPolicy.signals.filter { [.report, .stop].contains(SignalPolicy.of($0)) }

        #expect(reported == [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGCHLD, SIGCONT, SIGTSTP, SIGTTIN, SIGTTOU, SIGWINCH])
    }

    @Test func `faults are passed to their previous handler`() {
        let faults = SignalPolicy.signals.filter { SignalPolicy.of($0) == .crash }

        #expect(faults == [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS])
    }
}
