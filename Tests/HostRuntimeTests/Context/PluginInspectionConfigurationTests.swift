import HostTestKit
import Testing

@testable import HostRuntime

@MainActor @Suite struct PluginInspectionConfigurationTests {
    private let host = TestHost(
        plugins: [Watcher.self],
        configuration: HostConfiguration(["watcher": ["city": "Faro"], "lost": ["x": 1]])
    )

    @Test func `the settings in force are listed with their readers`() async throws {
        await host.launch()
        let inspection = try Watcher.context(in: host).inspection

        #expect(
            inspection.configuration.map { "\($0.section).\($0.name) \($0.source) \($0.readers)" } == [
                "lost.x the program []", "watcher.city the program [watcher]",
            ]
        )
        try host.app.plugins.disable("watcher")
        #expect(inspection.configuration.isEmpty)
    }
}
