import HostTestKit
import Testing

@testable import HostRuntime

/// One test for each rule that a plugin's manifest and services must keep.
@MainActor @Suite(.serialized) struct PluginManifestTests {
    init() {
        Mannered.manifest = Mannered.plain
        Mannered.activation = { _ in }
    }

    private func entries(_ host: TestHost, of id: String) -> [String] {
        host.events.filter { $0.hasPrefix("warning  \(id)  ") || $0.hasPrefix("error  \(id)  ") }
    }

    // MARK: - Ids

    nonisolated private static let spelling =
        "has only letters and digits of ASCII, dots, hyphens and underscores, and begins with a letter or a digit"

    @Test(arguments: ["host", "host.plugins", "scenarios"])
    func `an id of the program itself is refused`(id: String) async throws {
        Misnamed.id = id
        let host = TestHost(plugins: [Misnamed.self, Quiet.self])

        await host.launch()

        let report = try #require(host.app.plugins.report.first { $0.manifest.id != "quiet" })
        #expect(report.state.reason?.contains("first at the program itself") == true)
    }

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
    }

    @Test func `a plugin whose id keeps the rule for names runs`() async {
        Misnamed.id = "Quiet_2.0-beta"
        let host = TestHost(plugins: [Misnamed.self])

        await host.launch()

        #expect(host.app.plugins.activeIDs == ["Quiet_2.0-beta"])
    }

    // MARK: - Order

    @Test func `a misspelled id in after is a warning with the nearest id, and the plugin runs`() async {
        Mannered.manifest = PluginManifest(id: "late", name: "Late", version: "1", after: ["quite"])
        let host = TestHost(plugins: [Mannered.self, Quiet.self])

        await host.launch()

        #expect(
            entries(host, of: "late") == [
                "warning  late  starts after 'quite', but there is no plugin of that id; did you mean 'quiet'?"
            ]
        )
        #expect(host.app.plugins.activeIDs == ["late", "quiet"])
    }

    @Test func `an id in after that no plugin could have is a warning with the rule`() async {
        Mannered.manifest = PluginManifest(id: "late", name: "Late", version: "1", after: ["no id"])
        let host = TestHost(plugins: [Mannered.self])

        await host.launch()

        #expect(
            entries(host, of: "late") == [
                "warning  late  starts after 'no id', but there is no plugin of that id; an id \(Self.spelling)"
            ]
        )
    }

    @Test func `a plugin in after that is absent or can't run is no mistake`() {
        let manifest = PluginManifest(id: "late", name: "Late", version: "1", after: ["weather", "quiet", "lat"])

        var spelling = SpellingHints(among: { ["late", "quiet"] })
        let unknown = manifest.unknownPredecessors(among: ["late", "quiet"], &spelling)

        #expect(unknown.map(\.id) == ["weather", "lat"])
        #expect(unknown.map(\.warning) == [nil, nil])
    }

    // MARK: - Services

    @Test func `a service that is provided and not declared is a warning with the way out`() async {
        Mannered.manifest = PluginManifest(id: "giver", name: "Giver", version: "1")
        Mannered.activation = { try $0.services.provide(1, for: ServiceKey<Int>("number")) }
        let host = TestHost(plugins: [Mannered.self])

        await host.launch()

        #expect(
            entries(host, of: "giver") == [
                "warning  giver  provides the service 'number', which its manifest doesn't declare; "
                    + "add it to `provides`, so that other plugins can require it"
            ]
        )
        #expect(host.app.services.reference(to: ServiceKey<Int>("number")).value == 1)
    }

    @Test func `a service that is declared and not provided is a warning with the way out`() async {
        Mannered.manifest = PluginManifest(id: "giver", name: "Giver", version: "1", provides: ["number", "text"])
        Mannered.activation = { try $0.services.provide("seven", for: ServiceKey<String>("text")) }
        let host = TestHost(plugins: [Mannered.self])

        await host.launch()

        #expect(
            entries(host, of: "giver") == [
                "warning  giver  declares the service 'number', but activate didn't provide it; "
                    + "provide it there, or remove it from `provides` in the manifest"
            ]
        )
    }

    @Test func `a service that is looked up with another type is an error once, with both types`() async throws {
        Mannered.manifest = PluginManifest(id: "taker", name: "Taker", version: "1")
        var values: [String?] = []
        Mannered.activation = { context in
            let reference = context.services.reference(to: ServiceKey<String>("number"))
            values = [reference.value, reference.value]
        }
        let host = TestHost(plugins: [Mannered.self])
        try host.app.services.provide(7, for: ServiceKey<Int>("number"))

        await host.launch()

        #expect(values == [nil, nil])
        #expect(
            entries(host, of: "taker") == [
                "error  taker  looks up the service 'number' as 'Swift.String', but host provides it as 'Swift.Int'; "
                    + "use a ServiceKey of the provider's type"
            ]
        )
    }

    @Test func `a service whose type both libraries have is an error with the way out`() {
        let mismatch = ServiceMismatch(
            service: "number",
            provider: .plugin("giver"),
            providedType: "Numbers.Number",
            owner: .plugin("taker"),
            type: "Numbers.Number"
        )

        #expect(
            mismatch.description
                == "looks up the service 'number' as 'Numbers.Number', but giver provides it as 'Numbers.Number'; the types "
                + "have one name, and each library has its own: add their module to the dependencies of the program's "
                + "target, and build both again"
        )
    }

    @Test func `a plugin that is linked and in a library is refused with the way out, and so are two of one id`() {
        let linked = "WeatherPlugin/Weather.swift:4"
        let problems = ["\(linked)0 in '/p/libWeather.so'", "Sun/Sun.swift:4 in '/p/libSun.so'"].map {
            PluginProblem.duplicateID(id: "weather", first: linked, second: $0).description
        }

        #expect(problems[0].hasSuffix("move the plugin's line in Package.swift from 'plugins' to 'livePlugins'"))
        #expect(problems[1].hasSuffix("rename one of them, or attach only one"))
    }

    @Test func `a required service without a provider blocks with the way out`() {
        let missing = PluginProblem.missingService("weather", nearest: nil)
        let misspelled = PluginProblem.missingService("wether", nearest: "weather")

        #expect("\(missing)" == "the service 'weather' has no provider; attach a plugin that provides it")
        #expect("\(misspelled)" == "the service 'wether' has no provider; did you mean 'weather'?")
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

/// A plugin that does what a test chooses.
private final class Mannered: HostPlugin {
    nonisolated static let plain = PluginManifest(id: "mannered", name: "Mannered", version: "1")
    // Tests of this suite run one after the other.
    nonisolated(unsafe) static var manifest = plain
    static var activation: @MainActor (PluginContext) throws -> Void = { _ in }

    func activate(_ context: PluginContext) throws {
        try Mannered.activation(context)
    }
}
