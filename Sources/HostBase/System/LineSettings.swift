internal import Glibc

/// A terminal's line settings: how keys are echoed, edited and turned into signals.
///
/// Plain bytes, so that a signal handler and another process can use them.
package struct LineSettings: Sendable {
    var value = termios()

    package init() {}

    /// The settings in which every key arrives at once and as itself, control-C and control-Z too.
    package var raw: LineSettings {
        var settings = self
        cfmakeraw(&settings.value)
        settings.value.c_cc.6 = 1  // VMIN
        settings.value.c_cc.5 = 0  // VTIME
        return settings
    }

    /// The settings in which what is typed isn't shown, and control-Z doesn't stop the program, which would leave
    /// the shell without an echo.
    package var withoutEcho: LineSettings {
        var settings = self
        settings.value.c_lflag &= ~tcflag_t(ECHO)
        settings.value.c_cc.10 = 0  // VSUSP
        return settings
    }

    /// The settings in which control-C sends SIGINT, and no other key sends a signal.
    package var interruptible: LineSettings {
        var settings = self
        settings.value.c_lflag |= tcflag_t(ISIG)
        settings.value.c_cc.0 = 3  // VINTR
        settings.value.c_cc.1 = 0  // VQUIT
        settings.value.c_cc.10 = 0  // VSUSP
        return settings
    }
}

// Not `==`, whose witness a first call would look up, while a dying program's guardian has no time for it.
extension LineSettings {
    /// Whether these settings equal others.
    package func isSame(as other: LineSettings) -> Bool {
        value.c_iflag == other.value.c_iflag && value.c_oflag == other.value.c_oflag
            && value.c_cflag == other.value.c_cflag && value.c_lflag == other.value.c_lflag
            && withUnsafeBytes(of: value.c_cc) { ours in
                withUnsafeBytes(of: other.value.c_cc) { ours.elementsEqual($0) }
            }
    }
}
