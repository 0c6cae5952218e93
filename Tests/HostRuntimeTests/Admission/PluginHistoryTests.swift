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

    /// Leaves what two runs leave that opened libraries, and that a plugin of the first of them crashed.
    private func crashTwice(_ libraries: [String]) {
        let manifest = PluginManifest(id: "confetti", name: "Confetti", version: "1")
        for _ in 1...2 {
            let run = begin(libraries)
            run.remember(["Confetti/Confetti.swift": KnownPlugin(manifest, library: libraries[0])])
            history().count([crash])
        }
    }

    /// A build of a program.
    private func build(_ program: String) throws -> PluginBuild {
        PluginBuild(path: program, version: try FileStatus(at: program).version)
    }

    private func history() -> PluginHistory { PluginHistory(directory: "\(folder)/state") }

    /// Begins a run that opens libraries.
    @discardableResult
    private func begin(_ libraries: [String]) -> PluginHistory {
        let history = history()
        history.markRun()
        history.recordOpening(of: libraries)
        return history
    }

    @Test func `of two libraries with one name, the one that ended the program while loading is kept out`() throws {
        let (good, bad) = (try file("a/libSame.so", "good"), try file("b/libSame.so", "bad"))
        for _ in 1...2 {
            begin([good, bad])
            history().count([PastRun(crash: .plugin(bad, place: "while it was loaded"), healthyTime: .zero)])
        }
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
        crashTwice([try file("libConfetti.so", "first")])
        let history = history()
        #expect(history.health.quarantined == ["confetti"])

        let files = [try file("libConfetti.so", "second", at: 1), try file("libOther.so", "second")]
        #expect(history.recordOpening(of: files) == ["confetti"])

        #expect(history.health == PluginHealth())
        #expect(self.history().health == PluginHealth())
    }

    @Test func `a library that another program has opened is still known when a second one without it has started`()
        throws
    {
        let library = try file("libConfetti.so", "first")
        let manifest = PluginManifest(id: "confetti", name: "Confetti", version: "1")
        let run = begin([library])
        run.remember(["Confetti/Confetti.swift": KnownPlugin(manifest, library: library)])
        begin([])

        history().count([crash, crash])

        #expect(history().health.builds["confetti"]?.path == library)
    }

    @Test func `a library that is gone is no longer known as opened`() throws {
        let (first, library) = (try file("libFirst.so", ""), try file("libConfetti.so", "first"))
        begin([first, library])
        try FileManager.default.removeItem(atPath: library)
        begin([try file("libOther.so", "first")])

        let store = KeyValueStore(namespace: PluginHistory.namespace, directory: "\(folder)/state")

        let opened = try #require(store.value("opened"))
        #expect(opened[first] != nil)
        #expect(opened["\(folder)/libOther.so"] != nil)
        #expect(opened[library] == nil)
    }

    @Test func `what is forgotten of the plugins leaves the file`() throws {
        crashTwice([try file("libConfetti.so", "first")])
        let history = history()
        #expect(!history.known.isEmpty)

        history.forgetPlugins()

        #expect(history.known.isEmpty)
        #expect(self.history().known.isEmpty)
        #expect(self.history().health.quarantined == ["confetti"])
    }

    @Test func `plugins whose libraries are gone are forgotten with the next new one unless disabled`() throws {
        func known(_ id: String, in path: String?) -> KnownPlugin {
            KnownPlugin(PluginManifest(id: id, name: id, version: "1"), library: path)
        }
        let gone = "\(folder)/gone.so"
        let there = try file("there.so", "")
        let history = history()
        history.decide("unwanted", isEnabled: false)
        history.remember([
            "g": known("gone", in: gone), "u": known("unwanted", in: gone),
            "t": known("there", in: there), "l": known("linked", in: nil),
        ])
        let before = self.history().known.count

        self.history().remember(["n": known("new", in: there)])

        #expect(before == 4)
        #expect(self.history().known.keys.sorted() == ["l", "n", "t", "u"])
    }

    @Test func `the library that crashed stays in quarantine, and so does one that is gone`() throws {
        crashTwice([try file("libConfetti.so", "first")])
        let history = history()

        #expect(history.recordOpening(of: [try file("libConfetti.so", "first")]) == [])
        #expect(history.recordOpening(of: [try file("libOther.so", "second")]) == [])

        #expect(history.health.quarantined == ["confetti"])
    }

    @Test func `a library that is written again with the same content is no other build`() throws {
        crashTwice([try file("libConfetti.so", "first")])

        #expect(history().recordOpening(of: [try file("libConfetti.so", "first", at: 1)]) == [])

        #expect(history().health.quarantined == ["confetti"])
    }

    @Test func `a library that can't be read is no other build`() throws {
        crashTwice([try file("libConfetti.so", "first")])

        let unreadable = try file("libConfetti.so", "", at: 1)
        #expect(history().recordOpening(of: [unreadable]) == [])

        #expect(history().health.quarantined == ["confetti"])
    }

    @Test func `a library of the same name in another folder neither forgives nor is blamed`() throws {
        let (first, second) = (try file("a/libConfetti.so", "first"), try file("b/libConfetti.so", "second"))
        crashTwice([first, second])
        let history = history()

        #expect(history.recordOpening(of: [second]) == [])
        #expect(history.recordOpening(of: [first, second]) == [])

        #expect(history.health.quarantined == ["confetti"])
        let restrictions = history.restrictions(try HostOptions(arguments: []))
        #expect(restrictions.state(ofLibrary: first)?.name == "quarantined")
        #expect(restrictions.state(ofLibrary: second) == nil)
    }

    @Test func `a plugin that moves to another folder is in quarantine after two crashes there`() throws {
        begin([try file("a/libConfetti.so", "first")])

        crashTwice([try file("b/libConfetti.so", "second")])

        begin([try file("b/libConfetti.so", "second")])
        #expect(history().health.quarantined == ["confetti"])
    }

    @Test func `a plugin in quarantine stays so when its library has another name`() throws {
        crashTwice([try file("libConfetti.so", "first")])
        let renamed = try file("libRenamed.so", "first")
        let history = history()
        history.recordOpening(of: [renamed])

        let restrictions = history.restrictions(try HostOptions(arguments: []))

        #expect(restrictions.state(of: ["confetti"], library: renamed)?.name == "quarantined")
    }

    @Test func `a linked plugin leaves quarantine when the program is rebuilt`() throws {
        let program = try file("program", "first")
        let run = PastRun(crash: crash.crash, healthyTime: .zero, program: try build(program))
        let history = history()
        history.count([run, run])

        #expect(history.recordOpening(of: []) == [])
        #expect(history.recordOpening(of: [try file("libConfetti.so", "other")]) == [])
        _ = try file("program", "second", at: 1)
        #expect(history.recordOpening(of: []) == ["confetti"])
    }

    @Test func `a crash of a linked plugin belongs to the build of the program whose run it was`() throws {
        let build = PluginBuild(path: "/bin/shop", version: "1-2")
        let history = history()

        history.count([PastRun(crash: crash.crash, healthyTime: .zero, program: build)])

        #expect(history.health.builds["confetti"] == build)
    }

    @Test func `a crash of a plugin that was a library once and is linked now is the program's`() throws {
        let (library, build) = (try file("libConfetti.so", "first"), PluginBuild(path: "/bin/shop", version: "1-2"))
        let manifest = PluginManifest(id: "confetti", name: "Confetti", version: "1")
        begin([library]).remember(["Party/Party.swift": KnownPlugin(manifest, library: library)])
        begin([]).remember(["Confetti/Confetti.swift": KnownPlugin(manifest, library: nil)])

        let history = history()
        history.count([PastRun(crash: crash.crash, healthyTime: .zero, program: build)])

        #expect(history.health.builds["confetti"] == build)
    }

    @Test func `a plugin that crashes two programs of one state folder is in quarantine in both`() throws {
        for program in [try file("first", "1"), try file("second", "2")] {
            history().count([PastRun(crash: crash.crash, healthyTime: .zero, program: try build(program))])
        }

        let history = history()
        #expect(history.recordOpening(of: []) == [])
        #expect(history.health.isQuarantined("confetti"))
    }

    @Test func `two builds of a library that was gone in between have a strike each`() throws {
        let library = try file("libConfetti.so", "first")
        let manifest = PluginManifest(id: "confetti", name: "Confetti", version: "1")
        begin([library]).remember(["Confetti/Confetti.swift": KnownPlugin(manifest, library: library)])
        try FileManager.default.removeItem(atPath: library)
        history().count([crash])

        let second = try file("libConfetti.so", "second", at: 1)
        begin([second])
        history().count([crash])

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
        first.finishWriting()

        #expect(history().health.disabled == ["alpha", "beta"])
        #expect(history().health.unblamedCrashes == 2)
    }

    @Test func `a run without libraries writes nothing before its plugins are read`() throws {
        begin([])

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
