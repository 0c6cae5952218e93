import TestSupport
import Testing

@testable import HostRuntime

/// The terminal comes back once, whoever restores it.
@Suite(.tags(.terminal)) struct RescueRecordTests {
    @Test func `one caller alone restores the terminal, and until it's done the terminal counts as taken`() {
        let record = RescueRecord()
        #expect(!record.claim())
        record.rearm()

        #expect(record.claim())
        #expect(!record.claim())
        #expect(!record.isArmed)
        #expect(record.isUnrestored)
        #expect(record.disarm())
        #expect(!record.isUnrestored)
        #expect(!record.disarm())
    }

    @Test func `restoring doesn't wait for an unread terminal, and still resets its keyboard`() throws {
        let terminal = try #require(PseudoTerminal())
        defer { withExtendedLifetime(terminal) {} }
        let output = try terminal.device.output.openedWithoutBlocking()
        defer { output.close() }
        let saved = try #require(terminal.device.settings)
        let before = terminal.settings
        terminal.device.apply(saved.raw, discardingInput: false)
        let page = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 16)
        // The kernel makes room for a while, as it moves the bytes from one buffer to the next.
        while page.withUnsafeBytes({ output.write($0, timeout: 200) }) == nil {}
        let record = RescueRecord()
        record.arm(leave: RescueRecord.Leave(rest: Array("leave".utf8)), saved: saved, raw: saved.raw)

        let device = TerminalDevice(input: terminal.device.input, output: output)
        let isRestored = record.restore(device)

        #expect(!isRestored)
        #expect(terminal.settings == before)
    }

    @Test func `a terminal whose line settings can't be reached isn't restored`() throws {
        let terminal = try #require(PseudoTerminal())
        defer { withExtendedLifetime(terminal) {} }
        let record = RescueRecord()
        record.arm(leave: RescueRecord.Leave(rest: Array("leave".utf8)), saved: LineSettings(), raw: LineSettings())

        #expect(!record.restore(TerminalDevice(input: .none, output: terminal.device.output)))
    }
}
