import Foundation
import Testing

@testable import HostRuntime

@MainActor @Suite struct PluginHistoryTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    private let crash = PastRun(crash: .plugin("confetti", place: "in activate"), healthyTime: .zero)

    /// Writes what runs leave that opened a build of a library, whose plugin crashed them twice.
    private func crashTwice(build: String) {
        let manifest = PluginManifest(id: "confetti", name: "Confetti", version: "1")
        let history = PluginHistory(directory: folder)
        history.remember(["Confetti/Confetti.swift": KnownPlugin(manifest, library: "libConfetti.so")])
        history.willOpen(["libConfetti.so": build])
        history.updateHealth { health in
            health.record(crash, build: build)
            health.record(crash, build: build)
        }
    }

    @Test func `a rebuilt library's plugin leaves quarantine, for this and later runs`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        crashTwice(build: "1")
        let history = PluginHistory(directory: folder)

        #expect(history.willOpen(["libConfetti.so": "2", "libOther.so": "2"]) == ["confetti"])

        #expect(history.health == PluginHealth())
        #expect(PluginHistory(directory: folder).health == PluginHealth())
    }

    @Test func `the last run's failures are remembered, and none from before it`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
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
            PluginHistory(directory: folder).remember(failuresIn: [report])
        }

        run(.failed(reason: "no luck"))
        #expect(PluginHistory(directory: folder).failures == ["confetti": "no luck"])
        run(.inactive)
        #expect(PluginHistory(directory: folder).failures == [:])
    }

    @Test func `the library that crashed stays in quarantine, and so does one that is gone`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        crashTwice(build: "1")
        let history = PluginHistory(directory: folder)

        #expect(history.willOpen(["libConfetti.so": "1"]) == [])
        #expect(history.willOpen(["libOther.so": "2"]) == [])

        #expect(history.health.quarantined == ["confetti"])
    }
}
