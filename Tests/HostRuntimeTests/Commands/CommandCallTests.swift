import Testing

@testable import HostRuntime

@MainActor @Suite struct CommandCallTests {
    private let parameters = [
        CommandParameter(name: "phone", title: "Phone"),
        CommandParameter(name: "password", title: "Password", kind: .secret),
        CommandParameter(name: "tries", title: "Tries", kind: .number(1...9), defaultValue: 3),
        CommandParameter(name: "token", title: "Token", kind: .secret, defaultValue: ""),
    ]

    private func problems(_ words: String...) -> [String] {
        CommandCall("session.login", words: words).problems(with: parameters).map(\.description)
    }

    @Test func `a value is everything after the first equals sign, and may be empty`() {
        let call = CommandCall("a", words: ["x=1=2", "y=", "z= two words "])

        #expect(call.values == ["x": "1=2", "y": "", "z": " two words "])
        #expect(problems("phone=1=2") == [])
    }

    @Test func `an unknown name comes with the nearest one, or with all`() {
        #expect(problems("phnoe=1") == ["'phnoe' is no parameter; did you mean 'phone'?"])
        #expect(problems("color=1") == ["'color' is no parameter; there are phone, password, tries, token"])
        let none = CommandCall("a", words: ["x=1"]).problems(with: [])
        #expect(none.map(\.description) == ["'x' is no parameter; there are none"])
    }

    @Test func `a name that is given twice is a problem, and its first value counts`() {
        #expect(problems("tries=1", "tries=2") == ["'tries' is given twice"])
        #expect(CommandCall("a", words: ["tries=1", "tries=2"]).values == ["tries": "1"])
    }

    @Test func `a word without a name is a problem, which is not repeated where it may be a secret`() {
        #expect(problems("sesame", "=sesame") == ["'•••' is not NAME=VALUE", "'•••' is not NAME=VALUE"])
        let open = CommandCall("a", words: ["sesame"]).problems(with: [parameters[0]])
        #expect(open.map(\.description) == ["'sesame' is not NAME=VALUE"])
    }

    @Test func `a secret is refused without its value`() {
        let problem = problems("password=sesame")

        #expect(problem.count == 1)
        #expect(problem.first?.hasPrefix("'password' is secret and not taken from the command line") == true)
        #expect(problem.first?.contains("sesame") == false)
    }

    @Test func `all problems come at once, without those of secrets, which come later`() async throws {
        let call = CommandCall("session.login", words: ["phnoe=1", "tries=12"])

        let problems = try await call.check(parameters)

        #expect(
            problems.map(\.description) == [
                "'phnoe' is no parameter; did you mean 'phone'?", "'phone' needs a value",
                "'tries' must be from 1 to 9",
            ]
        )
    }

    @Test func `choices that can't be fetched are an error only if nothing else is wrong`() async throws {
        struct Offline: Error {}
        let parameters = [CommandParameter(name: "shop", title: "Shop", kind: .choice { throw Offline() })]

        let wrong = try await CommandCall("a", words: ["shop=x", "city=y"]).check(parameters)

        #expect(wrong.map(\.parameter) == ["city"])
        await #expect(throws: Offline.self) { try await CommandCall("a", words: ["shop=x"]).check(parameters) }
    }

    @Test func `a secret with a default is asked for only if there is a person`() {
        let call = CommandCall("session.login", words: [])

        #expect(call.secrets(of: parameters, askingPerson: true).map(\.name) == ["password", "token"])
        #expect(call.secrets(of: parameters, askingPerson: false).map(\.name) == ["password"])
    }
}
