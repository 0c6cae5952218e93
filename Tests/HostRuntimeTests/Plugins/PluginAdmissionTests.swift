import HostTestKit
import Testing

@testable import HostRuntime

/// One test for each rule that a plugin's manifest and services must keep.
@MainActor @Suite(.serialized) struct PluginAdmissionTests {
    private func entries(_ host: TestHost, of id: String) -> [String] {
        host.events.filter { $0.hasPrefix("warning  \(id)  ") || $0.hasPrefix("error  \(id)  ") }
    }

    // MARK: - Ids

    nonisolated private static let spelling =
        "has only letters and digits of ASCII, dots, hyphens and underscores, and begins with a letter or a digit"

    @Test(
        arguments: [
            ("", "may not be empty"), ("two words", spelling), ("-hyphen", spelling), ("naïve", spelling),
            ("bell\u{7}", spelling), (String(repeating: "x", count: 65), "has at most 64 characters"),
        ]
    )
    func `a plugin whose id breaks the rule for names is refused with the rule, and the others run`(
        id: String,
        rule: String
    ) async throws {
        Misnamed.id = id
        let host = TestHost(plugins: [Misnamed.self, Quiet.self])

        await host.launch()

        let report = try #require(host.app.plugins.report.first { $0.manifest.id != "quiet" })
        #expect(report.state == .blocked(.invalidID(id: id, rule: rule)))
        #expect(report.manifest.id == report.origin)
        #expect(
            report.state.reason
                == "the id \(NameRule.quoted(id)) in its manifest breaks a rule: an id \(rule); choose another one"
        )
        #expect(host.app.plugins.activeIDs == ["quiet"])
        #expect(host.app.plugins.knownPlugins.values.map(\.manifest.id) == ["quiet"])
    }

    @Test func `a plugin whose id keeps the rule for names runs`() async {
        Misnamed.id = "Quiet_2.0-beta"
        let host = TestHost(plugins: [Misnamed.self])

        await host.launch()

        #expect(host.app.plugins.activeIDs == ["Quiet_2.0-beta"])
    }
}

// MARK: - Fixtures

private final class Quiet: HostPlugin {
    nonisolated static let manifest = PluginManifest(id: "quiet", name: "Quiet", version: "1")
    func activate(_ context: PluginContext) {}
}

/// A plugin with the id that a test chooses.
private final class Misnamed: HostPlugin {
    // Tests of this suite run one after the other.
    nonisolated(unsafe) static var id = ""
    nonisolated static var manifest: PluginManifest { PluginManifest(id: id, name: "Misnamed", version: "1") }
    func activate(_ context: PluginContext) {}
}
