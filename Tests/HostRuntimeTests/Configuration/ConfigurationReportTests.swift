import Testing

@testable import HostRuntime

@Suite struct ConfigurationReportTests {
    private let section = ConfigurationSection(
        "weather",
        settings: [
            Setting("city", default: "Lisbon", help: "the place"), Setting("days", in: 1...9, default: 3, help: ""),
            Setting("api-token", default: "", help: ""), Setting("station", default: "", help: "").secret,
        ]
    )

    private func reports(_ configuration: HostConfiguration) -> [String] {
        configuration.reports([(.plugin("sky"), section)]).map {
            "\($0.section).\($0.name) = \($0.value.map { "\($0)" } ?? "?") (\($0.source)) \($0.readers)"
        }
    }

    @Test func `a setting without a value has its reader's default`() {
        #expect(
            reports(HostConfiguration()) == [
                "weather.api-token =  (default) [sky]", "weather.city = Lisbon (default) [sky]",
                "weather.days = 3 (default) [sky]", "weather.station =  (default) [sky]",
            ]
        )
    }

    @Test func `a value tells whether a file, an option or the program has set it`() throws {
        var configuration = try HostConfiguration(
            json: Array(#"{"weather": {"city": "Faro", "days": 2}}"#.utf8),
            file: "/etc/weather.json"
        )
        configuration.set("Porto", for: "city", in: "weather", by: .option("--city"))
        configuration.set(9, for: "zoom", in: "weather")

        #expect(
            configuration.reports([(.plugin("sky"), section)]).map { "\($0.name) \($0.source)" } == [
                "api-token default", "city option --city", "days file /etc/weather.json", "station default",
                "zoom the program",
            ]
        )
    }

    @Test func `a secret is hidden, by its name or because its reader says so`() {
        let configuration = HostConfiguration(["weather": ["api-token": "abc", "station": "secret place"]])

        #expect(
            reports(configuration).filter { $0.contains("•••") } == [
                "weather.api-token = ••• (the program) [sky]", "weather.station = ••• (the program) [sky]",
            ]
        )
    }

    @Test func `a setting that nothing reads has no readers`() {
        let configuration = HostConfiguration(["weather": ["cty": "Faro"], "news": ["x": 1]])

        #expect(configuration.reports([(.host, section)]).filter(\.readers.isEmpty).map(\.name) == ["x", "cty"])
    }

    @Test func `a reader that declares no names reads every setting of its section`() {
        let configuration = HostConfiguration(["news": ["x": 1]])

        #expect(configuration.reports([(.host, ConfigurationSection("news"))]).map(\.readers) == [[.host]])
    }

    @Test func `configurations with the same values are equal, wherever the values come from`() throws {
        let read = try HostConfiguration(json: Array(#"{"a": {"x": 1}}"#.utf8), file: "a.json")
        var set = HostConfiguration()
        set.set(1, for: "x", in: "a", by: .option("--set"))

        #expect(read == set)
        #expect(read.hashValue == set.hashValue)
    }

    @Test func `a declared setting is listed with what it means and what it takes`() {
        let reports = HostConfiguration().reports([(.plugin("sky"), section)])

        #expect(
            reports.map(\.rule) == ["a line of text", "a line of text", "a whole number from 1 to 9", "a line of text"]
        )
        #expect(reports.map(\.help) == ["", "the place", "", ""])
    }

    @Test func `the values of an object are listed one by one if they are declared so`() {
        let section = ConfigurationSection("sky", settings: [Setting("routes.home", default: "a", help: "")])
        let configuration = HostConfiguration(["sky": ["routes": ["home": "b", "hme": "c"]]])

        #expect(
            configuration.reports([(.plugin("sky"), section)]).map { "\($0.name) \($0.source) \($0.readers)" } == [
                "routes.hme the program []", "routes.home the program [sky]",
            ]
        )
    }
}
