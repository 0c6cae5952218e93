import Glibc
import Synchronization
import TestSupport
import Testing

@testable import HostRuntime

/// The journal, which survives any death and says which plugin was being called.
@Suite(.tags(.plugins)) struct ProcessJournalTests {
    private let folder = TemporaryFolder()

    private func consume(_ path: String) -> [PastRun.Crash?] {
        var crashes: [PastRun.Crash?] = []
        PastJournals.consume(in: path) {
            PastRun($0, bootID: ProcessJournal.bootID).crash
        } commit: {
            crashes = $0
            return true
        }
        return crashes
    }

    @Test func `a process that was killed while a plugin hung leaves the plugin's name, which is read once`() async {
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = folder.path as String] in
            ProcessJournal.begin(program: "shop")
            try await MainActor.run { try ProcessJournal.open(directory: path) }
            _ = RunningCode.mainStack.push(CallEntry(of: .plugin("confetti"), .draw), at: 0)
            RunningCode.journal.hungAt = MonotonicClock.coarse()
            kill(getpid(), SIGKILL)
        }

        #expect(consume(folder.path) == [.plugin("confetti", place: "while drawing a window", isKill: true)])
        #expect(consume(folder.path).isEmpty)
    }

    @Test(arguments: [0, 2])
    func `a person who ends a program that opens a library blames it only if that hangs`(seconds: UInt64) async {
        await #expect(processExitsWith: .signal(SIGTERM)) { [path = folder.path as String, seconds] in
            ProcessJournal.begin(program: "shop")
            try await MainActor.run { try ProcessJournal.open(directory: path) }
            SignalActions.set(SIGTERM, SIG_DFL)
            await CrashHandlers.keep()
            let entry = CallEntry(of: .plugin("libA.so"), .library)
            _ = RunningCode.mainStack.push(entry, at: MonotonicClock.coarse() - seconds * 1_000_000_000)
            SignalActions.send(SIGTERM)
        }

        let hang = PastRun.Crash.plugin("libA.so", place: "while it was loaded", isKill: true)
        #expect(consume(folder.path) == [seconds == 0 ? nil : hang])
    }

    @Test func `a process that ends in order leaves no journal`() async {
        await #expect(processExitsWith: .success) { [path = folder.path as String] in
            ProcessJournal.begin(program: "shop")
            try await MainActor.run { try ProcessJournal.open(directory: path) }
            ProcessJournal.end()
        }

        #expect(consume(folder.path).isEmpty)
    }

    @Test func `the journal of a process that runs is left alone`() async {
        await #expect(processExitsWith: .exitCode(7)) { [path = folder.path as String] in
            ProcessJournal.begin(program: "shop")
            try await MainActor.run { try ProcessJournal.open(directory: path) }
            _ = RunningCode.mainStack.push(CallEntry(of: .plugin("confetti"), .draw), at: 0)
            var count = 0
            PastJournals.consume(in: path) { _ in
                count += 1
            } commit: { _ in
                true
            }
            if count == 0 { _exit(7) }
        }
    }

    @Test func `the disk has room for the whole journal from the start`() async {
        await #expect(processExitsWith: .success) { [path = folder.path as String] in
            ProcessJournal.begin(program: "shop")
            try await MainActor.run { try ProcessJournal.open(directory: path) }
            var status = stat()
            guard lstat("\(path)/\(getpid())", &status) == 0 else { _exit(1) }
            // Blocks have 512 bytes here, whatever the disk's have.
            _exit(Int(status.st_blocks) * 512 >= JournalMemory.size ? 0 : 2)
        }
    }

    @Test func `journals stay until what they say is kept`() async {
        await leaveCrash()
        var names: [PastRun.Crash?] = []
        for isKept in [false, true, true] {
            PastJournals.consume(in: folder.path) {
                PastRun($0, bootID: ProcessJournal.bootID).crash
            } commit: {
                names += $0
                return isKept
            }
        }

        #expect(names.count == 2)
    }

    @Test func `journals are read in the order of their starts`() async {
        for _ in 1...3 { await leaveCrash() }
        var starts: [UInt64] = []

        PastJournals.consume(in: folder.path) {
            $0.start
        } commit: {
            starts = $0
            return true
        }

        #expect(starts.count == 3)
        #expect(starts == starts.sorted())
    }

    @Test func `a journal of another version is removed`() throws {
        try folder.write("HRJOURN1" + String(repeating: "\0", count: 100), to: "1")
        try folder.write("HRJOURN", to: "2")

        #expect(consume(folder.path).isEmpty)

        #expect(folder.names == ["2"])
    }

    @Test func `a thread has no stack in the journal until its place is final`() async {
        await #expect(processExitsWith: .success) { [path = folder.path as String] in
            func hasStack() -> Bool {
                let answer = Atomic(0)
                _ = SystemThread.start {
                    ThreadCalls.join()
                    answer.store(ThreadCalls.current == nil ? 1 : 2, ordering: .releasing)
                }
                while answer.load(ordering: .acquiring) == 0 { sched_yield() }
                return answer.load(ordering: .acquiring) == 2
            }
            ProcessJournal.begin(program: "shop")
            if hasStack() { _exit(1) }
            try await MainActor.run { try ProcessJournal.open(directory: path) }
            if hasStack() { _exit(2) }
            ProcessJournal.settle()
            _exit(hasStack() ? 0 : 3)
        }
    }

    private func leaveCrash() async {
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = folder.path as String] in
            ProcessJournal.begin(program: "shop")
            try await MainActor.run { try ProcessJournal.open(directory: path) }
            _ = RunningCode.mainStack.push(CallEntry(of: .plugin("confetti"), .draw), at: 0)
            RunningCode.journal.hungAt = MonotonicClock.coarse()
            kill(getpid(), SIGKILL)
        }
    }

    @Test func `a journal that was cut off as it was made is removed, and no other file`() throws {
        try folder.write(String(repeating: "\0", count: JournalMemory.size), to: "1")
        try folder.write("", to: "\(getpid())")
        try folder.write("", to: "\(getppid())")
        try folder.write("of somebody", to: "2")

        #expect(consume(folder.path).isEmpty)

        #expect(folder.names == ["2", "\(getppid())"].sorted())
    }

    @Test func `the machine's boot has a number`() {
        #expect(ProcessJournal.bootID.count == 16)
    }
}
