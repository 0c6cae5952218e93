import TestSupport
import Testing

@testable import HostRuntime

@MainActor @Suite(.tags(.registration)) struct PluginRecordTests {
    @Test func `a load hook records its plugin before main, and nothing else runs`() {
        let found = PluginRecord.loaded.filter { $0.type == HookedPlugin.self }

        #expect(found.count == 1)
        #expect(found.first?.stamp == .current)
        #expect(found.first?.origin == "HostRuntimeTests/PluginRecordTests.swift:\(HookedPlugin.hookLine)")
        #expect(HookedPlugin.instances == 0)
    }

    @Test func `a hook that is called twice records once`() {
        HookedPlugin.load()

        #expect(PluginRecord.loaded.count { $0.type == HookedPlugin.self } == 1)
    }
}

// MARK: - Fixtures

@section(".init_array") @used let hookedPluginLoad: LoadHook = { HookedPlugin.load() }

private final class HookedPlugin: HostPlugin {
    nonisolated static let manifest = PluginManifest(id: "hooked", name: "Hooked", version: "1")
    nonisolated static let hookLine = #line - 4
    static var instances = 0

    init() {
        HookedPlugin.instances += 1
    }

    func activate(_ context: PluginContext) {}
}
