import Testing

@testable import HostRuntime

@Suite struct PluginRestrictionsTests {
    private func quarantine(_ name: String, build: PluginBuild? = nil) -> PluginRestrictions {
        var restrictions = PluginRestrictions()
        let crash = PastRun(crash: .plugin(name, place: "in a timer"), healthyTime: .zero, build: build)
        for _ in 0..<2 { restrictions.health.record(crash) }
        return restrictions
    }

    @Test func `a restriction spares a plugin that is already running, but no other of its library`() {
        var restrictions = PluginRestrictions(disabled: ["runs", "waits"])
        restrictions.running = ["runs"]

        #expect(restrictions.state(of: ["runs"]) == nil)
        #expect(restrictions.state(of: ["waits"]) == .disabled(reason: "by --disable-plugin"))
    }

    @Test func `a library is opened to find the plugins that are in quarantine, disabled or named`() {
        #expect(quarantine("confetti").state(ofLibrary: "libConfetti.so") == nil)
        #expect(PluginRestrictions(disabled: ["confetti"]).state(ofLibrary: "libConfetti.so") == nil)
        #expect(PluginRestrictions(only: ["confetti"]).state(ofLibrary: "libConfetti.so") == nil)
    }

    @Test func `a library that crashed before its plugins were known isn't opened, and one of the same name is`() {
        let crashed = PluginBuild(path: "a/libConfetti.so", version: "1")

        for name in ["a/libConfetti.so", "libConfetti.so"] {
            let restrictions = quarantine(name, build: crashed)
            #expect(restrictions.state(ofLibrary: "a/libConfetti.so")?.name == "quarantined")
            #expect(restrictions.state(ofLibrary: "b/libConfetti.so") == nil)
        }
    }

    @Test func `a library that crashed and whose path isn't known isn't opened, wherever it is`() {
        #expect(quarantine("libConfetti.so").state(ofLibrary: "a/libConfetti.so")?.name == "quarantined")
    }

    @Test func `a library whose file is disabled isn't opened, and none is in safe mode`() {
        let disabled = PluginRestrictions(disabled: ["libConfetti.so"])

        #expect(disabled.state(ofLibrary: "a/libConfetti.so") == .disabled(reason: "by --disable-plugin"))
        #expect(
            PluginRestrictions(isSafeMode: true).state(ofLibrary: "libOther.so") == .disabled(reason: "by --safe-mode")
        )
    }

    @Test func `a library that isn't opened is listed by its file, with its strikes`() {
        let restrictions = quarantine("/a/libConfetti.so")
        let report = restrictions.report(ofLibrary: "/a/libConfetti.so", .disabled(reason: "x"))

        #expect(report.manifest.id == "libConfetti.so")
        #expect(report.library == "/a/libConfetti.so")
        #expect(report.strikes == ["in a timer", "in a timer"])
    }
}
