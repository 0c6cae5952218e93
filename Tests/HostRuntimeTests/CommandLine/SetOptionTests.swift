import Testing

@testable import HostRuntime

@Suite struct SetOptionTests {
    private func setting(_ text: String) throws -> HostOptions.Setting? {
        try HostOptions(arguments: ["--set", text]).settings.last
    }

    private func problem(_ text: String) -> String? {
        do {
            _ = try HostOptions(arguments: ["--set", text])
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test(arguments: [
        ("3", PlainValue.int(3)), ("0.5", .double(0.5)), ("true", .bool(true)), ("false", .bool(false)),
        ("null", .null), ("Lisbon", .string("Lisbon")), ("two words, and=more", .string("two words, and=more")),
        ("", .string("")), (#"[1, "a"]"#, .array([1, "a"])), (#"{"x": {"y": true}}"#, .dictionary(["x": ["y": true]])),
        (#""3""#, .string("3")), ("1.10", .double(1.1)), ("0049123", .string("0049123")), ("0x10", .string("0x10")),
        ("inf", .string("inf")),
    ])
    func `a value is a number, a truth value or text, and a list or an object in JSON`(
        text: String,
        expected: PlainValue
    ) throws {
        try #expect(setting("weather.days=\(text)") == .init(section: "weather", name: "days", value: expected))
    }

    @Test func `a section may have dots, as a plugin's id may`() throws {
        try #expect(
            setting("com.example.weather.city=1.5") == .init(section: "com.example.weather", name: "city", value: 1.5)
        )
    }

    @Test(arguments: ["", "city", "city=Lisbon", ".city=Lisbon", "weather.=Lisbon", "weather.city"])
    func `a setting without a section, a name or a value is refused`(text: String) {
        #expect(
            problem(text) == "option --set is SECTION.NAME=VALUE, such as weather.city=Lisbon, not '\(text)'"
        )
    }

    @Test func `a list that is not JSON is refused with its place`() {
        #expect(
            problem("weather.days=[1,]")?
                .hasPrefix("option --set gives weather.days a value that is not JSON at line 1, column 4: ")
                == true
        )
    }

    @Test func `settings are kept in order, with those of the program's options`() throws {
        let city = ProgramOption("--city", value: "NAME", help: "", sets: "city", in: "weather")

        let options = try HostOptions(
            arguments: ["--set", "weather.city=Porto", "--city=Faro", "--set=weather.days=2"],
            program: [city]
        )

        #expect(
            options.settings == [
                .init(section: "weather", name: "city", value: "Porto"),
                .init(section: "weather", name: "city", value: "Faro", source: .option("--city")),
                .init(section: "weather", name: "days", value: 2),
            ]
        )
    }
}
