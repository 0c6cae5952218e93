import HostTestKit
import TestSupport
import Testing

@testable import HostRuntime

@MainActor @Suite(.tags(.plugins)) struct PluginEntryTests {
    private let record = PluginRecord(Silent.self)

    private func quarantine(_ name: String) -> PluginRestrictions {
        var restrictions = PluginRestrictions()
        for _ in 0..<2 {
            restrictions.health.record(PastRun(crash: .plugin(name, place: "in a timer"), healthyTime: .zero))
        }
        return restrictions
    }

    @Test func `a plugin that crashed in its manifest isn't read, and goes by the place of its load hook`() {
        let entry = PluginEntry(record, quarantine(record.origin))

        #expect(!entry.isRead)
        #expect(entry.manifest.id == record.origin)
        #expect(entry.state.name == "quarantined")
        #expect(entry.strikes == ["in a timer", "in a timer"])
    }

    @Test func `a plugin that a person disables by the place of its load hook isn't read`() {
        let entry = PluginEntry(record, PluginRestrictions(disabled: [record.origin]))

        #expect(entry.state == .disabled(reason: "by --disable-plugin"))
    }

    @Test func `a plugin that isn't read can't be enabled, and the error says how a later start can`() async throws {
        let host = TestHost()
        await host.launch()
        host.app.plugins.admit([record], quarantine(record.origin))

        let error = #expect(throws: PluginLookupError.self) { try host.app.plugins.enable(record.origin) }

        #expect(error?.description.contains("lets it run again") == true)
        #expect(host.app.plugins.report.map(\.state.name) == ["quarantined"])
    }

    private nonisolated static let restrictions: [(PluginRestrictions, String)] = [
        (PluginRestrictions(isSafeMode: true), "by --safe-mode"),
        (PluginRestrictions(disabled: ["talking"]), "by --disable-plugin"),
        (PluginRestrictions(only: ["confetti"]), "by --only-plugin"),
    ]

    @Test(arguments: restrictions)
    func `a plugin that may not run is read, so that it goes by its id`(restrictions: PluginRestrictions, why: String) {
        let entry = PluginEntry(PluginRecord(Talking.self), restrictions)

        #expect(entry.manifest.id == "talking")
        #expect(entry.state == .disabled(reason: why))
    }

    @Test func `a plugin in quarantine is read and doesn't run`() {
        let entry = PluginEntry(PluginRecord(Talking.self), quarantine("talking"))

        #expect(entry.isRead)
        #expect(entry.state.name == "quarantined")
    }

    @Test func `no plugin runs after three crashes without a culprit`() {
        var restrictions = PluginRestrictions()
        for _ in 0..<3 { restrictions.health.record(PastRun(crash: .unblamed, healthyTime: .zero)) }

        let entry = PluginEntry(PluginRecord(Talking.self), restrictions)

        #expect(entry.state.reason?.hasPrefix("by safe mode") == true)
    }

    @Test func `the plugin that an option names may run`() {
        #expect(PluginEntry(PluginRecord(Talking.self), PluginRestrictions(only: ["talking"])).state == .discovered)
    }

    private final class Talking: HostPlugin {
        nonisolated static let manifest = PluginManifest(id: "talking", name: "Talking", version: "1")
        func activate(_ context: PluginContext) {}
    }

    /// A plugin whose code must not be called.
    private final class Silent: HostPlugin {
        nonisolated static var manifest: PluginManifest { fatalError("the manifest was read") }
        func activate(_ context: PluginContext) {}
    }
}
