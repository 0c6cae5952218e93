import Glibc

/// The system calls on the descriptors of one terminal.
struct TerminalDevice: Sendable {
    /// Where keys are read, and what the line settings belong to.
    let input: Int32

    /// Where the picture is written.
    let output: Int32

    /// The line settings, or nil where the input is no terminal.
    var settings: termios? {
        var settings = termios()
        return tcgetattr(input, &settings) == 0 ? settings : nil
    }

    /// Applies line settings; `discardingInput` drops what was typed or reported but not read.
    func apply(_ settings: termios, discardingInput: Bool) {
        var settings = settings
        while tcsetattr(input, discardingInput ? TCSAFLUSH : TCSANOW, &settings) != 0, errno == EINTR {}
    }

    /// The settings in which every key arrives at once and as itself, control-C and control-Z too.
    static func raw(_ settings: termios) -> termios {
        var settings = settings
        cfmakeraw(&settings)
        settings.c_cc.6 = 1  // VMIN
        settings.c_cc.5 = 0  // VTIME
        return settings
    }

    /// The size, each side taken from the fallback where the terminal says 0, as serial lines do.
    func size(fallback: Size) -> Size {
        var window = winsize()
        guard ioctl(output, UInt(TIOCGWINSZ), &window) == 0 else { return fallback }
        return Size(
            width: window.ws_col == 0 ? fallback.width : Int(window.ws_col),
            height: window.ws_row == 0 ? fallback.height : Int(window.ws_row)
        )
    }

    /// Whether the program may touch the terminal; true where no terminal controls the process.
    var isForeground: Bool {
        let group = tcgetpgrp(input)
        return group < 0 || group == getpgrp()
    }

    /// Writes all of the bytes, with one call where the terminal takes them at once.
    ///
    /// False when the terminal is gone. There is no SIGPIPE: that signal is for
    /// pipes and sockets, and `Terminal` refuses those.
    func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard var next = bytes.baseAddress else { return true }
        var left = bytes.count
        while left > 0 {
            let written = Glibc.write(output, next, left)
            if written >= 0 {
                next += written
                left -= written
                continue
            }
            switch errno {
            case EINTR: continue
            case EAGAIN: _ = TerminalDevice.wait(for: output, Int16(POLLOUT), milliseconds: 1000)
            default: return false
            }
        }
        return true
    }

    /// Reads what is there, without waiting.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Read {
        while true {
            // Readiness first: the descriptor blocks, because making it non-blocking would do so for the shell too.
            let ready = TerminalDevice.wait(for: input, Int16(POLLIN), milliseconds: 0)
            // In the background a read fails as if the terminal were gone.
            guard ready != 0, isForeground else { return .nothing }
            let count = Glibc.read(input, buffer.baseAddress, buffer.count)
            if count > 0 { return .bytes(count) }
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN { return .nothing }
            return .end
        }
    }

    /// What a read found.
    enum Read: Hashable {
        /// So many bytes.
        case bytes(Int)
        /// Nothing yet.
        case nothing
        /// The terminal is gone.
        case end
    }

    /// Waits until a descriptor is ready; returns what it is ready for, 0 after the time.
    static func wait(for descriptor: Int32, _ events: Int16, milliseconds: Int32) -> Int16 {
        var poll = pollfd(fd: descriptor, events: events, revents: 0)
        return Glibc.poll(&poll, 1, milliseconds) > 0 ? poll.revents : 0
    }
}

extension termios {
    /// Whether these are the same line settings as others.
    func isSame(as other: termios) -> Bool {
        c_iflag == other.c_iflag && c_oflag == other.c_oflag && c_cflag == other.c_cflag && c_lflag == other.c_lflag
            && withUnsafeBytes(of: c_cc) { ours in withUnsafeBytes(of: other.c_cc) { ours.elementsEqual($0) } }
    }
}
