import Testing

@testable import HostRuntime

@MainActor @Suite struct CommandCheckingTests {
    private struct Offline: Error, Hashable {}

    private func problems(
        _ parameters: [CommandParameter],
        _ values: [String: PlainValue]
    ) async throws -> [CommandFieldError] {
        do {
            _ = try await Command(id: "c", title: "C", parameters: parameters) { _ in nil }.check(values)
            return []
        } catch let error as CommandError {
            return CommandFieldError.all(in: error)
        }
    }

    private let login = [
        CommandParameter(name: "phone", title: "Phone"),
        CommandParameter(name: "pin", title: "PIN", kind: .number(0...9)),
        CommandParameter(name: "agreed", title: "Agreed", kind: .toggle, defaultValue: true),
        CommandParameter(name: "shop", title: "Shop", kind: .choice { [] }),
    ]

    @Test func `all invalid values are reported at once, in the order of the parameters`() async throws {
        let problems = try await problems(login, ["pin": 77, "shop": "a", "agreed": "no"])

        #expect(
            problems == [
                CommandFieldError("phone", "needs a value"),
                CommandFieldError("pin", "must be from 0 to 9"),
                CommandFieldError("agreed", "must be true or false"),
                CommandFieldError("shop", "has nothing to choose from"),
            ]
        )
    }

    @Test func `what is wrong is one line for a script`() {
        let error = CommandError.invalidArguments(
            command: "login",
            [CommandFieldError("phone", "needs a value"), CommandFieldError("pin", "is wrong.\nTry again.")]
        )

        #expect(error.description == "Command 'login': 'phone' needs a value; 'pin' is wrong. Try again.")
    }

    @Test func `a command's own rule is asked of a value that keeps the rules of its kind`() async throws {
        var asked: [PlainValue] = []
        let even = CommandParameter(name: "n", title: "N", kind: .number(1...10)) { value in
            asked.append(value)
            return (value.intValue ?? 1) % 2 == 0 ? nil : "must be even"
        }

        #expect(try await problems([even], ["n": "4"]) == [])
        #expect(try await problems([even], ["n": "5"]) == [CommandFieldError("n", "must be even")])
        #expect(try await problems([even], ["n": 11]) == [CommandFieldError("n", "must be from 1 to 10")])
        #expect(asked == [4, 5])
    }

    @Test func `a command's own rule holds for defaults too`() async throws {
        let parameter = CommandParameter(name: "n", title: "N", defaultValue: "x") { _ in "is no good" }

        #expect(try await problems([parameter], [:]) == [CommandFieldError("n", "is no good")])
    }

    @Test func `a rule that repeats a secret does not show it`() async throws {
        let pin = CommandParameter(name: "pin", title: "PIN", kind: .secret) { "is not '\($0)', try another" }

        #expect(
            try await problems([pin], ["pin": "s3same"]) == [CommandFieldError("pin", "is not '•••', try another")]
        )
    }

    @Test func `a rule's message about an empty secret is reported unchanged`() async throws {
        let pin = CommandParameter(name: "pin", title: "PIN", kind: .secret, defaultValue: "") { _ in "is too short" }

        #expect(try await problems([pin], [:]) == [CommandFieldError("pin", "is too short")])
    }

    @Test(arguments: [("7", nil), ("7.0", nil), ("7.5", "must be a whole number"), ("1e300", "must be a whole number")])
    func `a rule of the program is checked after those of the kind`(text: String, message: String?) async throws {
        let count = CommandParameter(
            name: "n",
            title: "N",
            kind: .number(nil),
            validate: { $0.intValue == nil ? "must be a whole number" : nil }
        )

        #expect(
            try await problems([count], ["n": .string(text)]) == (message.map { [CommandFieldError("n", $0)] } ?? [])
        )
    }

    @Test(arguments: [
        (PlainValue.string("1234567890123456"), PlainValue.int(1_234_567_890_123_456)),
        (.int(9_007_199_254_740_993), .int(9_007_199_254_740_993)), (.string("1e15"), .int(1_000_000_000_000_000)),
        (.double(2), .int(2)), (.string("1e300"), .double(1e300)), (.string("0.5"), .double(0.5)),
    ])
    func `a whole number of any size arrives as it was given`(given: PlainValue, arrives: PlainValue) async throws {
        let command = Command(
            id: "c",
            title: "C",
            parameters: [CommandParameter(name: "n", title: "N", kind: .number(nil))]
        ) { _ in nil }

        #expect(try await command.check(["n": given]) == ["n": arrives])
    }

    @Test(arguments: ["nan", "inf", "-infinity", "", "1 2", "0x", "5\0", "5\0z"])
    func `what is no number is none`(text: String) {
        #expect(PlainValue.string(text).number == nil)
    }

    @Test func `choices that cannot be fetched are the error, unless something else is wrong`() async throws {
        let parameters = [
            CommandParameter(name: "shop", title: "Shop", kind: .choice { throw Offline() }),
            CommandParameter(name: "name", title: "Name"),
        ]

        await #expect(throws: Offline()) { try await problems(parameters, ["shop": "a", "name": "b"]) }
        #expect(
            try await problems(parameters, ["shop": "a"]) == [CommandFieldError("name", "needs a value")]
        )
    }

    @Test(arguments: [
        ("stagin", "must be one of staging, production; 'staging' is the nearest"),
        ("x", "must be one of staging, production"), ("elsewhere", "must be one of staging, production"),
    ])
    func `a mistyped choice is named`(value: PlainValue, message: String) async throws {
        let choices = ["staging", "production"].map { CommandChoice(value: $0, title: "") }
        let parameter = CommandParameter(name: "c", title: "C", kind: .choice { choices })

        #expect(try await problems([parameter], ["c": value]).first?.message == message)
    }

    @Test func `a choice may have another value where that's allowed, but not none`() async throws {
        let choices = [CommandChoice(value: "staging", title: "")]
        let parameter = CommandParameter(name: "c", title: "C", kind: .choice { choices }, allowsOtherValues: true)
        let command = Command(id: "x.y", title: "", parameters: [parameter]) { _ in nil }

        #expect(try await command.check(["c": "draft"])["c"] == "draft")
        await #expect(throws: CommandError.self) { try await command.check(["c": ""]) }
    }

    @Test func `of many choices a line names a few`() async throws {
        let choices = (1...1000).map { CommandChoice(value: "c\($0)", title: "") }
        let parameter = CommandParameter(name: "c", title: "C", kind: .choice { choices })

        let message = try await problems([parameter], ["c": "x"]).first?.message

        #expect(message == "must be one of c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12 and 988 more")
    }

    @Test(arguments: [("no\u{1B}[31m", "no[31m"), ("a\r\nb\tc", "a b c"), (" is wrong. ", " is wrong"), ("...", "")])
    func `a message is one line without controls and without a stop`(given: String, message: String) {
        #expect(CommandFieldError("x", given).message == message)
    }

    @Test func `an error that a command throws of a field is found beside those of its values`() {
        let wrong = CommandFieldError("password", "is wrong")

        #expect(CommandFieldError.all(in: wrong) == [wrong])
        #expect(CommandFieldError.all(in: CommandError.invalidArguments(command: "c", [wrong, wrong])).count == 2)
        #expect(CommandFieldError.all(in: Offline()) == [])
    }
}
