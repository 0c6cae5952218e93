internal import Glibc

/// A signal, by its number.
struct Signal: Hashable, Sendable {
    let number: Int32

    static var hangup: Signal { Signal(number: SIGHUP) }
    static var interrupt: Signal { Signal(number: SIGINT) }
    static var quit: Signal { Signal(number: SIGQUIT) }
    static var terminate: Signal { Signal(number: SIGTERM) }
    /// SIGTSTP, which control-Z sends.
    static var stop: Signal { Signal(number: SIGTSTP) }
    /// SIGTTIN, which a read from the background causes.
    static var backgroundRead: Signal { Signal(number: SIGTTIN) }
    /// SIGTTOU, which changing the terminal from the background causes.
    static var backgroundWrite: Signal { Signal(number: SIGTTOU) }
    static var continuation: Signal { Signal(number: SIGCONT) }
    static var resize: Signal { Signal(number: SIGWINCH) }
    static var childChange: Signal { Signal(number: SIGCHLD) }
}

/// A set of the signals up to number 31.
struct SignalSet: Hashable, Sendable {
    let bits: UInt32

    init(bits: UInt32) {
        self.bits = bits
    }

    func contains(_ signal: Signal) -> Bool {
        bits & SignalSet.bit(signal.number) != 0
    }

    static func bit(_ number: Int32) -> UInt32 { 1 << UInt32(number) }
}
