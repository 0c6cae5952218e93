import Glibc
import TestSupport
import Testing

@testable import HostRuntime

@MainActor @Suite(.tags(.terminal)) struct TerminalTests {
    private let pty: PseudoTerminal

    init() throws {
        pty = try #require(PseudoTerminal())
    }

    /// Creates a terminal that leaves the test process's signals and standard output alone.
    private func terminal(
        modes: TerminalModes = TerminalModes(),
        queries: [UInt8] = []
    ) throws -> Terminal {
        var options = Terminal.Options()
        options.modes = modes
        options.queries = queries
        options.handlesSignals = false
        options.capturesOutput = false
        return try Terminal(input: Descriptor(pty.slave), output: Descriptor(pty.slave), options: options)
    }

    private func write(_ text: String, to terminal: Terminal) {
        Array(text.utf8).withUnsafeBytes { terminal.write($0) }
    }

    // MARK: - Taking and restoring the screen

    @Test func `a descriptor that is no terminal is refused`() throws {
        var ends: [Int32] = [0, 0]
        pipe(&ends)
        defer { for end in ends { close(end) } }

        #expect(throws: TerminalError.notATerminal(descriptor: ends[1])) {
            try Terminal(input: Descriptor(pty.slave), output: Descriptor(ends[1]))
        }
        #expect(TerminalError.notATerminal(descriptor: 7).description == "File descriptor 7 is not a terminal.")
    }

    @Test func `closing restores the modes and the line settings from before opening`() throws {
        let before = pty.settings
        let terminal = try terminal()

        try terminal.open()
        let opened = pty.written()
        let raw = pty.settings
        terminal.close()

        #expect(opened == String(decoding: TerminalModes().enter, as: UTF8.self))
        #expect(raw != before)
        #expect(pty.written() == String(decoding: TerminalModes().leave, as: UTF8.self))
        #expect(pty.settings == before)
    }

    @Test func `after a hang the keyboard is taken again, and pushed no second time`() throws {
        let terminal = try terminal()
        try terminal.open()
        _ = pty.written()

        terminal.recoverFromHang()

        #expect(pty.written() == String(decoding: TerminalModes().retake, as: UTF8.self))
        terminal.close()
    }

    @Test func `the title is sent when it changes, and again when the screen is taken again`() throws {
        let terminal = try terminal()
        terminal.title = "Home - shop"
        #expect(pty.written() == "")

        try terminal.open()
        #expect(pty.written() == String(decoding: TerminalModes().enter, as: UTF8.self) + "\u{1B}]2;Home - shop\u{7}")
        terminal.title = "Home - shop"
        terminal.title = "Orders - shop"
        #expect(pty.written() == "\u{1B}]2;Orders - shop\u{7}")
        terminal.close()
        _ = pty.written()

        try terminal.open()
        #expect(pty.written().hasSuffix("\u{1B}]2;Orders - shop\u{7}"))
        terminal.close()
    }

    @Test func `a second open or close does nothing`() throws {
        let terminal = try terminal()

        try terminal.open()
        try terminal.open()
        terminal.close()
        terminal.close()

        let modes = TerminalModes()
        #expect(pty.written() == String(decoding: modes.enter + modes.leave, as: UTF8.self))
    }

    @Test func `a released terminal restores the screen`() throws {
        let before = pty.settings
        var terminal: Terminal? = try terminal()
        try terminal?.open()
        _ = pty.written()

        terminal = nil

        #expect(pty.written() == String(decoding: TerminalModes().leave, as: UTF8.self))
        #expect(pty.settings == before)
    }

    @Test func `a terminal can be opened again`() throws {
        let terminal = try terminal()
        try terminal.open()
        terminal.close()
        _ = pty.written()

        try terminal.open()
        write("frame", to: terminal)

        #expect(pty.written().hasSuffix("frame"))
        terminal.close()
    }

    @Test func `line settings that other code changed are restored with the next frame`() async throws {
        let terminal = try terminal()
        let (sizes, continuation) = AsyncStream.makeStream(of: Size.self)
        terminal.onResize = { continuation.yield($0) }
        let before = try #require(pty.device.settings)
        try terminal.open()
        let raw = pty.settings

        pty.device.apply(before, discardingInput: false)
        write("frame", to: terminal)
        var drawn = sizes.makeAsyncIterator()
        let size = await drawn.next()

        #expect(pty.settings == raw)
        #expect(size == Size(width: 80, height: 24))
        terminal.close()
    }

    @Test func `unchanged line settings cause no redraw`() throws {
        let terminal = try terminal()
        var count = 0
        terminal.onResize = { _ in count += 1 }
        try terminal.open()

        write("frame", to: terminal)
        pty.send("a")
        terminal.readAvailable()
        terminal.close()

        #expect(count == 0)
    }

    // MARK: - Output

    @Test func `a frame is written as it is`() throws {
        let terminal = try terminal()
        try terminal.open()
        _ = pty.written()

        write("a\nb", to: terminal)
        write("", to: terminal)

        #expect(pty.written() == "a\nb")
        terminal.close()
    }

    @Test func `nothing is written while the screen is not taken`() throws {
        let terminal = try terminal()

        write("early", to: terminal)
        try terminal.open()
        terminal.close()
        write("late", to: terminal)

        let modes = TerminalModes()
        #expect(pty.written() == String(decoding: modes.enter + modes.leave, as: UTF8.self))
    }

    @Test func `a terminal that vanished is reported as a hang-up once`() async throws {
        let terminal = try terminal()
        let (signals, continuation) = AsyncStream.makeStream(of: TerminalSignal.self)
        terminal.onSignal = { continuation.yield($0) }
        try terminal.open()
        pty.hangUp()

        write("frame", to: terminal)
        write("frame", to: terminal)
        terminal.readAvailable()
        var reported = signals.makeAsyncIterator()
        let first = await reported.next()
        continuation.finish()
        let second = await reported.next()

        #expect(terminal.isHungUp)
        #expect(first == .ending(.hangup))
        #expect(second == nil)
        terminal.close()
    }

    // MARK: - Size

    @Test func `the size is the terminal's`() throws {
        let terminal = try terminal()
        #expect(terminal.size == Size(width: 80, height: 24))

        var window = winsize(ws_row: 50, ws_col: 132, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(pty.master, UInt(TIOCSWINSZ), &window)

        #expect(terminal.size == Size(width: 132, height: 50))
    }

    @Test func `a terminal without a size has the fallback`() throws {
        var window = winsize()
        _ = ioctl(pty.master, UInt(TIOCSWINSZ), &window)
        var options = Terminal.Options()
        options.fallbackSize = Size(width: 100, height: 30)

        let terminal = try Terminal(input: Descriptor(pty.slave), output: Descriptor(pty.slave), options: options)

        #expect(terminal.size == options.fallbackSize)
    }

    // MARK: - Input

    @Test func `keys arrive at once and unchanged, including control-C`() throws {
        let terminal = try terminal()
        var events: [InputEvent] = []
        terminal.reader.onInput = { events.append($0) }
        try terminal.open()

        pty.send("a\u{3}\u{1B}[A")
        terminal.readAvailable()

        #expect(
            events == [.key(KeyEvent(.character("a"))), .key(KeyEvent(.character("c"), .control)), .key(KeyEvent(.up))]
        )
        terminal.close()
    }

    @Test func `input arrives without polling, and a lone escape after a pause`() async throws {
        let terminal = try terminal()
        let (events, continuation) = AsyncStream.makeStream(of: InputEvent.self)
        terminal.reader.onInput = { continuation.yield($0) }
        try terminal.open()

        pty.send("\u{1B}")
        var arrived = events.makeAsyncIterator()
        let first = await arrived.next()

        #expect(first == .key(KeyEvent(.escape)))
        terminal.close()
    }

    @Test func `a handler that closes the terminal gets no further events`() throws {
        let terminal = try terminal()
        var count = 0
        terminal.reader.onInput = { [weak terminal] _ in
            count += 1
            terminal?.close()
        }
        try terminal.open()

        pty.send("abc")
        terminal.readAvailable()

        #expect(count == 1)
    }

    @Test func `keys typed after the one that ends the program are left for the shell`() throws {
        let terminal = try terminal()
        try terminal.open()
        var events: [InputEvent] = []
        var isEnded = false
        terminal.reader.onInput = {
            events.append($0)
            isEnded = $0 == .key(KeyEvent(.character("q")))
        }
        terminal.reader.acceptsInput = { !isEnded }

        pty.send("aqls -l\r")
        terminal.readAvailable()
        terminal.close()

        #expect(events == [.key(KeyEvent(.character("a"))), .key(KeyEvent(.character("q")))])
        #expect(pty.unread() == "ls -l\r")
    }

    @Test func `a key is not torn apart, however late its rest is read`() throws {
        let terminal = try terminal()
        try terminal.open()
        var events: [InputEvent] = []
        terminal.reader.onInput = { events.append($0) }

        pty.send("\u{1B}")
        terminal.readAvailable()
        pty.send("OR")
        terminal.reader.silenceDidEnd()
        pty.send("\u{1B}")
        terminal.readAvailable()
        terminal.reader.silenceDidEnd()
        terminal.close()

        #expect(events == [.key(KeyEvent(.function(3))), .key(KeyEvent(.escape))])
    }

    @Test func `what the mouse still sends at the end is discarded`() throws {
        let terminal = try terminal()
        try terminal.open()

        pty.send("\u{1B}[<64;5;5Mq")
        terminal.readAvailable()
        pty.send("\u{1B}[<64;5;5M")
        terminal.close()

        #expect(pty.unread() == "")
    }

    @Test func `a paste whose end never comes ends by itself, and the keyboard works again`() async throws {
        let terminal = try terminal()
        let (events, continuation) = AsyncStream.makeStream(of: InputEvent.self)
        terminal.reader.onInput = { continuation.yield($0) }
        try terminal.open()

        pty.send("\u{1B}[200~abc")
        var arrived = events.makeAsyncIterator()
        let first = await arrived.next()
        pty.send("k")
        let second = await arrived.next()

        #expect(first == .paste("abc"))
        #expect(second == .key(KeyEvent(.character("k"))))
        terminal.close()
    }

    // MARK: - Capabilities

    @Test func `answers change the capabilities and are not input`() throws {
        let terminal = try terminal(queries: TerminalCapabilities.queries(modes: true))
        var events: [InputEvent] = []
        var reported: [TerminalCapabilities] = []
        terminal.reader.onInput = { events.append($0) }
        terminal.reader.onCapabilities = { reported.append($0) }
        try terminal.open()
        #expect(pty.written().hasSuffix("\u{1B}[c"))
        #expect(!terminal.reader.capabilities.synchronizedOutput)

        pty.send("\u{1B}[?2026;2$y\u{1B}[?62ck")
        terminal.readAvailable()

        #expect(terminal.reader.capabilities.synchronizedOutput)
        #expect(reported == [terminal.reader.capabilities])
        #expect(events == [.key(KeyEvent(.character("k")))])
        terminal.close()
    }

    @Test func `outstanding answers are not left for the shell`() throws {
        let terminal = try terminal(queries: TerminalCapabilities.queries(modes: true))
        try terminal.open()

        pty.send("\u{1B}[?62cls")
        terminal.close()

        #expect(pty.unread() == "ls")
        #expect(terminal.reader.capabilities.isComplete)
    }
}
