internal import Glibc

/// The notice that a person sees while the main thread hangs, and the way out that it names.
///
/// The kernel turns ctrl-c into SIGINT then, and a signal that ends programs
/// restores the terminal and ends this one at once.
struct HangNotice {
    private var hasKeyboard = false

    /// The nanoseconds that an end in order has: a program that hangs in it for longer is ended.
    private static let longestEnd: UInt64 = 10_000_000_000

    /// Shows a line, made for a number of columns, over the bottom of the screen.
    mutating func show(_ line: (_ columns: Int) -> String) {
        SignalInbox.shared.setEndsAtOnce(true)
        if SignalInbox.shared.isEnding(forLongerThan: HangNotice.longestEnd) { kill(getpid(), SIGTERM) }
        // One that came before waits for the main thread, which may wait for the terminal as the notice would.
        if let signal = SignalInbox.shared.ending { kill(getpid(), signal) }
        TerminalRescue.shared.show(line, takingKeyboard: !hasKeyboard)
        hasKeyboard = true
    }

    /// Shows a line over the bottom of the screen while the program still reads its input.
    func showBeside(_ line: (_ columns: Int) -> String) {
        TerminalRescue.shared.show(line, takingKeyboard: false)
    }

    /// Lets signals wait for the main thread again; returns whether it must take the keyboard again.
    mutating func hide() -> Bool {
        SignalInbox.shared.setEndsAtOnce(false)
        defer { hasKeyboard = false }
        return hasKeyboard
    }
}

extension TerminalRescue {
    /// Writes a line over the bottom of the screen, if the terminal is taken.
    ///
    /// Taking the keyboard makes ctrl-c a byte again, where the terminal speaks a
    /// keyboard protocol, and the byte a signal.
    fileprivate func show(_ line: (_ columns: Int) -> String, takingKeyboard: Bool) {
        guard record.isOwn, record.isArmed else { return }
        let device = device
        guard device.isForeground else { return }
        if takingKeyboard { device.apply(record.raw.interruptible, discardingInput: false) }
        let size = device.size(fallback: Size(width: 80, height: 24))
        var bytes = Array("\u{1B}7\u{1B}[\(size.height);1H\u{1B}[0;7m\(line(size.width))\u{1B}[0m\u{1B}8".utf8)
        if takingKeyboard { bytes = Array("\u{1B}[=0u".utf8) + bytes }
        // Without timeout: the main thread may hang because nobody reads the terminal.
        _ = bytes.withUnsafeBytes { device.write($0, timeout: 0) }
    }
}
