import Glibc
import TestSupport

@testable import HostRuntime

/// A terminal of the kernel, whose other side is the test.
struct PseudoTerminal {
    let master: Int32
    let slave: Int32

    init?(columns: UInt16 = 80, rows: UInt16 = 24) {
        var master: Int32 = -1
        var slave: Int32 = -1
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        guard openpty(&master, &slave, nil, nil, &size) == 0 else { return nil }
        _ = fcntl(master, F_SETFL, O_NONBLOCK)
        self.master = master
        self.slave = slave
    }

    /// The program's side of the terminal.
    var device: TerminalDevice { TerminalDevice(input: Descriptor(slave), output: Descriptor(slave)) }

    /// Returns what the program wrote since the last call.
    func written() -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(master, &buffer, buffer.count)
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes += buffer[..<count]
        }
    }

    /// Sends input to the program, which in raw mode can read it at once.
    func send(_ text: String) {
        let bytes = Array(text.utf8)
        _ = Glibc.write(master, bytes, bytes.count)
    }

    /// Returns the input that is left for the next program, such as a shell.
    func unread() -> String {
        var left = pollfd(fd: slave, events: Int16(POLLIN), revents: 0)
        guard poll(&left, 1, 0) > 0 else { return "" }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = read(slave, &buffer, buffer.count)
        return String(decoding: buffer[..<max(0, count)], as: UTF8.self)
    }

    /// The line settings, as numbers that can be compared.
    var settings: [UInt32] {
        var settings = termios()
        tcgetattr(slave, &settings)
        let characters = withUnsafeBytes(of: settings.c_cc) { $0.map(UInt32.init) }
        return [settings.c_iflag, settings.c_oflag, settings.c_cflag, settings.c_lflag] + characters
    }

    func close() {
        Glibc.close(master)
        Glibc.close(slave)
    }
}

extension InputParser {
    /// Returns the events of bytes that arrive together.
    static func events(_ text: String) -> [InputEvent] {
        var parser = InputParser()
        return parser.parse(Array(text.utf8))
    }

    /// Returns the names of the keys that were typed, and the other events as they are.
    static func keys(_ text: String) -> [String] {
        events(text).map { if case .key(let key) = $0 { "\(key)" } else { "\($0)" } }
    }

    /// Returns the events of bytes before and after a pause that gives up what is pending.
    static func events(_ start: String, pause rest: String) -> [InputEvent] {
        var parser = InputParser()
        var events = parser.parse(Array(start.utf8))
        while parser.silence != nil { events += parser.flush() }
        events += parser.parse(Array(rest.utf8))
        while parser.silence != nil { events += parser.flush() }
        return events
    }

    /// Bytes with a meaning for the parser are frequent, so that its deeper states are reached.
    static func noise(_ generator: inout SeededGenerator, count: Int) -> [UInt8] {
        let pieces = [
            "\u{1B}", "\u{1B}[", "\u{1B}[<", "\u{1B}O", "\u{1B}]11;rgb:", "\u{1B}P", "\u{1B}\\", "\u{1B}[200~",
            "\u{1B}[201~",
            "\u{1B}[201", "0;5;5M", ";", "1", "~", "u", "M", "m", "\u{7}", "é", "🎈", "a", "\r", "\u{1B}[M", "\u{1B}[[",
            "$y", "?",
        ].map { Array($0.utf8) }
        var bytes: [UInt8] = []
        while bytes.count < count {
            if Int.random(in: 0..<4, using: &generator) == 0 {
                bytes.append(UInt8.random(in: 0...255, using: &generator))
            } else {
                bytes += pieces.randomElement(using: &generator) ?? []
            }
        }
        return bytes
    }
}
