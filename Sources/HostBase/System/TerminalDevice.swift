internal import Glibc

/// The system calls on the descriptors of one terminal; async-signal-safe.
package struct TerminalDevice: Sendable {
    /// The descriptor that keys are read from, and whose line settings count.
    package let input: Descriptor

    package let output: Descriptor

    package init(input: Descriptor, output: Descriptor) {
        self.input = input
        self.output = output
    }

    /// The line settings, or nil if the input is no terminal.
    package var settings: LineSettings? {
        var settings = LineSettings()
        return tcgetattr(input.number, &settings.value) == 0 ? settings : nil
    }

    /// Applies line settings; `discardingInput` drops what was typed or reported but not read.
    package func apply(_ settings: LineSettings, discardingInput: Bool) {
        var settings = settings
        let time = discardingInput ? TCSAFLUSH : TCSANOW
        while tcsetattr(input.number, time, &settings.value) != 0, errno == EINTR {}
    }

    /// Drops what was typed or reported but not read.
    package func discardInput() {
        tcflush(input.number, TCIFLUSH)
    }

    /// The size; a side that the terminal gives as 0, as serial lines do, is the fallback's.
    package func size(fallback: Size) -> Size {
        var window = winsize()
        guard ioctl(output.number, UInt(TIOCGWINSZ), &window) == 0 else { return fallback }
        return Size(
            width: window.ws_col == 0 ? fallback.width : Int(window.ws_col),
            height: window.ws_row == 0 ? fallback.height : Int(window.ws_row)
        )
    }

    /// The process group in the foreground; negative if the terminal doesn't control this session.
    package var foregroundGroup: Int32 { tcgetpgrp(input.number) }

    /// Whether the program may use the terminal; true if no terminal controls the process.
    package var isForeground: Bool {
        let group = foregroundGroup
        return group < 0 || group == getpgrp()
    }

    /// Writes all bytes, with one call where the terminal takes them at once; returns false if the terminal is gone.
    ///
    /// This can't raise SIGPIPE, which is for pipes and sockets: `Terminal`
    /// refuses those.
    ///
    /// With a timeout and an output that doesn't block, it also returns false if the terminal takes nothing more for
    /// so many milliseconds.
    package func write(_ bytes: UnsafeRawBufferPointer, timeout: Int32? = nil) -> Bool {
        output.write(bytes, timeout: timeout) == nil
    }

    /// Reads what has arrived, without waiting.
    package func read(into buffer: UnsafeMutableRawBufferPointer) -> Descriptor.Read {
        // Readiness first: the descriptor blocks, because making it non-blocking would do so for the shell too.
        // In the background a read fails as if the terminal were gone.
        input.isReady(for: .reading, within: 0) && isForeground ? input.read(into: buffer) : .nothing
    }
}
