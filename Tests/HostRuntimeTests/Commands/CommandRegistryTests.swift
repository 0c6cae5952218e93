import TestSupport
import Testing

@testable import HostRuntime

/// Commands with unique ids, whose values are checked before they run.
@MainActor @Suite(.tags(.commands)) struct CommandRegistryTests {
    private let registry = CommandRegistry()

    @MainActor private final class Offer {
        var values = ["a", "b"]
    }

    @MainActor private final class Callers {
        var owners: [Owner] = []
    }

    private func register(
        _ id: String = "greet",
        _ parameters: [CommandParameter] = [],
        action: @escaping Command.Action = { _ in nil }
    ) throws {
        try registry.register(Command(id: id, title: id, parameters: parameters, action: action), owner: .plugin("me"))
    }

    private func error(_ values: [String: PlainValue]) async -> CommandError? {
        do {
            try await registry.run("greet", values)
            return nil
        } catch {
            return error as? CommandError
        }
    }

    @Test func `a command's closures run in its owner's name, whoever lists it`() throws {
        let callers = Callers()
        let name = CommandParameter(name: "name", title: "Name") { _ in
            callers.owners.append(RunningCode.owner(isOnMainThread: true))
            return nil
        }
        let isAvailable: Command.Availability = {
            callers.owners.append(RunningCode.owner(isOnMainThread: true))
            return .available
        }
        try registry.register(
            Command(id: "greet", title: "Greet", parameters: [name], isAvailable: isAvailable) { _ in nil },
            owner: .plugin("me")
        )

        let command = try #require(registry["greet"])
        RunningCode.call(of: .plugin("menu"), .draw) {
            _ = command.availability
            _ = command.parameters[0].validate?("Ada")
        }

        #expect(callers.owners == [.plugin("me"), .plugin("me")])
    }

    @Test func `runs are reported in the order in which they end`() async throws {
        let commands = CommandRegistry()
        var ends: [String] = []
        var told: [String] = []
        let number = CommandParameter(name: "n", title: "N")
        try commands.register(
            Command(id: "note", title: "Note", parameters: [number]) { arguments in
                ends.append(arguments.text("n"))
                return arguments.text("n")
            },
            owner: .host
        )
        commands.onRun = { _, _, outcome in
            if case .finished(let text?) = outcome { told.append(text) }
        }

        let runs = (0..<1000).map { n in Task { try await commands.run("note", ["n": .int(n)]) } }
        for run in runs { _ = try await run.value }

        #expect(ends.count == 1000)
        #expect(told == ends)
    }

    @Test func `a text whose default is empty may be empty`() async throws {
        try register("greet", [CommandParameter(name: "name", title: "Name", defaultValue: "")]) {
            "Hello \($0.text("name"))"
        }

        #expect(try await registry.run("greet", ["name": ""]) == "Hello ")
        #expect(try await registry.run("greet") == "Hello ")
    }

    @Test func `a clash of ids names both owners, and the first command stays`() async throws {
        try register { _ in "first" }

        let clash = #expect(throws: CommandError.self) {
            try registry.register(Command(id: "greet", title: "Other") { _ in "second" }, owner: .plugin("you"))
        }

        #expect(
            clash?.description
                == "Command 'greet' is offered twice, by me and by you. "
                + "Command ids are unique in a host; me's stays. Rename the other one."
        )
        #expect(try await registry.run("greet") == "first")
    }

    @Test(arguments: [
        ("", [], "Command '' is not offered: its id may not be empty. Choose another name."),
        (
            "say\u{1B}[2J", [],
            "Command 'say[2J' is not offered: its id has only letters and digits of ASCII, dots, hyphens and underscores, "
                + "and begins with a letter or a digit. Choose another name."
        ),
        (
            "say", ["a b"],
            "Command 'say' is not offered: the name of its parameter 'a b' has only letters and digits of ASCII, dots, "
                + "hyphens and underscores, and begins with a letter or a digit. Choose another name."
        ),
        (
            "say", ["a", "b", "a"],
            "Command 'say' is not offered: the name of its parameter 'a' is also that of another parameter. "
                + "Choose another name."
        ),
    ])
    func `a command that no one could call is refused with the rule`(id: String, names: [String], error: String) {
        let parameters = names.map { CommandParameter(name: $0, title: "Any title") }
        let command = Command(id: id, title: "Any title", parameters: parameters) { _ in nil }

        let refusal = #expect(throws: CommandError.self) { try registry.register(command, owner: .plugin("me")) }

        #expect(refusal?.description == error)
        #expect(registry.all.isEmpty)
    }

    @Test(arguments: [
        (CommandParameter(name: "n", title: "N", kind: .number(1...3), defaultValue: 9), "must be from 1 to 3"),
        (CommandParameter(name: "n", title: "N", kind: .toggle, defaultValue: "maybe"), "must be true or false"),
    ])
    func `a command whose default breaks the parameter's own rule is refused with the rule`(
        parameter: CommandParameter,
        rule: String
    ) {
        let command = Command(id: "say", title: "Say", parameters: [parameter]) { _ in nil }

        let refusal = #expect(throws: CommandError.self) { try registry.register(command, owner: .plugin("me")) }

        #expect(
            refusal?.description
                == "Command 'say' is not offered: the default of its parameter 'n' \(rule). Choose another default."
        )
        #expect(registry.all.isEmpty)
    }

    @Test func `an unknown command is reported with the nearest id`() async throws {
        try register()

        await #expect(throws: CommandError.unknownCommand("greeet", nearest: "greet")) {
            try await registry.run("greeet")
        }
    }

    @Test func `a removed command is gone, and its id is free`() async throws {
        try register()
        registry.remove("greet")

        #expect(registry["greet"] == nil)
        try register()
        #expect(registry.owner(of: "greet") == .plugin("me"))
    }

    @Test func `values are checked before the command is called`() async throws {
        try register("greet", [CommandParameter(name: "name", title: "Name")]) { _ in
            Issue.record("the command was called")
            return nil
        }

        #expect(await error([:])?.description == "Command 'greet': 'name' needs a value.")
        #expect(
            await error(["name": "x", "nmae": "y"])
                == .unknownParameter(command: "greet", parameter: "nmae", known: ["name"])
        )
        #expect(await error(["name": ""])?.description == "Command 'greet': 'name' may not be empty.")
    }

    @Test(arguments: ["x", "nan", "inf", ""])
    func `a number that is none is refused`(text: String) async throws {
        try register("greet", [CommandParameter(name: "n", title: "N", kind: .number(nil))])

        #expect(
            await error(["n": .string(text)])
                == .invalidArguments(command: "greet", [CommandFieldError("n", "must be a number")])
        )
    }

    @Test(arguments: [(PlainValue.bool(true), true), ("true", true), ("false", false)])
    func `a toggle takes a truth value, or the word for one`(value: PlainValue, isOn: Bool) async throws {
        try register("greet", [CommandParameter(name: "t", title: "T", kind: .toggle)]) { "\($0.toggle("t"))" }

        #expect(try await registry.run("greet", ["t": value]) == "\(isOn)")
        #expect(await error(["t": "yes"])?.description == "Command 'greet': 't' must be true or false.")
    }

    @Test func `a choice must be one that is offered at that moment`() async throws {
        let offer = Offer()
        let kind = CommandParameter.Kind.choice { offer.values.map { CommandChoice(value: $0, title: $0) } }
        try register("greet", [CommandParameter(name: "c", title: "C", kind: kind)])
        #expect(await error(["c": "b"]) == nil)

        offer.values = ["a", "d"]

        #expect(await error(["c": "b"])?.description == "Command 'greet': 'c' must be one of a, d.")
    }

    @Test func `a default is taken when nothing is given`() async throws {
        let parameter = CommandParameter(name: "n", title: "N", kind: .number(nil), defaultValue: 7)
        try register("greet", [parameter]) { "\($0.number("n") ?? 0)" }

        #expect(try await registry.run("greet") == "7.0")
    }

    @Test func `a run's outcome is reported, with the text of an error`() async throws {
        struct Refusal: Error, CustomStringConvertible { let description = "not today" }
        var outcomes: [CommandOutcome] = []
        registry.onRun = { outcomes.append($2) }
        try register { _ in "done" }
        try register("fail") { _ in throw Refusal() }

        try await registry.run("greet")
        await #expect(throws: Refusal.self) { try await registry.run("fail") }

        #expect(outcomes == [.finished("done"), .failed("not today")])
    }

    // MARK: - Keys

    private func offer(_ id: String, key: String) throws {
        try registry.register(Command(id: id, title: id, key: KeyEvent(name: key)) { _ in nil }, owner: .plugin("me"))
    }

    @Test func `a key that several commands want is the first one's, and the others are reported`() throws {
        var clashes: [String] = []
        registry.onProblem = { clashes.append($1) }
        try offer("one", key: "x")
        try offer("other", key: "y")
        try offer("two", key: "x")
        try offer("three", key: "x")

        let key = try #require(KeyEvent(name: "x"))
        #expect(registry.command(for: key)?.id == "one")
        #expect(
            clashes
                == ["two", "three"].map {
                    "the key x of '\($0)' runs 'one', which had it first; choose another one"
                }
        )
    }

    @Test func `what was entered stays for the command's owner until that ends, and nobody else gets it`() throws {
        let registry = CommandRegistry()
        let command = Command(id: "send", title: "Send", parameters: [CommandParameter(name: "name", title: "Name")]) {
            _ in nil
        }
        func draft(of owner: Owner) throws -> [String: PlainValue] {
            try registry.register(command, owner: owner)
            defer { registry.remove("send") }
            return registry[draftOf: "send"]
        }
        try registry.register(command, owner: .plugin("a"))
        registry[draftOf: "send"] = ["name": "Ann"]
        registry.remove("send")
        registry[draftOf: "send"] = ["name": "Bob"]

        #expect(try draft(of: .plugin("b")) == [:])
        #expect(try draft(of: .plugin("a")) == ["name": "Ann"])
        registry.forgetDrafts(of: .plugin("a"))
        #expect(try draft(of: .plugin("a")) == [:])
    }

    @Test(
        arguments: [
            (["name": "Ann"], true, false), (["name": "Bob"], true, true), (["name": "Ann"], false, true),
        ] as [([String: PlainValue], Bool, Bool)]
    )
    func `what was entered goes when a run with it has succeeded`(
        values: [String: PlainValue],
        succeeds: Bool,
        stays: Bool
    ) async throws {
        struct Failure: Error {}
        let registry = CommandRegistry()
        let name = CommandParameter(name: "name", title: "Name")
        let command = Command(id: "post", title: "Post", parameters: [name]) { _ in
            if succeeds { return nil }
            throw Failure()
        }
        try registry.register(command, owner: .host)
        registry[draftOf: "post"] = ["name": "Ann"]

        _ = try? await registry.run("post", values)

        #expect(registry[draftOf: "post"] == (stays ? ["name": "Ann"] : [:]))
    }

    @Test func `a key of a command that needs a value is reported`() throws {
        var problems: [String] = []
        registry.onProblem = { problems.append("\($0): \($1)") }
        for (id, value) in [("free", "tea"), ("bound", nil)] as [(String, PlainValue?)] {
            let drink = CommandParameter(name: "drink", title: "Drink", defaultValue: value)
            let key = KeyEvent(name: id == "free" ? "x" : "y")
            let command = Command(id: id, title: id, key: key, parameters: [drink]) { _ in nil }
            try registry.register(command, owner: .plugin("me"))
        }

        #expect(
            problems == [
                "me: the key y can't run 'bound', whose 'drink' needs a value; give it a default, or leave out the key"
            ]
        )
    }

    @Test func `a key goes to the next command that wants it when its holder goes`() throws {
        try offer("one", key: "x")
        try offer("two", key: "x")

        registry.remove("one")

        #expect(registry.command(for: try #require(KeyEvent(name: "x")))?.id == "two")
    }

    @Test(arguments: [true, false])
    func `what everybody hears of a run is without the secrets that it was given`(fails: Bool) async throws {
        let registry = CommandRegistry()
        var outcomes: [CommandOutcome] = []
        registry.onRun = { outcomes.append($2) }
        let parameters = [
            CommandParameter(name: "user", title: "User"),
            CommandParameter(name: "code", title: "Code", kind: .secret),
            CommandParameter(name: "again", title: "Again", kind: .secret),
        ]
        try registry.register(
            Command(id: "safe.open", title: "Open", parameters: parameters) { arguments in
                let text = "\(arguments.text("user")) gave \(arguments.text("again")), \(arguments.text("code"))"
                if fails { throw CommandFieldError("code", text) }
                return text
            },
            owner: .plugin("me")
        )

        let run = registry.start("safe.open", ["user": "Ann", "code": "tea", "again": "teapot"])
        let answer = try? await run.value

        let hidden = "Ann gave •••, •••"
        #expect(outcomes == [fails ? .failed("'code' \(hidden)") : .finished(hidden)])
        #expect(answer == (fails ? nil : "Ann gave teapot, tea"))
    }
}
