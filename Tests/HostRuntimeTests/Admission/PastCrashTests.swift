import Foundation
import TestSupport
import Testing

@testable import HostBase
@testable import HostRuntime

@MainActor @Suite struct PastCrashTests {
    private let temporary = TemporaryFolder()
    private let boot: [UInt8] = Array(1...16)
    private let second: UInt64 = 1_000_000_000

    private func crash(_ change: (JournalMemory) -> Void) -> PastCrash? {
        let journal = JournalMemory.scratch()
        journal.bootID = boot
        journal.isLaunched = true
        change(journal)
        return PastCrash(PastRun(journal, bootID: boot), journal)
    }

    private func text(_ crash: PastCrash?) -> [String]? { crash?.lines(in: .gmt, program: "teapot") }

    @Test func `a crash says when it was, of which plugin, where, and how`() {
        let crash = crash {
            $0.begin("confetti", .observer, source: "Confetti.swift", line: 9, at: second)
            $0.record(.crash, signal: 11, on: $0.stack(0), at: 2 * second, date: 86_400)
        }

        #expect(
            text(crash) == [
                "1970-01-02 00:00:00 UTC: 'confetti' ended the program in an observer, Confetti.swift:9 (SIGSEGV)"
            ]
        )
    }

    @Test func `a crash in no plugin's code, and a kill during a hang, say so`() {
        let own = crash { $0.record(.crash, signal: 6, on: nil, at: second, date: 60) }
        let kill = crash {
            $0.begin("confetti", .timer, at: second)
            $0.hungAt = .max
        }

        #expect(text(own) == ["1970-01-01 00:01:00 UTC: the program crashed (SIGABRT), in no plugin's code"])
        #expect(text(kill) == ["at an unknown time: the program was killed while 'confetti' hung in a timer"])
    }

    @Test func `a kill in nobody's code is listed too, with its signal if that is known and its recording`() {
        let unknown = crash { _ in }
        let killed = crash {
            $0.status = 11
            $0.recording = $0.append("/tmp/last.rec")
        }

        #expect(text(unknown) == ["at an unknown time: the program was killed"])
        #expect(
            text(killed) == [
                "at an unknown time: the program was killed (SIGSEGV)",
                "  'teapot --play /tmp/last.rec' plays what was done before",
            ]
        )
        #expect(crash { $0.status = 0 } == nil)
    }

    @Test func `the recording that a crash has left is named, with the way to play it`() {
        let crash = crash {
            $0.recording = $0.append("/tmp/last.rec")
            $0.record(.crash, signal: 11, on: nil, at: second, date: 60)
        }

        #expect(text(crash)?.last == "  'teapot --play /tmp/last.rec' plays what was done before")
    }

    @Test func `a run that ended in order is no crash`() {
        #expect(crash { $0.record(.inOrder, on: nil, at: second, date: 60) } == nil)
    }

    @Test func `a kept crash reads back the same, and what is none is left out`() {
        let crash = crash { $0.record(.crash, signal: 11, on: nil, at: second, date: 60) }

        #expect(crash.flatMap { PastCrash(stored: $0.stored) } == crash)
        #expect(PastCrash(stored: "x") == nil)
        #expect(PastCrash(stored: ["date": .double(.infinity), "plugin": "a\u{1B}[31m"])?.date == nil)
        let hostile = PastCrash(stored: ["plugin": "a\u{1B}[31m"])?.lines(in: .gmt, program: "p").joined()
        #expect(hostile?.contains("\u{1B}") == false)
    }

    @Test func `the last twenty crashes are kept, the newest first, whatever the plugins' health forgets`() throws {
        let state = temporary.file("state")
        let journals = "\(state)/journal"
        for number in 1...30 {
            try FileManager.default.createDirectory(atPath: journals, withIntermediateDirectories: true)
            let journal = JournalMemory.scratch()
            journal.process = Int32(1_000_000 + number)
            journal.bootID = ProcessJournal.bootID
            journal.isLaunched = true
            journal.record(.crash, signal: 11, on: nil, at: 5, date: UInt64(number))
            try Data(bytes: journal.base, count: JournalMemory.size)
                .write(to: URL(fileURLWithPath: "\(journals)/\(journal.process)"))
            let history = PluginHistory(directory: state)
            history.countPastRuns()
            history.updateHealth { $0.reset() }
            history.finishWriting()
        }

        let crashes = PluginHistory(directory: state).crashes

        #expect(crashes.map(\.date) == (11...30).reversed().map { Double($0) })
    }

    @Test func `without a crash the list says so`() {
        #expect(PluginHistory(directory: nil).crashList(in: .gmt, program: "p") == "No crash is remembered.")
    }
}
