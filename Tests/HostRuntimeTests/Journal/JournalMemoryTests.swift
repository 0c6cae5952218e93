import Testing

@testable import HostRuntime

@Suite struct JournalMemoryTests {
    private let journal = JournalMemory.scratch()

    @Test func `a text is read back as it was written, with hidden characters spelled out`() {
        let text = journal.append("a\u{1B}b")

        #expect(journal.string(text) == "a\u{1B}b".escapingControls)
        #expect(journal.string(.none).isEmpty)
        #expect(journal.string(.host) == "host")
    }

    @Test func `a plugin's text has the file that its code is in, and texts around it have none`() {
        let file = PluginBuild(path: "/plugins/libConfetti.so", version: "42-1000")
        // Of each length there is one that ends where the next one's place begins.
        let texts = (1...20).map { length in
            (journal.append(String(repeating: "a", count: length)), journal.append("confetti", file: file))
        }

        for (plain, plugin) in texts {
            #expect(journal.file(of: plain) == nil)
            #expect(journal.file(of: plugin) == file)
            #expect(journal.string(plugin) == "confetti")
        }
        #expect(journal.file(of: .none) == nil)
        #expect(journal.file(of: JournalText(handle: .max)) == nil)
    }

    @Test func `a plugin's calls are of the file that was set last`() {
        let owner = Owner.plugin("moving")
        let file = PluginBuild(path: "/plugins/libMoving.so", version: "1-1")
        JournalNames.setFile(file, of: owner)
        let first = JournalNames.text(of: owner)
        JournalNames.setFile(nil, of: owner)

        #expect(RunningCode.journal.file(of: first) == file)
        #expect(RunningCode.journal.file(of: JournalNames.text(of: owner)) == nil)
        #expect(JournalNames.owner(first) == owner)
    }

    @Test func `a text that has no room becomes none`() {
        var last = JournalText.host
        var count = 0
        while last != .none, count < 100_000 {
            last = journal.append("a plugin with a name of some length \(count)")
            count += 1
        }

        #expect(last == .none)
        #expect(count > 1000)
    }

    @Test func `ten thousand plugins have room, with their origins and ids`() {
        let texts = (0..<10_000).flatMap { number in
            [
                journal.append("plugin-with-number-\(number)"),
                journal.append("PluginNumber\(number).swift:8"),
            ]
        }

        #expect(!texts.contains(.none))
        #expect(texts.last.map(journal.string) == "PluginNumber9999.swift:8")
    }

    @Test func `a handle of a damaged file leads nowhere`() {
        #expect(journal.string(JournalText(handle: .max)).isEmpty)
    }

    @Test func `the first record of an end counts`() {
        journal.record(.crash, signal: 11, on: journal.stack(3), at: 7)
        journal.record(.exit, on: journal.stack(0), at: 8)

        #expect(journal.end == .crash)
        #expect(journal.signal == 11)
        #expect(journal.endedAt == 7)
        #expect(journal.endingStack?.base == journal.stack(3).base)
    }

    @Test func `only one caller may report the end`() {
        #expect(journal.claimCrashMessage())
        #expect(!journal.claimCrashMessage())
    }

    @Test func `a journal continues in other memory with its calls and texts`() {
        journal.process = 42
        journal.setProgram("shop")
        journal.begin("confetti", .timer, at: 5)
        let base = UnsafeMutableRawPointer.allocate(byteCount: JournalMemory.size, alignment: 64)
        base.initializeMemory(as: UInt8.self, repeating: 0, count: JournalMemory.size)
        defer { base.deallocate() }

        let copy = JournalMemory(zeros: base, continuing: journal)

        #expect(copy.process == 42)
        #expect(copy.stack(0).innermost?.begin == 5)
        #expect(copy.stack(0).innermost.map { copy.string($0.entry.owner) } == "confetti")
        #expect(JournalMemory(existing: base) != nil)
    }

    @Test func `memory that is no journal is refused`() {
        let base = UnsafeMutableRawPointer.allocate(byteCount: 8, alignment: 8)
        base.initializeMemory(as: UInt8.self, repeating: 0x20, count: 8)
        defer { base.deallocate() }

        #expect(JournalMemory(existing: base) == nil)
    }

    @Test func `an entry keeps its owner, phase, file and line`() {
        let entry = CallEntry(
            owner: JournalText(handle: 0xABCD),
            phase: .observer,
            source: JournalText(handle: 0x1234),
            line: 70_000
        )

        #expect(entry.owner == JournalText(handle: 0xABCD))
        #expect(entry.phase == .observer)
        #expect(entry.source == JournalText(handle: 0x1234))
        #expect(entry.line == 70_000)
        #expect(entry.during(.draw) == CallEntry(owner: entry.owner, phase: .draw))
    }

    @Test func `the tasks that a command starts are part of it, those of an observer are tasks`() {
        let command = CallEntry(of: .plugin("confetti"), .command, source: "confetti.throw")
        let observer = CallEntry(of: .plugin("confetti"), .observer, source: "Confetti/Confetti.swift", line: 9)

        #expect(command.ofStartedTask == command)
        #expect(command.place == "in a command, confetti.throw")
        #expect(observer.ofStartedTask.place == "in a task")
    }

    @Test(arguments: [Int.min, -1, 1 << 24, .max]) func `a line out of range is clamped`(line: Int) {
        let entry = CallEntry(owner: .host, phase: .timer, line: line)

        #expect(entry.line == (line < 0 ? 0 : (1 << 24) - 1))
        #expect(entry.owner == .host)
    }
}
