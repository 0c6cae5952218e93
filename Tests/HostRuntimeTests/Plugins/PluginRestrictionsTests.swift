import HostTestKit
import Testing

@testable import HostRuntime

@MainActor @Suite struct PluginRestrictionsTests {
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

    private func known(_ restrictions: PluginRestrictions, library: String? = nil) -> PluginRestrictions {
        var restrictions = restrictions
        restrictions.known = [record.key: KnownPlugin(manifest, library: library)]
        return restrictions
    }

    // MARK: - Manifests

    @Test func `the manifest of a plugin in quarantine isn't read`() {
        let admission = PluginAdmission(record, known(quarantine("confetti")))

        #expect(!admission.isRead)
        #expect(admission.manifest == manifest)
        #expect(admission.state?.name == "quarantined")
    }

    @Test func `a plugin isn't taken for another library's whose source file has the same name`() {
        let record = PluginRecord(Talking.self)
        var restrictions = quarantine("confetti")
        restrictions.known = [record.key: KnownPlugin(manifest, library: "/plugins/libOther.so")]

        let admission = PluginAdmission(record, restrictions)

        #expect(admission.isRead)
        #expect(admission.state == nil)
    }

    @Test func `a plugin that crashed in its manifest is known by the place of its load hook`() {
        let admission = PluginAdmission(record, quarantine(record.origin))

        #expect(!admission.isRead)
        #expect(admission.manifest.id == record.origin)
        #expect(admission.state?.name == "quarantined")
    }

    @Test func `a restriction spares a plugin that is already running, but no other of its library`() {
        var restrictions = PluginRestrictions(disabled: ["runs", "waits"])
        restrictions.running = ["runs"]

        #expect(restrictions.state(of: ["runs"]) == nil)
        #expect(restrictions.state(of: ["waits"]) == .disabled(reason: "by --disable-plugin"))
    }

    @Test func `a plugin that is named runs although its source file has another name since`() {
        let record = PluginRecord(Talking.self)
        var restrictions = PluginRestrictions(only: ["talking"])
        restrictions.known = ["Old/Name.swift": KnownPlugin(Talking.manifest, library: nil)]
        #expect(PluginAdmission(record, restrictions).state == .disabled(reason: "by --only-plugin"))

        let admission = PluginAdmission(record, restrictions.limitingKnown(to: [record], unopened: []))

        #expect(admission.isRead)
        #expect(admission.state == nil)
    }

    @Test func `what is known of a library that isn't open counts`() {
        let restrictions = known(PluginRestrictions(), library: "libConfetti.so")

        #expect(restrictions.limitingKnown(to: [], unopened: ["libConfetti.so"]) == restrictions)
        #expect(restrictions.limitingKnown(to: [], unopened: []).known == [:])
    }

    @Test func `no manifest is read in safe mode`() {
        var restrictions = PluginRestrictions()
        restrictions.isSafeMode = true

        #expect(PluginAdmission(record, restrictions).state == .disabled(reason: "by --safe-mode"))
    }

    @Test func `no manifest is read after three crashes without a culprit`() {
        var restrictions = PluginRestrictions()
        for _ in 0..<3 { restrictions.health.record(PastRun(crash: .unblamed, healthyTime: .zero)) }

        let admission = PluginAdmission(record, restrictions)

        #expect(!admission.isRead)
        #expect(admission.state?.reason?.hasPrefix("by safe mode") == true)
    }

    @Test(arguments: [true, false]) func `the manifest of a known plugin that an option excludes isn't read`(only: Bool)
    {
        var restrictions = known(PluginRestrictions())
        restrictions.known["Other.swift"] = KnownPlugin(
            PluginManifest(id: "balloons", name: "Balloons", version: "1.0.0"),
            library: nil
        )
        if only { restrictions.only = ["balloons"] } else { restrictions.disabled = ["confetti"] }

        #expect(!PluginAdmission(record, restrictions).isRead)
    }

    @Test func `a plugin that no run has known is read to find the one that an option names`() async {
        var restrictions = PluginRestrictions()
        restrictions.only = ["speaker"]

        let admission = PluginAdmission(PluginRecord(Speaker.self), restrictions)

        #expect(admission.isRead)
        #expect(admission.state == nil)
    }

    @Test func `a plugin that a person enables is read then`() async throws {
        let host = TestHost()
        await host.launch()
        let record = PluginRecord(Speaker.self)
        host.app.plugins.admit([record], quarantine(record.origin))

        try host.app.plugins.enable(record.origin)

        #expect(host.app.plugins.state(of: "speaker") == .active)
    }

    // MARK: - Libraries

    @Test func `a library is opened unless none of its plugins may run`() {
        let library = "libConfetti.so"

        #expect(known(PluginRestrictions(), library: library).state(ofLibrary: library) == nil)
        #expect(known(quarantine("confetti"), library: library).state(ofLibrary: library)?.name == "quarantined")
        #expect(known(quarantine("balloons"), library: library).state(ofLibrary: library) == nil)
        var crashed = quarantine(library)
        crashed.crashedLibraries = [library: library]
        #expect(crashed.state(ofLibrary: library)?.name == "quarantined")
    }

    @Test func `the plugins of a library that isn't opened are listed as they were known`() {
        let restrictions = known(quarantine("confetti"), library: "libConfetti.so")
        let reports = PluginReport.unopened(library: "libConfetti.so", .disabled(reason: "x"), restrictions)

        #expect(reports.map(\.manifest) == [manifest])
        #expect(reports.map(\.origin) == ["libConfetti.so"])
        #expect(reports.map(\.state.name) == ["quarantined"])
    }

    // MARK: - Searching

    @Test func `a search runs the plugins that it has chosen, and no others`() {
        var search = PluginBisection(order: ["balloons", "confetti"])
        _ = search.answer(isGood: true)
        var restrictions = PluginRestrictions()
        restrictions.bisection = search

        #expect(restrictions.state(of: ["balloons"]) == nil)
        #expect(restrictions.state(of: ["confetti"])?.name == "disabled")
    }

    @Test func `what is known of a plugin is stored and read back`() {
        let plugin = KnownPlugin(manifest, library: "libConfetti.so")

        #expect(KnownPlugin(stored: plugin.stored) == plugin)
        #expect(KnownPlugin(stored: .dictionary(["id": .int(1)])) == nil)
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
