import HostTestKit
import TestSupport
import Testing

@testable import HostRuntime
@testable import Scenarios

/// One test for each rule of a library that is rewritten while its plugin runs.
@MainActor @Suite(.tags(.registration)) struct PluginReplacementTests {
    private let path = "/plugins/libCounter.so"

    private func record(
        _ type: any HostPlugin.Type,
        stamp: RuntimeStamp = .current,
        in library: String? = nil
    ) -> PluginRecord {
        let build = PluginBuild(path: library ?? path, version: "1")
        return PluginRecord(type, stamp: stamp, file: "Counter/Counter.swift", line: 8, build: build)
    }

    private func makeHost(_ types: any HostPlugin.Type...) async -> TestHost {
        let host = TestHost(plugins: types)
        await host.launch()
        return host
    }

    private func says(_ host: TestHost) -> [String] {
        host.events.filter { $0.hasPrefix("info  counter") }
    }

    @Test func `a library that comes is activated, and hears the launch`() async {
        let host = await makeHost()

        #expect(host.app.plugins.replace(library: path, with: [record(First.self)]) == nil)

        #expect(says(host) == ["info  counter  first: 1", "info  counter  heard the launch"])
        #expect(host.app.plugins.report.map(\.library) == [path])
        #expect(!host.app.plugins.activeIDs(ofLibrary: path).isEmpty)
        // So that the next start knows which build a crash was of.
        let owner = JournalNames.text(of: .plugin("counter"))
        #expect(RunningCode.journal.file(of: owner) == PluginBuild(path: path, version: "1"))
    }

    @Test func `a new version takes the place of the old one, with its store and the launch`() async {
        let host = await makeHost()
        _ = host.app.plugins.replace(library: path, with: [record(First.self)])

        _ = host.app.plugins.replace(library: path, with: [record(Second.self)])

        #expect(
            says(host) == [
                "info  counter  first: 1", "info  counter  heard the launch",
                "info  counter  second: 2", "info  counter  heard the launch",
            ]
        )
        #expect(host.app.plugins.report.map(\.manifest.version) == ["2"])
        #expect(
            host.events.filter { $0.hasPrefix("plugin ") }.suffix(2) == [
                "plugin inactive  counter", "plugin active  counter",
            ]
        )
    }

    @Test func `when the new version throws, the old one is started again and the reason is logged`() async {
        let host = await makeHost()
        _ = host.app.plugins.replace(library: path, with: [record(First.self)])

        let problem = host.app.plugins.replace(library: path, with: [record(Broken.self)])

        #expect(problem?.description == "its plugin 'counter' does not run: failed: out of order")
        #expect(host.app.plugins.state(of: "counter") == .active)
        #expect(says(host).last == "info  counter  heard the launch")
        #expect(says(host).contains("info  counter  first: 2"))
        #expect(host.app.plugins.report.map(\.manifest.version) == ["1"])
        #expect(
            host.events.contains(
                "error  counter  the new version does not run, so the old one was started again: failed: out of order"
            )
        )
    }

    @Test func `a version that is not used is listed beside the one that runs, until another takes its place`() async {
        let host = await makeHost()
        _ = host.app.plugins.replace(library: path, with: [record(First.self)])
        let refusal = LibraryRefusal(path: path, "is not used")

        host.app.plugins.list(PluginReport(refusal), of: path)
        let reports = host.app.plugins.report
        _ = host.app.plugins.replace(library: path, with: [record(Second.self)])

        #expect(reports.map(\.state.name) == ["active", "blocked"])
        #expect(reports[1].state.reason == "the library '\(path)' is not used")
        #expect(host.app.plugins.report.map(\.state.name) == ["active"])
    }

    @Test func `when the new version's requirements are missing, the old one stays active`() async {
        let host = await makeHost()
        _ = host.app.plugins.replace(library: path, with: [record(First.self)])

        _ = host.app.plugins.replace(library: path, with: [record(Demanding.self)])

        #expect(host.app.plugins.state(of: "counter") == .active)
        #expect(host.app.plugins.report.map(\.manifest.version) == ["1"])
    }

    @Test func `a version with another stamp is not used, and the old one is not even ended`() async {
        let host = await makeHost()
        _ = host.app.plugins.replace(library: path, with: [record(First.self)])
        let stamp = RuntimeStamp(interface: 1, compiler: 603)

        let problem = host.app.plugins.replace(library: path, with: [record(Second.self, stamp: stamp)])

        #expect(problem == .stampMismatch(plugin: stamp, host: .current))
        #expect(says(host).count == 2)
        #expect(host.app.plugins.activeIDs == ["counter"])
    }

    @Test func `dependents end before a plugin is replaced and start again afterwards`() async {
        let host = await makeHost(Dependent.self)
        _ = host.app.plugins.replace(library: path, with: [record(First.self)])
        #expect(host.app.plugins.activeIDs == ["counter", "dependent"])
        let before = host.events.count

        _ = host.app.plugins.replace(library: path, with: [record(Second.self)])

        #expect(host.app.plugins.activeIDs == ["counter", "dependent"])
        let states = host.events.dropFirst(before).filter { $0.hasPrefix("plugin ") }.map { $0.prefix(26) }
        #expect(states.first == "plugin inactive  dependent")
        #expect(states.last == "plugin active  dependent")
    }

    @Test func `a library that goes is disabled, and runs again when it is back`() async {
        let host = await makeHost()
        _ = host.app.plugins.replace(library: path, with: [record(First.self)])

        host.app.plugins.remove(library: path)
        #expect(host.app.plugins.state(of: "counter") == .disabled(reason: "because its library was removed"))
        _ = host.app.plugins.replace(library: path, with: [record(Second.self)])

        #expect(host.app.plugins.activeIDs == ["counter"])
        #expect(says(host).contains("info  counter  second: 2"))
    }

    @Test func `a library that gets another name runs under it, whichever name is seen first`() async {
        let renamed = "/plugins/libRenamed.so"
        let newFirst = await makeHost()
        _ = newFirst.app.plugins.replace(library: path, with: [record(First.self)])
        let duplicate = newFirst.app.plugins.replace(library: renamed, with: [record(Second.self, in: renamed)])
        #expect(duplicate == nil)
        newFirst.app.plugins.remove(library: path)
        #expect(newFirst.app.plugins.waitingLibraries == [renamed])
        // As its library is opened again, its type is another one.
        _ = newFirst.app.plugins.replace(library: renamed, with: [record(Third.self, in: renamed)])

        let goneFirst = await makeHost()
        _ = goneFirst.app.plugins.replace(library: path, with: [record(First.self)])
        goneFirst.app.plugins.remove(library: path)
        #expect(goneFirst.app.plugins.waitingLibraries == [])
        _ = goneFirst.app.plugins.replace(library: renamed, with: [record(Second.self, in: renamed)])

        for (host, version) in [(newFirst, "3"), (goneFirst, "2")] {
            #expect(host.app.plugins.activeIDs == ["counter"])
            #expect(host.app.plugins.report.map(\.manifest.version) == [version])
            #expect(host.app.plugins.report.map(\.library) == [renamed])
        }
    }

    @Test func `a plugin that its library no longer has ends, and runs again when the library has it again`() async {
        let host = await makeHost()
        _ = host.app.plugins.replace(library: path, with: [record(First.self), record(Other.self)])

        _ = host.app.plugins.replace(library: path, with: [record(Demanding.self)])
        #expect(host.app.plugins.state(of: "other") == .disabled(reason: "because its library no longer has it"))
        _ = host.app.plugins.replace(library: path, with: [record(Second.self), record(OtherAgain.self)])

        #expect(host.app.plugins.activeIDs == ["counter", "other"])
    }

    @Test func `an id that a new version gives up goes to the library that waits for it`() async {
        let waiting = "/plugins/libWaiting.so"
        let host = await makeHost()
        _ = host.app.plugins.replace(library: path, with: [record(First.self), record(Other.self)])
        _ = host.app.plugins.replace(library: waiting, with: [record(Second.self, in: waiting)])
        #expect(host.app.plugins.waitingLibraries == [])

        _ = host.app.plugins.replace(library: path, with: [record(OtherAgain.self)])

        #expect(host.app.plugins.waitingLibraries == [waiting])
    }

    @Test func `a plugin that was disabled by hand stays disabled when its library is replaced`() async throws {
        let host = await makeHost()
        _ = host.app.plugins.replace(library: path, with: [record(First.self)])
        try host.app.plugins.disable("counter")

        _ = host.app.plugins.replace(library: path, with: [record(Second.self)])
        #expect(host.app.plugins.state(of: "counter") == .disabled(reason: "by hand"))
        try host.app.plugins.enable("counter")

        #expect(host.app.plugins.report.map(\.manifest.version) == ["2"])
        #expect(host.app.plugins.activeIDs == ["counter"])
    }

    @Test func `a linked plugin keeps its id against a library's, also at the launch`() async {
        let host = await makeHost(Linked.self)

        _ = host.app.plugins.replace(library: path, with: [record(First.self)])
        let reports = host.app.plugins.report

        #expect(reports.map(\.state.name) == ["active", "blocked"])
        #expect(reports.map(\.library) == [nil, path])
        #expect(reports[1].state.reason?.contains("Counter/Counter.swift:8 in '\(path)'") == true)
    }

    @Test func `a version that takes the id of another plugin is not used, and the old one is not even ended`() async {
        let host = await makeHost(Other.self)
        _ = host.app.plugins.replace(library: path, with: [record(First.self)])

        let problem = host.app.plugins.replace(library: path, with: [record(OtherAgain.self)])

        guard case .duplicateID(id: "other", first: _, second: _)? = problem else {
            Issue.record("the problem is \(String(describing: problem))")
            return
        }
        #expect(says(host).count == 2)
        #expect(host.app.plugins.activeIDs == ["other", "counter"])
    }

    @Test func `a plugin that the new version of a library no longer has is disabled`() async {
        let host = await makeHost()
        _ = host.app.plugins.replace(library: path, with: [record(First.self)])

        _ = host.app.plugins.replace(library: path, with: [record(Other.self)])

        #expect(host.app.plugins.activeIDs == ["other"])
        #expect(host.app.plugins.state(of: "counter") == .disabled(reason: "because its library no longer has it"))
    }
}

// MARK: - Versions of one plugin

private func makeManifest(_ version: String, requires: [String] = []) -> PluginManifest {
    PluginManifest(id: "counter", name: "Counter", version: version, requires: requires, provides: ["count"])
}

private struct Count: Sendable {}

@MainActor private func count(_ context: PluginContext, _ name: String) throws {
    context.log.info("\(name): \(context.storage.store.add(1, to: "count"))")
    context.bus.observe(DidFinishLaunching.self) { _ in context.log.info("heard the launch") }
    try context.services.provide(Count(), for: ServiceKey<Count>("count"))
}

private final class First: HostPlugin {
    nonisolated static let manifest = makeManifest("1")
    func activate(_ context: PluginContext) throws { try count(context, "first") }
}

private final class Second: HostPlugin {
    nonisolated static let manifest = makeManifest("2")
    func activate(_ context: PluginContext) throws { try count(context, "second") }
}

private final class Third: HostPlugin {
    nonisolated static let manifest = makeManifest("3")
    func activate(_ context: PluginContext) throws { try count(context, "third") }
}

private final class Broken: HostPlugin {
    nonisolated static let manifest = makeManifest("3")
    func activate(_ context: PluginContext) throws { throw OutOfOrder() }
}

private final class Demanding: HostPlugin {
    nonisolated static let manifest = makeManifest("4", requires: ["nothing has it"])
    func activate(_ context: PluginContext) {}
}

private final class Linked: HostPlugin {
    nonisolated static let manifest = makeManifest("0")
    func activate(_ context: PluginContext) {}
}

private final class Other: HostPlugin {
    nonisolated static let manifest = PluginManifest(id: "other", name: "Other", version: "1")
    func activate(_ context: PluginContext) {}
}

private final class OtherAgain: HostPlugin {
    nonisolated static let manifest = Other.manifest
    func activate(_ context: PluginContext) {}
}

private final class Dependent: HostPlugin {
    nonisolated static let manifest = PluginManifest(
        id: "dependent",
        name: "Dependent",
        version: "1",
        requires: ["count"]
    )
    func activate(_ context: PluginContext) {}
}

private struct OutOfOrder: Error, CustomStringConvertible {
    let description = "out of order"
}
