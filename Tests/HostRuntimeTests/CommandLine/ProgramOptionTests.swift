import Testing

@testable import HostRuntime

@Suite struct ProgramOptionTests {
    private struct WrongCity: Error, CustomStringConvertible {
        let description: String
    }

    private let city = ProgramOption("--city", value: "NAME", help: "show this city", sets: "city", in: "weather") {
        guard $0.first?.isUppercase == true else { throw WrongCity(description: "is a city, not '\($0)'") }
        return .string($0)
    }

    private func problem(_ arguments: String...) -> String? {
        do {
            _ = try HostOptions(arguments: arguments, program: [city])
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test(arguments: [["--city", "Faro"], ["--city=Faro"]])
    func `a program's option sets its value of the configuration`(arguments: [String]) throws {
        let options = try HostOptions(arguments: arguments, program: [city])

        #expect(options.settings == [.init(section: "weather", name: "city", value: "Faro", source: .option("--city"))])
    }

    @Test func `a value that the program refuses is an error of the option`() {
        #expect(problem("--city", "faro\u{1B}") == "option --city is a city, not 'faro\\u{1B}'")
        #expect(problem("--city") == "option --city needs a value")
    }

    private enum Units: String, CaseIterable { case metric, imperial }

    private static let days = Setting("days", in: 1...9, default: 3, help: "the days to show")
    private static let city = Setting("city", default: "", help: "")
    private static let units = Setting("units", default: Units.metric, help: "")
    private static let names = Setting("names", default: ["a"], help: "")

    private static let typed: [(ProgramOption, String, PlainValue)] = [
        (ProgramOption("--days", value: "N", sets: days, in: "w"), "5", .int(5)),
        (ProgramOption("--city", value: "X", sets: city, in: "w"), "5", .string("5")),
        (ProgramOption("--city", value: "X", sets: city, in: "w"), "[a", .string("[a")),
        (ProgramOption("--units", value: "X", sets: units, in: "w"), "imperial", .string("imperial")),
        (ProgramOption("--names", value: "X", sets: names, in: "w"), #"["b"]"#, .array([.string("b")])),
    ]

    @Test(arguments: typed)
    func `an option of a setting reads its value by the setting's type`(
        option: ProgramOption,
        text: String,
        value: PlainValue
    ) throws {
        let options = try HostOptions(arguments: [option.name, text], program: [option])

        #expect(options.settings.map(\.value) == [value])
    }

    @Test func `a value that breaks the rule of the setting is an error of the option`() {
        let options = [
            ProgramOption("--days", value: "N", sets: ProgramOptionTests.days, in: "w"),
            ProgramOption("--pin", value: "N", sets: Setting("pin", in: 1...9, default: 3, help: "").secret, in: "w"),
        ]
        func problem(_ arguments: String...) -> String {
            do throws(HostOptionsError) {
                _ = try HostOptions(arguments: arguments, program: options)
                return ""
            } catch {
                return "\(error)"
            }
        }

        #expect(problem("--days", "12") == "option --days is a whole number from 1 to 9, not '12'")
        #expect(problem("--pin", "314") == "option --pin is a whole number from 1 to 9")
        #expect(
            ProgramManual(program: "w", options: options).help().contains(
                "\n  --days N               the days to show\n"
            )
        )
    }

    @Test func `a misspelled option of the program is answered with its name`() {
        #expect(problem("--citi", "Faro") == "option --citi is not an option; did you mean '--city'?")
    }

    @Test func `an option is unknown in a program that does not have it`() {
        #expect(throws: HostOptionsError(option: "--city", "is not an option; see --help")) {
            try HostOptions(arguments: ["--city", "Faro"])
        }
    }
}
