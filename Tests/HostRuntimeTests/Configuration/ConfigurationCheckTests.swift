import HostTestKit
import Testing

@testable import HostRuntime

@Suite struct ConfigurationCheckTests {
    private func warnings(_ configuration: HostConfiguration, _ sections: ConfigurationSection...) -> [String] {
        ConfigurationCheck(sections).warnings(for: configuration)
    }

    @Test func `sections and settings that are declared give no warning`() {
        let configuration = HostConfiguration(["weather": ["city": "Faro"], "news": ["anything": 1], "empty": [:]])

        #expect(
            warnings(
                configuration,
                ConfigurationSection("weather", settings: ["city", "days"]),
                ConfigurationSection("news"),
                ConfigurationSection("empty", settings: [])
            ) == []
        )
    }

    @Test func `a section that nothing reads is named with the nearest one`() {
        #expect(
            warnings(HostConfiguration(["wether": ["city": "Faro"]]), ConfigurationSection("weather"))
                == ["nothing reads the section 'wether' of the configuration; did you mean 'weather'?"]
        )
    }

    @Test func `a section that is near to none is named with all there are`() {
        #expect(
            warnings(HostConfiguration(["x": [:]]), ConfigurationSection("weather"), ConfigurationSection("news"))
                == ["nothing reads the section 'x' of the configuration; there is 'news', 'weather'"]
        )
        #expect(warnings(HostConfiguration(["x": [:]])) == ["nothing reads the section 'x' of the configuration"])
    }

    @Test func `a setting that nothing reads is named with the nearest one`() {
        #expect(
            warnings(
                HostConfiguration(["weather": ["cty": "Faro", "zoom": 3, "days": 2]]),
                ConfigurationSection("weather", settings: ["city", "days"])
            ) == [
                "nothing reads 'cty' in the section 'weather' of the configuration; did you mean 'city'?",
                "nothing reads 'zoom' in the section 'weather' of the configuration; there is 'city', 'days'",
            ]
        )
    }

    @Test func `a section that several read has the settings of all`() {
        let configuration = HostConfiguration(["weather": ["city": "Faro", "days": 2, "zoom": 3]])
        let both = [
            ConfigurationSection("weather", settings: ["city"]), ConfigurationSection("weather", settings: ["days"]),
        ]

        #expect(ConfigurationCheck(both).warnings(for: configuration).count == 1)
        for position in 0...2 {
            var sections = both
            sections.insert(ConfigurationSection("weather"), at: position)
            #expect(ConfigurationCheck(sections).warnings(for: configuration) == [])
        }
    }

    private final class Weather: HostApplication {
        static let name = "weather"
        static let version = "1"
        static let options = [ProgramOption("--city", value: "NAME", help: "", sets: "city", in: "place")]
        static let configuration = [ConfigurationSection("units", settings: ["degrees"])]

        init(host: AppHost) {}
    }

    @Test func `plugins' own sections, what they declare and what the program declares are known`() {
        let plugins = [
            PluginManifest(id: "rain", name: "Rain", version: "1"),
            PluginManifest(
                id: "wind",
                name: "Wind",
                version: "1",
                configuration: [ConfigurationSection("wind", settings: ["gusts"]), ConfigurationSection("units")]
            ),
        ]

        #expect(
            ConfigurationSection.declared(by: plugins, program: Weather.self) == [
                ConfigurationSection("rain"), ConfigurationSection("wind", settings: ["gusts"]),
                ConfigurationSection("units"), ConfigurationSection("place", settings: ["city"]),
                ConfigurationSection("units", settings: ["degrees"]),
            ]
        )
    }
}
