import TestSupport
import Testing

@testable import HostRuntime

@Suite(.tags(.plugins)) struct JournalSentenceTests {
    private let journal = JournalMemory.scratch()

    private func sentence(status: Int32? = nil) -> String? {
        journal.setProgram("shop")
        var sentence = JournalSentence()
        guard sentence.write(about: journal, status: status) else { return nil }
        return String(decoding: sentence.written, as: UTF8.self)
    }

    private let wayOut = "shop: to start without it, add --disable-plugin confetti\n"

    @Test func `a crash names the plugin, the observer's place, the signal and the way out`() {
        journal.begin("confetti", .observer, source: "Confetti/Confetti.swift", line: 31)
        journal.record(.crash, signal: 6, on: journal.stack(0), at: 1)

        #expect(
            sentence()
                == "shop: the plugin 'confetti' crashed the program in an observer, Confetti/Confetti.swift:31 (SIGABRT)\n"
                + wayOut
        )
    }

    @Test func `exit by a plugin's command is called an early end, and names the command`() {
        journal.begin("confetti", .command, source: "confetti.throw")
        journal.record(.exit, on: journal.stack(0), at: 1)

        let end = "called exit in a command, confetti.throw, which ended the program early\n"
        #expect(sentence() == "shop: the plugin 'confetti' " + end + wayOut)
    }

    @Test func `a lost descriptor is the doing of the call that ran last`() {
        journal.begin("confetti", .timer)
        journal.record(.lostDescriptor, on: journal.stack(0), at: 1)

        let end = "closed or replaced a file descriptor of the program in a timer, which ended it\n"
        #expect(sentence() == "shop: the plugin 'confetti' " + end + wayOut)
    }

    @Test func `a program that was killed tells in which call the main thread hung`() {
        journal.begin("confetti", .timer)
        #expect(sentence(status: 9) == nil)

        journal.hungAt = 3_000_000_000

        #expect(
            sentence(status: 9)
                == "shop: the plugin 'confetti' was running in a timer when the program was killed (SIGKILL)\n" + wayOut
        )
    }

    @Test func `an end that is awaited tells what keeps it, however new the call is`() {
        journal.setProgram("shop")
        journal.begin("confetti", .deactivation)
        var sentence = JournalSentence()

        let isWritten = sentence.write(about: journal, status: 15, isAwaited: true)

        #expect(isWritten)
        #expect(
            String(decoding: sentence.written, as: UTF8.self)
                == "shop: the plugin 'confetti' was running in deactivate when the program was killed (SIGTERM)\n"
                + wayOut
        )
    }

    @Test func `_exit is reported only with the status that the guardian reads`() {
        journal.begin("confetti", .task, on: 4)

        #expect(sentence() == nil)
        journal.status = 0
        #expect(sentence(status: 0) == "shop: the plugin 'confetti' ended the program with _exit in a task\n" + wayOut)
    }

    private func logLine(status: Int32? = nil, at time: (Int, Int) = (0, 0)) -> String? {
        journal.process = 12
        var sentence = JournalSentence()
        guard sentence.writeLogLine(about: journal, status: status, isAwaited: false, at: time) else { return nil }
        return String(decoding: sentence.written, as: UTF8.self)
    }

    @Test func `the log gets the same words`() {
        journal.begin("confetti", .observer, source: "Confetti/Confetti.swift", line: 31)
        journal.record(.crash, signal: 6, on: journal.stack(0), at: 1)

        let words = "crashed the program in an observer, Confetti/Confetti.swift:31 (SIGABRT)"
        #expect(logLine() == "1970-01-01T00:00:00.000Z [12] error  confetti  \(words)\n")
    }

    @Test func `the log gets a line about a crash of the program's own, and none about a kill`() {
        #expect(logLine(status: 15) == nil)

        journal.record(.crash, signal: 11, on: nil, at: 1)

        #expect(logLine() == "1970-01-01T00:00:00.000Z [12] error  host  crashed (SIGSEGV)\n")
    }

    @Test(arguments: [
        (1_709_251_199, 7, "2024-02-29T23:59:59.007Z"), (951_868_800, 120, "2000-03-01T00:00:00.120Z"),
        (4_107_542_400, 0, "2100-03-01T00:00:00.000Z"), (1_795_651_200, 999, "2026-11-26T00:00:00.999Z"),
    ])
    func `the line begins with the date in UTC`(seconds: Int, milliseconds: Int, stamp: String) {
        journal.record(.crash, signal: 11, on: nil, at: 1)

        #expect(logLine(at: (seconds, milliseconds))?.prefix(24) == stamp[...])
    }

    @Test func `a crash on another thread is that thread's plugin's`() {
        journal.begin("harmless", .timer)
        journal.begin("confetti", .task, on: 2)
        journal.record(.crash, signal: 11, on: journal.stack(2), at: 1)

        #expect(sentence()?.contains("the plugin 'confetti' crashed the program in a task (SIGSEGV)") == true)
    }

    @Test func `a crash on a thread that the runtime didn't start is blamed on no plugin`() {
        journal.begin("confetti", .timer)
        journal.record(.crash, signal: 11, on: nil, at: 1)

        #expect(sentence() == nil)
    }

    @Test func `work on other threads isn't blamed for a kill`() {
        journal.begin("confetti", .task, on: 2)
        journal.status = 9

        #expect(sentence(status: 9) == nil)
    }

    @Test func `two plugins on other threads leave _exit without a culprit`() {
        journal.begin("confetti", .task, on: 2)
        journal.begin("balloons", .task, on: 3)
        journal.status = 0

        #expect(sentence(status: 0) == nil)
    }

    @Test func `an end in order has nothing to tell`() {
        journal.begin("confetti", .timer)
        journal.record(.inOrder, on: nil, at: 1)

        #expect(sentence() == nil)
    }

    @Test func `a sentence with long names is cut, and never runs over`() {
        let name = String(repeating: "x", count: 10_000)
        journal.begin(name, .observer, source: name, line: 1)
        journal.record(.crash, signal: 6, on: journal.stack(0), at: 1)
        journal.setProgram(name)

        #expect((sentence()?.utf8.count ?? 0) <= JournalSentence.limit)
    }

    @Test func `each phase has a place of its own in a sentence`() {
        #expect(Set(CallPhase.allCases.map { "\($0.place)" }).count == CallPhase.allCases.count)
    }
}
