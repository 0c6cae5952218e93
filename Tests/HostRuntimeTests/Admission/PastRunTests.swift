import TestSupport
import Testing

@testable import HostRuntime

@Suite(.tags(.plugins)) struct PastRunTests {
    private let journal = JournalMemory.scratch()
    private let boot: [UInt8] = Array(1...16)
    private let second: UInt64 = 1_000_000_000

    init() {
        journal.bootID = boot
        journal.start = 100 * second
    }

    /// Begins to load a library.
    private func beginLibrary() {
        let file = PluginBuild(path: "/plugins/libConfetti.so", version: "7-1")
        let owner = journal.append("libConfetti.so", file: file)
        _ = journal.stack(0).push(CallEntry(owner: owner, phase: .library), at: 103 * second)
    }

    private var run: PastRun { PastRun(journal, bootID: boot) }

    @Test func `a plugin whose call hung when the program was killed has crashed it`() {
        journal.isLaunched = true
        journal.begin("confetti", .observer, source: "Confetti/Confetti.swift", line: 9, at: 103 * second)
        journal.begin("confetti", .draw, at: 104 * second)
        journal.hungAt = 105 * second

        #expect(
            run
                == PastRun(
                    crash: .plugin("confetti", place: "in an observer, Confetti/Confetti.swift:9", isKill: true),
                    healthyTime: .seconds(3)
                )
        )
    }

    @Test(arguments: [nil, 9])
    func `a kill is not blamed on a call that has lasted for less than two seconds`(status: Int32?) {
        journal.isLaunched = true
        journal.status = status
        // An earlier hang is over.
        journal.hungAt = 103 * second
        journal.begin("confetti", .observer, at: 102 * second)

        #expect(run.crash == nil)
    }

    @Test func `_exit is blamed on the call that runs, however new it is`() {
        journal.isLaunched = true
        journal.begin("confetti", .observer, at: 103 * second)
        journal.status = 0

        #expect(run.crash == .plugin("confetti", place: "in an observer"))
    }

    @Test func `a kill while a plugin is loaded isn't its fault`() {
        beginLibrary()

        #expect(run.crash == .unblamed)
    }

    @Test func `a library that crashes the program while it is loaded goes by its path`() {
        beginLibrary()
        journal.record(.crash, signal: 11, on: journal.stack(0), at: 104 * second)

        #expect(run.crash == .plugin("/plugins/libConfetti.so", place: "while it was loaded"))
    }

    @Test func `a crash of a linked plugin is of the program's build`() {
        journal.begin("confetti", .timer)
        journal.record(.crash, signal: 11, on: journal.stack(0), at: 104 * second)
        #expect(run.build == nil)

        journal.setProgramFile(journal.append("program", file: PluginBuild(path: "/bin/shop", version: "42-1000")))

        #expect(run.build == PluginBuild(path: "/bin/shop", version: "42-1000"))
    }

    @Test(arguments: ["/plugins/libConfetti.so", "/" + String(repeating: "plugins/", count: 40)])
    func `a crash of a library's plugin is of the library's build, and of none if the path has no room`(path: String) {
        journal.setProgramFile(journal.append("program", file: PluginBuild(path: "/bin/shop", version: "42-1000")))
        let owner = journal.append("confetti", file: PluginBuild(path: path, version: "7-1"))
        _ = journal.stack(0).push(CallEntry(owner: owner, phase: .timer), at: 103 * second)
        journal.record(.crash, signal: 11, on: journal.stack(0), at: 104 * second)

        #expect(run.crash == .plugin("confetti", place: "in a timer"))
        #expect(run.build == (path.count < 240 ? PluginBuild(path: path, version: "7-1") : nil))
    }

    @Test func `an end in order is no crash`() {
        journal.begin("confetti", .timer)
        journal.record(.inOrder, on: nil, at: 1)

        #expect(run.crash == nil)
    }

    @Test func `a run that ended with the machine is no crash`() {
        journal.begin("confetti", .timer)

        #expect(PastRun(journal, bootID: Array(2...17)).crash == nil)
    }

    @Test func `a crash counts even if the machine was started again before the next run`() {
        journal.begin("confetti", .timer)
        journal.record(.crash, signal: 11, on: journal.stack(0), at: 170 * second)

        let crash = PastRun(journal, bootID: Array(2...17)).crash
        #expect(crash == .plugin("confetti", place: "in a timer"))
    }

    @Test func `a fault outside plugins has no culprit`() {
        journal.record(.crash, signal: 11, on: nil, at: 170 * second)

        #expect(run == PastRun(crash: .unblamed, healthyTime: .seconds(70)))
    }

    @Test func `a program that was killed before its plugins ran has crashed`() {
        #expect(run.crash == .unblamed)
    }

    @Test func `a program that was killed while it was idle has not crashed`() {
        journal.isLaunched = true

        #expect(run.crash == nil)
    }

    @Test func `exit by the program itself is no crash`() {
        journal.isLaunched = true
        journal.record(.exit, on: journal.stack(0), at: 1)

        #expect(run.crash == nil)
    }

    @Test func `exit by a plugin is its crash`() {
        journal.begin("confetti", .command, source: "confetti.throw")
        journal.record(.exit, on: journal.stack(0), at: 101 * second)

        #expect(run.crash == .plugin("confetti", place: "in a command, confetti.throw"))
    }
}
