internal import Glibc
package import HostBase
internal import Synchronization

/// A terminal of the kernel, whose other side is the test; it's closed when it's released.
package final class PseudoTerminal: Sendable {
    package let master: Int32
    package let slave: Int32
    private let isHungUp = Atomic(false)

    package init?(columns: UInt16 = 80, rows: UInt16 = 24) {
        var master: Int32 = -1
        var slave: Int32 = -1
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        guard openpty(&master, &slave, nil, nil, &size) == 0 else { return nil }
        _ = fcntl(master, F_SETFL, O_NONBLOCK)
        self.master = master
        self.slave = slave
    }

    /// The program's side of the terminal.
    package var device: TerminalDevice { TerminalDevice(input: Descriptor(slave), output: Descriptor(slave)) }

    /// Returns what the program wrote since the last call.
    package func written() -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(master, &buffer, buffer.count)
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes += buffer[..<count]
        }
    }

    /// Sends input to the program, which in raw mode can read it at once.
    package func send(_ text: String) {
        let bytes = Array(text.utf8)
        _ = Glibc.write(master, bytes, bytes.count)
    }

    /// Whether input waits for the program.
    package var hasUnread: Bool {
        var left = pollfd(fd: slave, events: Int16(POLLIN), revents: 0)
        return poll(&left, 1, 0) > 0
    }

    /// Returns the input that is left for the next program, such as a shell.
    package func unread() -> String {
        guard hasUnread else { return "" }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = read(slave, &buffer, buffer.count)
        return String(decoding: buffer[..<max(0, count)], as: UTF8.self)
    }

    /// The line settings, as numbers that can be compared.
    package var settings: [UInt32] {
        var settings = termios()
        tcgetattr(slave, &settings)
        let characters = withUnsafeBytes(of: settings.c_cc) { $0.map(UInt32.init) }
        return [settings.c_iflag, settings.c_oflag, settings.c_cflag, settings.c_lflag] + characters
    }

    /// Closes the test's side, as a terminal does that vanishes.
    package func hangUp() {
        if !isHungUp.exchange(true, ordering: .sequentiallyConsistent) { close(master) }
    }

    deinit {
        hangUp()
        close(slave)
    }
}
