import Foundation
import HostTestKit
import Synchronization
import TestSupport
import Testing

@testable import HostBase
@testable import HostRuntime
@testable import Scenarios

@MainActor @Suite struct PluginHistoryTests {
    private let temporary = TemporaryFolder()
    /// A folder that is not there yet.
    private var folder: String { temporary.file("state") }
    private let crash = PastRun(crash: .plugin("confetti", place: "in activate"), healthyTime: .zero)

    /// Writes a file with content, whose last change was at a time, and returns its path.
    private func file(_ path: String, _ content: String, at time: Double = 0) throws -> String {
        let path = "\(folder)/\(path)"
        let directory = URL(fileURLWithPath: path).deletingLastPathComponent().path
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        try content.write(toFile: path, atomically: true, encoding: .utf8)
        let attributes: [FileAttributeKey: Any] = [
            .posixPermissions: 0o644, .modificationDate: Date(timeIntervalSince1970: time),
        ]
        try FileManager.default.setAttributes(attributes, ofItemAtPath: path)
        return path
    }

    /// A run that a plugin in a file ended.
    private func crash(in path: String) -> PastRun {
        PastRun(crash: crash.crash, healthyTime: .zero, build: PluginBuild(of: path))
    }

    /// Counts two runs that a plugin in a library ended.
    private func crashTwice(_ library: String) {
        for _ in 1...2 { history().count([crash(in: library)]) }
    }

    private func history() -> PluginHistory { PluginHistory(directory: "\(folder)/state") }

    @Test(arguments: ["while it was loaded", "in its manifest"])
    func `of two libraries with one name, the one that ended the program before its plugins were known is kept shut`(
        place: String
    ) throws {
        let (good, bad) = (try file("a/libSame.so", "good"), try file("b/libSame.so", "bad"))
        let name = place == "in its manifest" ? "libSame.so" : bad
        let run = PastRun(crash: .plugin(name, place: place), healthyTime: .zero, build: PluginBuild(of: bad))
        for _ in 1...2 { history().count([run]) }
        var restrictions = PluginRestrictions()
        restrictions.health = history().health

        #expect(restrictions.state(ofLibrary: good) == nil)
        #expect("\(restrictions.state(ofLibrary: bad), default: "")".contains("quarantine"))

        restrictions.health.enable("libSame.so")
        #expect(restrictions.state(ofLibrary: bad) == nil)
    }

    @Test func `the first start after a crash says what happened, and what the next one brings`() {
        let first = history()
        first.count([crash])
        let second = history()
        second.count([crash])

        #expect(
            first.warnings(program: "shop") == [
                "the plugin 'confetti' brought the program down in the last run, in activate; "
                    + "if it does so again, it won't run any more"
            ]
        )
        #expect(
            second.warnings(program: "shop") == [
                "the plugin 'confetti' is in quarantine: it brought the program down twice, the last time in activate; "
                    + "'shop plugins enable confetti' lets it run again"
            ]
        )
        #expect(history().warnings(program: "shop").count == 1)
    }

    @Test func `a crash that no plugin can be blamed for is mentioned at the next start`() {
        let history = PluginHistory(directory: nil)

        history.count([PastRun(crash: .unblamed, healthyTime: .zero)])

        #expect(
            history.warnings(program: "shop") == [
                "the last run crashed, and no plugin can be blamed for it; "
                    + "after three such runs the program starts without plugins"
            ]
        )
    }

    @Test func `a rebuilt library's plugin leaves quarantine, for this and later runs`() throws {
        let library = try file("libConfetti.so", "first")
        crashTwice(library)
        let history = history()
        #expect(history.health.quarantined == ["confetti"])

        _ = try file("libConfetti.so", "second", at: 1)
        #expect(history.forgiveRebuilt() == ["confetti"])

        #expect(history.health == PluginHealth())
        #expect(self.history().health == PluginHealth())
    }

    @Test func `the library that crashed stays in quarantine, and so does one that is gone`() throws {
        let library = try file("libConfetti.so", "first")
        crashTwice(library)
        _ = try file("other/libConfetti.so", "second", at: 1)
        let history = history()

        #expect(history.forgiveRebuilt() == [])
        try FileManager.default.removeItem(atPath: library)
        #expect(history.forgiveRebuilt() == [])

        #expect(history.health.quarantined == ["confetti"])
    }

    @Test func `a plugin that moves to another folder is in quarantine after a crash in each`() throws {
        history().count([crash(in: try file("a/libConfetti.so", "first"))])
        history().count([crash(in: try file("b/libConfetti.so", "second"))])

        #expect(history().health.quarantined == ["confetti"])
    }

    @Test func `a plugin in quarantine stays so when its library has another name`() throws {
        crashTwice(try file("libConfetti.so", "first"))
        let history = history()
        history.forgiveRebuilt()

        let restrictions = history.restrictions(try HostOptions(arguments: []))

        #expect(restrictions.state(of: ["confetti"], library: "\(folder)/libRenamed.so")?.name == "quarantined")
    }

    @Test func `a linked plugin leaves quarantine when the program is rebuilt`() throws {
        crashTwice(try file("program", "first"))
        let history = history()

        _ = try file("libConfetti.so", "other", at: 1)
        #expect(history.forgiveRebuilt() == [])
        _ = try file("program", "second", at: 1)
        #expect(history.forgiveRebuilt() == ["confetti"])
    }

    @Test func `a plugin that crashes two programs of one state folder is in quarantine in both`() throws {
        for program in [try file("first", "1"), try file("second", "2")] { history().count([crash(in: program)]) }

        let history = history()
        #expect(history.forgiveRebuilt() == [])
        #expect(history.health.isQuarantined("confetti"))
    }

    @Test func `two builds of a library have a strike each`() throws {
        history().count([crash(in: try file("libConfetti.so", "first"))])
        history().count([crash(in: try file("libConfetti.so", "second", at: 1))])

        #expect(history().health.strikes["confetti"]?.count == 1)
    }

    @Test func `a run whose journal is still there after it was counted is counted once`() throws {
        let journals = "\(folder)/state/journal"
        try FileManager.default.createDirectory(atPath: journals, withIntermediateDirectories: true)
        func leave(_ plugin: String, _ process: Int32) throws {
            let journal = JournalMemory.scratch()
            journal.process = process
            journal.bootID = ProcessJournal.bootID
            journal.begin(plugin, .timer)
            journal.hungAt = .max
            try Data(bytes: journal.base, count: JournalMemory.size)
                .write(to: URL(fileURLWithPath: "\(journals)/\(process)"))
        }
        try leave("confetti", 1_000_001)
        history().countPastRuns()
        #expect(try FileManager.default.contentsOfDirectory(atPath: journals).isEmpty)

        // As a start leaves them that is killed before it removes them.
        for _ in 1...2 {
            try leave("confetti", 1_000_001)
            try leave("balloons", 1_000_002)
            history().countPastRuns()
        }

        #expect(history().health.strikes.mapValues(\.count) == ["confetti": 1, "balloons": 1])
    }

    @Test func `what two processes decide and count before either can write adds up`() throws {
        let isLocked = Mutex(true)
        var calls = StoreCalls(timeout: { .mainThread }, pause: { _ in })
        calls.lock = { (file) throws(SystemError) in isLocked.withLock { $0 } ? false : try file.tryLock() }
        let first = PluginHistory(directory: "\(folder)/state", calls: calls)
        first.decide("alpha", isEnabled: false)
        first.count([PastRun(crash: .unblamed, healthyTime: .zero)])
        let second = history()
        second.decide("beta", isEnabled: false)
        second.count([PastRun(crash: .unblamed, healthyTime: .zero)])

        isLocked.withLock { $0 = false }
        _ = first.store.flush(timeout: .none)

        #expect(history().health.disabled == ["alpha", "beta"])
        #expect(history().health.unblamedCrashes == 2)
    }

    @Test func `a run after which nothing has to be remembered writes nothing`() throws {
        let history = history()
        history.markRun()
        history.forgiveRebuilt()

        #expect(FileManager.default.fileExists(atPath: "\(folder)/state/host.plugins.json") == false)
    }

    @Test(arguments: [(59, true, true), (60, true, false), (60, false, true)])
    func `a minute with a plugin clears its strike, for later runs too, and one without it doesn't`(
        seconds: Int,
        isRunning: Bool,
        keepsStrike: Bool
    ) async throws {
        let history = history()
        history.count([crash])
        let host = TestHost(plugins: isRunning ? [Confetti.self] : [])
        await host.launch()

        history.watchHealth(on: host.app.clock) { host.app.plugins.activeNames }
        await host.advance(by: .seconds(seconds))

        #expect(history.health.strikes.isEmpty == !keepsStrike)
        #expect(self.history().health.strikes.isEmpty == !keepsStrike)
    }

    @Test func `nothing waits for a healthy minute where nothing has crashed`() async {
        let host = TestHost()
        await host.launch()
        let timers = host.app.counts.timers

        PluginHistory(directory: nil).watchHealth(on: host.app.clock) { host.app.plugins.activeNames }

        #expect(host.app.counts.timers == timers)
    }

    private final class Confetti: HostPlugin {
        nonisolated static let manifest = PluginManifest(id: "confetti", name: "Confetti", version: "1.0.0")

        func activate(_ context: PluginContext) {}
    }

    @Test func `the last run's failures are remembered, and none from before it`() throws {
        func run(_ state: PluginState) {
            let manifest = PluginManifest(id: "confetti", name: "Confetti", version: "1")
            let report = PluginReport(
                manifest: manifest,
                origin: "Confetti/Confetti.swift:1",
                library: nil,
                typeName: nil,
                state: state,
                changedAt: .zero,
                activation: nil,
                resourceCount: 0
            )
            PluginHistory(directory: folder).recordFailures(in: [report])
        }

        run(.failed(reason: "no luck"))
        #expect(PluginHistory(directory: folder).failures == ["confetti": "no luck"])
        run(.inactive)
        #expect(PluginHistory(directory: folder).failures == [:])

        run(.failed(reason: "no luck"))
        let killed = PluginHistory(directory: folder)
        killed.markRun()
        #expect(killed.failures == ["confetti": "no luck"])
        #expect(PluginHistory(directory: folder).failures == [:])
    }
}
