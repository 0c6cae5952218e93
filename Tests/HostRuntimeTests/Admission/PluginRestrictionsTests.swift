import Testing

@testable import HostRuntime

@Suite struct PluginRestrictionsTests {
    private let manifest = PluginManifest(id: "confetti", name: "Confetti", version: "1.0.0", requires: ["wind"])

    private func quarantine(_ names: String...) -> PluginRestrictions {
        var restrictions = PluginRestrictions()
        for name in names {
            for _ in 0..<2 {
                restrictions.health.record(PastRun(crash: .plugin(name, place: "in a timer"), healthyTime: .zero))
            }
        }
        return restrictions
    }

    private func known(_ restrictions: PluginRestrictions, library: String) -> PluginRestrictions {
        var restrictions = restrictions
        restrictions.known = ["Confetti.swift": KnownPlugin(manifest, library: library)]
        return restrictions
    }

    @Test func `a restriction spares a plugin that is already running, but no other of its library`() {
        var restrictions = PluginRestrictions(disabled: ["runs", "waits"])
        restrictions.running = ["runs"]

        #expect(restrictions.state(of: ["runs"]) == nil)
        #expect(restrictions.state(of: ["waits"]) == .disabled(reason: "by --disable-plugin"))
    }

    // MARK: - Libraries

    @Test func `a library is opened unless none of its plugins may run`() {
        let library = "libConfetti.so"

        #expect(known(PluginRestrictions(), library: library).state(ofLibrary: library) == nil)
        #expect(known(quarantine("confetti"), library: library).state(ofLibrary: library)?.name == "quarantined")
        #expect(known(quarantine("balloons"), library: library).state(ofLibrary: library) == nil)
    }

    @Test func `a library that crashed before its plugins were known isn't opened, and one of the same name is`() {
        var restrictions = PluginRestrictions()
        let crash = PastRun(crash: .plugin("libConfetti.so", place: "while it was loaded"), healthyTime: .zero)
        let build = PluginBuild(path: "a/libConfetti.so", version: "1", content: "1")
        for _ in 0..<2 { restrictions.health.record(crash, build: build) }

        #expect(restrictions.state(ofLibrary: "a/libConfetti.so")?.name == "quarantined")
        #expect(restrictions.state(ofLibrary: "b/libConfetti.so") == nil)
    }

    @Test func `the plugins of a library that isn't opened are listed as they were known`() {
        let restrictions = known(quarantine("confetti"), library: "libConfetti.so")
        let reports = PluginReport.unopened(library: "libConfetti.so", .disabled(reason: "x"), restrictions)

        #expect(reports.map(\.manifest) == [manifest])
        #expect(reports.map(\.origin) == ["libConfetti.so"])
        #expect(reports.map(\.state.name) == ["quarantined"])
    }

    @Test func `what is known of a plugin is stored and read back`() {
        let plugin = KnownPlugin(manifest, library: "libConfetti.so")

        #expect(KnownPlugin(stored: plugin.stored) == plugin)
        #expect(KnownPlugin(stored: .dictionary(["id": .int(1)])) == nil)
    }
}
