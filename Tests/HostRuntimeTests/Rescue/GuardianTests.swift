import Glibc
import TestSupport
import Testing

@testable import HostBase
@testable import HostRuntime

/// The terminal comes back even after SIGKILL and `_exit`.
@Suite(.tags(.terminal)) struct GuardianTests {
    private let pty: PseudoTerminal
    private let saved: LineSettings
    private let raw: LineSettings
    private let leave = TerminalModes().restoration

    init() throws {
        pty = try #require(PseudoTerminal())
        saved = try #require(pty.device.settings)
        raw = saved.raw
    }

    /// Runs a program's body on a new thread, whose end counts as the program's death, and waits for the guardian.
    private func die(after life: @escaping @Sendable (RescueRecord, Guardian) -> Void) throws {
        let record = RescueRecord()
        let terminal = Descriptor(pty.slave)
        final class Life: @unchecked Sendable {
            // Written by the thread, and read after it has ended.
            var process: pid_t?
            let body: () -> pid_t?
            init(body: @escaping () -> pid_t?) { self.body = body }
        }
        let whole = Life {
            guard let guardian = Guardian(record, terminal: terminal) else { return nil }
            life(record, guardian)
            return guardian.process
        }
        var thread = pthread_t()
        pthread_create(
            &thread,
            nil,
            { life in
                let life = life.map { Unmanaged<Life>.fromOpaque($0).takeUnretainedValue() }
                life?.process = life?.body()
                return nil
            },
            Unmanaged.passUnretained(whole).toOpaque()
        )
        pthread_join(thread, nil)
        let process = try #require(whole.process)
        var status: Int32 = 0
        waitpid(process, &status, 0)
    }

    private func take(_ record: RescueRecord) {
        record.arm(leave: leave, saved: saved, raw: raw)
        pty.device.apply(raw, discardingInput: false)
    }

    @Test func `the guardian restores the terminal of a program that died`() throws {
        let before = pty.settings

        try die { record, _ in take(record) }

        #expect(pty.written() == String(decoding: TerminalModes().leave, as: UTF8.self))
        #expect(pty.settings == before)
    }

    @Test func `the guardian does nothing for a program that restored the terminal itself`() throws {
        try die { record, _ in
            take(record)
            _ = record.disarm()
        }

        #expect(pty.written() == "")
    }

    @Test func `the guardian restores the terminal of a program that died while it restored it`() throws {
        let before = pty.settings

        try die { record, _ in
            take(record)
            _ = record.claim()
        }

        #expect(pty.written() == String(decoding: TerminalModes().leave, as: UTF8.self))
        #expect(pty.settings == before)
    }

    @Test func `the guardian knows the line settings of a program that said that it hangs`() throws {
        let before = pty.settings

        try die { [raw] record, _ in
            take(record)
            pty.device.apply(raw.interruptible, discardingInput: false)
        }

        #expect(pty.settings == before)
    }

    @Test func `the guardian keeps line settings that other code has set`() throws {
        var others = raw
        others.value.c_lflag |= tcflag_t(ISIG)

        try die { [others] record, _ in
            take(record)
            pty.device.apply(others, discardingInput: false)
        }

        #expect(pty.written() == String(decoding: TerminalModes().leave, as: UTF8.self))
        #expect(pty.device.settings?.isSame(as: others) == true)
    }

    @Test func `a guardian that is ended leaves the terminal alone, and no process behind`() throws {
        let record = RescueRecord()
        let guardian = try #require(Guardian(record, terminal: Descriptor(pty.slave)))
        take(record)

        guardian.end()

        #expect(pty.written() == "")
        #expect(kill(guardian.process, 0) == -1 && errno == ESRCH)
    }

    @Test func `ending a guardian that was killed does nothing`() throws {
        let record = RescueRecord()
        let guardian = try #require(Guardian(record, terminal: Descriptor(pty.slave)))

        kill(guardian.process, SIGKILL)
        guardian.end()

        #expect(kill(guardian.process, 0) == -1 && errno == ESRCH)
    }

    @Test func `only one caller gets to restore the terminal`() {
        let record = RescueRecord()
        record.arm(leave: leave, saved: saved, raw: raw)

        #expect([record.disarm(), record.disarm()] == [true, false])
    }

    @Test func `a screen that could not be restored without its descriptor can be restored later`() {
        let record = RescueRecord()
        record.arm(leave: leave, saved: saved, raw: raw)

        #expect(!record.restore(TerminalDevice(input: .none, output: .none)))
        #expect(record.restore(pty.device))
    }
}
