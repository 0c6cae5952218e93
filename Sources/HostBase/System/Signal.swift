internal import Glibc

/// A signal, by its number.
package struct Signal: Hashable, Sendable {
    package let number: Int32

    package static var hangup: Signal { Signal(number: SIGHUP) }
    package static var interrupt: Signal { Signal(number: SIGINT) }
    package static var quit: Signal { Signal(number: SIGQUIT) }
    /// SIGPIPE, which a write to a pipe without a reader causes.
    package static var brokenPipe: Signal { Signal(number: SIGPIPE) }
    package static var terminate: Signal { Signal(number: SIGTERM) }
    /// SIGTSTP, which control-Z sends.
    package static var stop: Signal { Signal(number: SIGTSTP) }
    /// SIGTTIN, which a read from the background causes.
    package static var backgroundRead: Signal { Signal(number: SIGTTIN) }
    /// SIGTTOU, which changing the terminal from the background causes.
    package static var backgroundWrite: Signal { Signal(number: SIGTTOU) }
    package static var continuation: Signal { Signal(number: SIGCONT) }
    package static var resize: Signal { Signal(number: SIGWINCH) }
    package static var childChange: Signal { Signal(number: SIGCHLD) }
}

/// A set of the signals up to number 31.
package struct SignalSet: Hashable, Sendable {
    let bits: UInt32

    package init(bits: UInt32) {
        self.bits = bits
    }

    package func contains(_ signal: Signal) -> Bool {
        bits & SignalSet.bit(signal.number) != 0
    }

    package static func bit(_ number: Int32) -> UInt32 { 1 << UInt32(number) }
}
