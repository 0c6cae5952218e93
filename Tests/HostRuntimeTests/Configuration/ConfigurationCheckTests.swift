import HostTestKit
import TestSupport
import Testing

@testable import HostRuntime

@Suite(.tags(.program)) struct ConfigurationCheckTests {
    private func warnings(_ configuration: HostConfiguration, _ sections: ConfigurationSection...) -> [String] {
        ConfigurationCheck(sections).warnings(for: configuration)
    }

    @Test func `sections and settings that are declared give no warning`() {
        let configuration = HostConfiguration(["weather": ["city": "Faro"], "news": ["anything": 1], "empty": [:]])

        #expect(
            warnings(
                configuration,
                ConfigurationSection("weather", names: ["city", "days"]),
                ConfigurationSection("news"),
                ConfigurationSection("empty", names: [])
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
                ConfigurationSection("weather", names: ["city", "days"])
            ) == [
                "nothing reads 'cty' in the section 'weather' of the configuration; did you mean 'city'?",
                "nothing reads 'zoom' in the section 'weather' of the configuration; there is 'city', 'days'",
            ]
        )
    }

    @Test func `a section that several read has the settings of all`() {
        let configuration = HostConfiguration(["weather": ["city": "Faro", "days": 2, "zoom": 3]])
        let both = [
            ConfigurationSection("weather", names: ["city"]), ConfigurationSection("weather", names: ["days"]),
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
        static let configuration = [ConfigurationSection("units", names: ["degrees"])]

        init(host: AppHost) {}
    }

    @Test func `plugins' own sections, what they declare and what the program declares are known`() {
        let plugins = [
            PluginManifest(id: "rain", name: "Rain", version: "1"),
            PluginManifest(
                id: "wind",
                name: "Wind",
                version: "1",
                configuration: [ConfigurationSection("wind", names: ["gusts"]), ConfigurationSection("units")]
            ),
        ]

        #expect(
            ConfigurationSection.declared(by: plugins, program: Weather.self) == [
                ConfigurationSection("rain"), ConfigurationSection("wind", names: ["gusts"]),
                ConfigurationSection("units"), ConfigurationSection("place", names: ["city"]),
                ConfigurationSection("units", names: ["degrees"]),
            ]
        )
    }

    // MARK: - Values

    private enum Sky {
        static let city = Setting("city", default: "Faro", help: "")
        static let days = Setting("days", in: 1...9, default: 3, help: "")
        static let token = Setting("api-token", default: "", help: "")
        static let key = Setting("station", in: 1...9, default: 3, help: "").secret
        static let home = Setting("routes.home", default: "", help: "")
        static let section = ConfigurationSection("sky", settings: [city, days, token, key, home])
    }

    @Test func `a value that breaks its rule is reported with the rule, what is used, and where it comes from`() throws
    {
        var configuration = try HostConfiguration(
            json: Array("{\"sky\":\n      {\"days\": 12, \"city\": [\"Faro\"]}}".utf8),
            file: "/etc/sky.json"
        )
        let first = configuration.problems(in: Sky.section)
        configuration.set("many\u{1B}", for: "days", in: "sky", by: .option("--set"))

        #expect(
            first == [
                "the setting 'sky.city' is a line of text, not a list; it's ignored "
                    + "(file /etc/sky.json, line 2, column 28)",
                "the setting 'sky.days' is a whole number from 1 to 9, not 12; 9 is used "
                    + "(file /etc/sky.json, line 2, column 16)",
            ]
        )
        #expect(
            configuration.problems(in: Sky.section).last
                == #"the setting 'sky.days' is a whole number from 1 to 9, not 'many\u{1B}'; "#
                + "it's ignored (option --set)"
        )
    }

    @Test func `a value that keeps to its rule, and one of which no rule is declared, are no problem`() {
        let configuration = HostConfiguration(["sky": ["city": "Porto", "days": 9, "cty": [], "routes": ["home": "a"]]])

        #expect(configuration.problems(in: Sky.section) == [])
        #expect(configuration.problems(in: ConfigurationSection("sky")) == [])
        #expect(configuration.problems(in: ConfigurationSection("sky", names: ["days"])) == [])
    }

    @Test func `the report of a secret doesn't show it`() {
        let configuration = HostConfiguration(["sky": ["api-token": 314, "station": 27]])

        let problems = configuration.problems(in: Sky.section)

        #expect(problems.count == 2)
        #expect(!problems.joined().contains("314") && !problems.joined().contains("27"))
    }

    @Test func `the values of an object are checked one by one, and so are its names`() {
        let configuration = HostConfiguration(["sky": ["routes": ["home": 5, "hme": "a"]]])

        #expect(
            configuration.problems(in: Sky.section) == [
                "the setting 'sky.routes.home' is a line of text, not 5; it's ignored (the program)"
            ]
        )
        #expect(
            warnings(configuration, Sky.section) == [
                "nothing reads 'routes.hme' in the section 'sky' of the configuration; did you mean 'routes.home'?"
            ]
        )
    }

    @Test(arguments: [["p": "a"], "a", 5] as [PlainValue])
    func `a setting that is declared itself needs no object for the settings declared in it`(value: PlainValue) {
        let object = Setting<PlainValue>(
            "o",
            default: [:],
            rule: "anything",
            help: "",
            plain: { $0 },
            read: { .exact($0) }
        )
        let section = ConfigurationSection("s", settings: [object, Setting("o.p", default: "", help: "")])

        #expect(HostConfiguration(["s": ["o": value]]).problems(in: section) == [])
    }

    @Test func `another value in place of an object is reported once`() {
        let configuration = HostConfiguration(["sky": ["routes": "home"]])

        #expect(
            configuration.problems(in: Sky.section) == [
                "the setting 'sky.routes' is an object, not 'home'; it's ignored (the program)"
            ]
        )
        #expect(warnings(configuration, Sky.section) == [])
    }

    @Test func `a value in an object is named with its place in the file`() throws {
        let configuration = try HostConfiguration(
            json: Array("{\n  \"sky\": {\n    \"routes\": {\"é\": 1, \"home\": false}\n  }\n}".utf8),
            file: "sky.json"
        )
        var merged = HostConfiguration(["sky": ["days": 12]])
        merged.merge(configuration)

        #expect(
            merged.problems(in: Sky.section) == [
                "the setting 'sky.days' is a whole number from 1 to 9, not 12; 9 is used (the program)",
                "the setting 'sky.routes.home' is a line of text, not false; it's ignored "
                    + "(file sky.json, line 3, column 32)",
            ]
        )
    }

    @Test func `a default that breaks its own rule is named for its author`() {
        let section = ConfigurationSection(
            "sky",
            settings: [
                Setting("days", in: 1...9, default: 12, help: ""), Setting("city", default: "a\nb", help: ""),
                Setting("pin", in: 1...9, default: 31, help: "").secret,
                Setting("wind", in: 1...9, default: 9, help: ""),
            ]
        )
        let rule = "breaks its own rule: it has to be"

        #expect(
            HostConfiguration().problems(in: section) == [
                "the default of the setting 'sky.days' \(rule) a whole number from 1 to 9, not 12; "
                    + "correct the declaration",
                #"the default of the setting 'sky.city' \#(rule) a line of text, not 'a\nb'; correct the declaration"#,
                "the default of the setting 'sky.pin' \(rule) a whole number from 1 to 9, not '•••'; "
                    + "correct the declaration",
            ]
        )
    }
}
