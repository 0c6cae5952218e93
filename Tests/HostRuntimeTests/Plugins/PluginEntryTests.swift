import HostTestKit
import TestSupport
import Testing

@testable import HostRuntime

@MainActor @Suite(.tags(.plugins)) struct PluginEntryTests {
    private let manifest = PluginManifest(id: "confetti", name: "Confetti", version: "1.0.0", requires: ["wind"])
    private let record = PluginRecord(Silent.self)

    private func quarantine(_ names: String...) -> PluginRestrictions {
        var restrictions = PluginRestrictions()
        for name in names {
            for _ in 0..<2 {
                restrictions.health.record(PastRun(crash: .plugin(name, place: "in a timer"), healthyTime: .zero))
            }
        }
        return restrictions
    }

    private func known(_ restrictions: PluginRestrictions) -> PluginRestrictions {
        var restrictions = restrictions
        restrictions.known = [record.key: KnownPlugin(manifest, library: nil)]
        return restrictions
    }

    @Test func `the manifest of a plugin in quarantine isn't read`() {
        let entry = PluginEntry(record, known(quarantine("confetti")))

        #expect(!entry.isRead)
        #expect(entry.manifest == manifest)
        #expect(entry.state.name == "quarantined")
    }

    @Test func `a plugin isn't taken for another library's whose source file has the same name`() {
        let record = PluginRecord(Talking.self)
        var restrictions = quarantine("confetti")
        restrictions.known = [record.key: KnownPlugin(manifest, library: "/plugins/libOther.so")]

        let entry = PluginEntry(record, restrictions)

        #expect(entry.isRead)
        #expect(entry.state == .discovered)
    }

    @Test func `a plugin that crashed in its manifest is known by the place of its load hook`() {
        let entry = PluginEntry(record, quarantine(record.origin))

        #expect(!entry.isRead)
        #expect(entry.manifest.id == record.origin)
        #expect(entry.state.name == "quarantined")
    }

    @Test func `no manifest is read in safe mode`() {
        var restrictions = PluginRestrictions()
        restrictions.isSafeMode = true

        #expect(PluginEntry(record, restrictions).state == .disabled(reason: "by --safe-mode"))
    }

    @Test func `no manifest is read after three crashes without a culprit`() {
        var restrictions = PluginRestrictions()
        for _ in 0..<3 { restrictions.health.record(PastRun(crash: .unblamed, healthyTime: .zero)) }

        let entry = PluginEntry(record, restrictions)

        #expect(!entry.isRead)
        #expect(entry.state.reason?.hasPrefix("by safe mode") == true)
    }

    @Test(arguments: [true, false]) func `the manifest of a known plugin that an option excludes isn't read`(only: Bool)
    {
        var restrictions = known(PluginRestrictions())
        restrictions.known["Other.swift"] = KnownPlugin(
            PluginManifest(id: "balloons", name: "Balloons", version: "1.0.0"),
            library: nil
        )
        if only { restrictions.only = ["balloons"] } else { restrictions.disabled = ["confetti"] }

        #expect(!PluginEntry(record, restrictions).isRead)
    }

    @Test func `a plugin that no run has known is read to find the one that an option names`() async {
        var restrictions = PluginRestrictions()
        restrictions.only = ["speaker"]

        let entry = PluginEntry(PluginRecord(Speaker.self), restrictions)

        #expect(entry.isRead)
        #expect(entry.state == .discovered)
    }

    @Test func `a plugin that a person enables is read then`() async throws {
        let host = TestHost()
        await host.launch()
        let record = PluginRecord(Speaker.self)
        host.app.plugins.admit([record], quarantine(record.origin))

        try host.app.plugins.enable(record.origin)

        #expect(host.app.plugins.state(of: "speaker") == .active)
    }

    @Test func `a plugin that is named runs although its source file has another name since`() {
        var restrictions = PluginRestrictions(only: ["talking"])
        restrictions.known = ["Old/Name.swift": KnownPlugin(Talking.manifest, library: nil)]

        let entry = PluginEntry(PluginRecord(Talking.self), restrictions)

        #expect(entry.isRead)
        #expect(entry.state == .discovered)
    }

    @Test func `a plugin that isn't known and isn't the named one is read and disabled`() {
        let entry = PluginEntry(PluginRecord(Talking.self), PluginRestrictions(only: ["confetti"]))

        #expect(entry.isRead)
        #expect(entry.state == .disabled(reason: "by --only-plugin"))
    }

    /// A plugin whose code must not be called.
    private final class Talking: HostPlugin {
        nonisolated static let manifest = PluginManifest(id: "talking", name: "Talking", version: "1")
        func activate(_ context: PluginContext) {}
    }

    private final class Silent: HostPlugin {
        nonisolated static var manifest: PluginManifest { fatalError("the manifest was read") }
        func activate(_ context: PluginContext) {}
    }

    private final class Speaker: HostPlugin {
        nonisolated static let manifest = PluginManifest(id: "speaker", name: "Speaker", version: "1.0.0")
        func activate(_ context: PluginContext) {}
    }
}
