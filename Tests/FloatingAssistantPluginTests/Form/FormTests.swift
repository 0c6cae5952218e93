import HostRuntime
import HostTestKit
import Testing

@testable import FloatingAssistantPlugin

/// The form of a command on the screen: messages at its fields, and choices.
@MainActor @Suite struct FormTests {
    private func opened(
        _ parameters: [CommandParameter],
        size: Size = Size(width: 80, height: 24),
        isASCII: Bool = false,
        action: @escaping Command.Action = { _ in nil }
    ) async throws -> Stage {
        let routes = HostConfiguration(["floating-assistant": ["routes": ["two-taps": "fill.in"]]])
        let stage = try await Stage.launched(
            size: size,
            configuration: routes,
            isASCII: isASCII,
            prepare: { host in
                try host.commands.offer(
                    Command(id: "fill.in", title: "Fill in", parameters: parameters, action: action)
                )
            }
        )
        await stage.host.key("f3")
        return stage
    }

    /// The choices, and the number of requests for them.
    @MainActor private final class Shelf {
        var choices: [CommandChoice] = []
        var attempts = 0
        var onCheck: () -> Void = {}
    }

    private func row(_ text: String, _ stage: Stage) throws -> Int {
        try #require((0..<stage.host.frame.size.height).first { stage.host.frame.line($0).contains(text) })
    }

    private let name = CommandParameter(name: "name", title: "Name")
    private let age = CommandParameter(
        name: "age",
        title: "Age",
        kind: .number(0...130),
        validate: { $0.intValue == nil ? "must be a whole number" : nil }
    )

    // MARK: - Values

    @Test(arguments: ["", " "]) func `a choice whose value is blank is sent like any other`(value: String) async throws
    {
        var sent: [String] = []
        let choices = CommandParameter.Kind.choice {
            [CommandChoice(value: value, title: "None"), CommandChoice(value: "vip", title: "VIP")]
        }
        let seat = CommandParameter(name: "seat", title: "Seat", kind: choices, defaultValue: "vip")
        let stage = try await opened([name, seat]) {
            sent.append($0.text("seat"))
            return nil
        }
        await stage.host.type("Ann")
        await stage.host.key("tab space up")
        #expect(stage.host.frame.contains("VIP"))

        await stage.host.key("enter")
        #expect(stage.host.frame.contains("None"))
        await stage.host.key("enter")

        #expect(sent == [value])
    }

    @Test func `a switch whose default is a text begins as the command reads it`() async throws {
        var sent: [Bool] = []
        let loud = CommandParameter(name: "loud", title: "Loud", kind: .toggle, defaultValue: "true")
        let stage = try await opened([loud]) {
            sent.append($0.toggle("loud"))
            return nil
        }
        try await stage.host.run("fill.in")

        await stage.host.key("enter enter")

        #expect(sent == [true, true])
    }

    // MARK: - Messages

    @Test func `every field shows its problem directly below`() async throws {
        let stage = try await opened([name, age])
        await stage.host.key("tab")
        await stage.host.type("1.5")

        await stage.host.key("enter")

        #expect(try row("✕ Needs a value", stage) == row("Name", stage) + 1)
        #expect(try row("✕ Must be a whole number", stage) == row("Age", stage) + 1)
        #expect(!stage.host.events.contains { $0.hasPrefix("command failed") })
    }

    @Test func `the first wrong field gets the keyboard, and its message goes when it is edited`() async throws {
        let stage = try await opened([name, age])
        await stage.host.key("tab")
        await stage.host.type("x")
        await stage.host.key("enter")

        await stage.host.type("A")

        #expect(stage.host.frame.contains("A"))
        #expect(!stage.host.frame.contains("Needs a value"))
        #expect(stage.host.frame.contains("✕ Must be a number"))
    }

    @Test func `a message of the command stands at its field too`() async throws {
        let stage = try await opened([name, age]) { _ in throw CommandFieldError("age", "is not what we have heard") }
        await stage.host.type("Ann")
        await stage.host.key("tab")
        await stage.host.type("7")

        await stage.host.key("enter")

        #expect(try row("✕ Is not what we have heard", stage) == row("Age", stage) + 1)
        await stage.host.key("backspace")
        #expect(!stage.host.frame.contains("we have heard"))
    }

    @Test func `a rule may change the offered commands`() async throws {
        let shelf = Shelf()
        let odd = CommandParameter(name: "odd", title: "Odd") { _ in
            shelf.onCheck()
            return "is odd"
        }
        let stage = try await opened([odd])
        let host = stage.host.app
        shelf.onCheck = {
            try? host.commands.offer(Command(id: "new.\(host.commands.all.count)", title: "New") { _ in nil })
        }
        await stage.host.type("x")

        await stage.host.key("enter")

        #expect(stage.host.frame.contains("✕ Is odd"))
        #expect(host.commands.all.contains { $0.id.hasPrefix("new.") })
    }

    @Test(arguments: [(80, 24), (40, 12), (24, 8), (20, 5)])
    func `a message is visible with its field on a screen of any size`(width: Int, height: Int) async throws {
        let stage = try await opened([name, age], size: Size(width: width, height: height))

        await stage.host.key("up")
        await stage.host.key("tab")
        await stage.host.key("enter")

        #expect(stage.host.frame.contains("Name"))
        #expect(stage.host.frame.contains("Needs a"))
    }

    @Test(arguments: [
        (["tab", "tab"], "Code"), (["tab", "tab", "tab", "tab"], "Name"), (["shift-tab", "shift-tab"], "Code"),
    ])
    func `the field that tab moves to is visible on a small screen`(
        keys: [String],
        title: String
    ) async throws {
        let code = CommandParameter(name: "code", title: "Code")
        let stage = try await opened([name, age, code], size: Size(width: 20, height: 5))

        for key in keys { await stage.host.key(key) }

        #expect(stage.host.frame.contains(title))
    }

    // MARK: - Kinds

    @Test func `the range of a number stands beside the field, also when it is filled in`() async throws {
        let stage = try await opened([name, age])

        await stage.host.key("tab")
        await stage.host.type("7")

        #expect(try stage.host.frame.line(row("Age", stage)).contains("0 to 130"))
    }

    @Test func `the default of a secret is named and not shown`() async throws {
        let code = CommandParameter(name: "code", title: "Code", kind: .secret, defaultValue: "1234")

        let stage = try await opened([code])

        #expect(stage.host.frame.contains("as before"))
        #expect(!stage.host.frame.contains("1234"))
    }

    // MARK: - Choices

    @Test(arguments: [true, false])
    func `choices that could not be fetched are fetched again at enter`(isAlone: Bool) async throws {
        let shelf = Shelf()
        let to = CommandParameter(
            name: "to",
            title: "To",
            kind: .choice {
                shelf.attempts += 1
                guard shelf.attempts > 1 else { throw Refused(text: "no net") }
                return [CommandChoice(value: "a", title: "Alpha", detail: "north", tint: .caution, isCurrent: true)]
            }
        )
        let stage = try await opened(isAlone ? [to] : [to, name])
        #expect(stage.host.frame.contains("✕ no net"))
        #expect(stage.host.frame.contains("Enter tries again."))

        await stage.host.key("enter")

        #expect(shelf.attempts == 2)
        #expect(!stage.host.frame.contains("no net"))
        #expect(stage.host.frame.contains("◐ Alpha ✓"))
        #expect(stage.host.frame.contains("north"))
    }

    @Test func `an error with a choice is told without the parameter's name`() async throws {
        let kind = CommandParameter.Kind.choice { throw CommandFieldError("kind2", "The bakery is closed.") }
        let stage = try await opened([CommandParameter(name: "kind2", title: "Cookie", kind: kind), name])

        #expect(stage.host.frame.contains("✕ The bakery is closed"))
        #expect(!stage.host.frame.contains("kind2"))
    }

    @Test func `an empty choice says so, and is fetched again`() async throws {
        let shelf = Shelf()
        let to = CommandParameter(name: "to", title: "To", kind: .choice { shelf.choices })
        let stage = try await opened([to])
        #expect(stage.host.frame.contains("There is nothing to choose from."))

        shelf.choices = [CommandChoice(value: "a", title: "Alpha")]
        await stage.host.tap(40, try row("There is nothing", stage))

        #expect(stage.host.frame.contains("Alpha"))
    }

    @Test func `choices that have arrived are not fetched again`() async throws {
        let shelf = Shelf()
        let to = CommandParameter(
            name: "to",
            title: "To",
            kind: .choice {
                shelf.attempts += 1
                return [CommandChoice(value: "a", title: "Alpha")]
            }
        )
        let stage = try await opened([to, name])

        await stage.host.key("enter")

        #expect(shelf.attempts == 1)
    }

    // MARK: - Results

    @Test func `a long result scrolls, and stays until a key`() async throws {
        let lines = (1...40).map { "line \($0)" }.joined(separator: "\n")
        let stage = try await opened([name]) { _ in lines }
        await stage.host.type("Ann")
        await stage.host.key("enter")
        await stage.host.advance(by: .seconds(60))
        #expect(stage.host.frame.contains("line 1"))
        #expect(!stage.host.frame.contains("line 40"))

        for _ in 0..<5 { await stage.host.key("page-down") }
        #expect(stage.host.frame.contains("line 40"))
        await stage.host.key("x")

        #expect(!stage.isPanelOpen)
    }
}

/// The room of a form's titles, fields and button.
@MainActor @Suite struct FormRoomTests {
    private func opened(_ parameters: [CommandParameter], title: String, width: Int, height: Int) async throws -> Stage
    {
        let routes = HostConfiguration(["floating-assistant": ["routes": ["two-taps": "fill.in"]]])
        let stage = try await Stage.launched(
            size: Size(width: width, height: height),
            configuration: routes,
            prepare: { host in
                try host.commands.offer(Command(id: "fill.in", title: title, parameters: parameters) { _ in nil })
            }
        )
        await stage.host.key("f3")
        return stage
    }

    @Test(arguments: [(80, 24), (40, 12)])
    func `a long title stands above its field, which has the width of the form`(width: Int, height: Int) async throws {
        let keep = CommandParameter(name: "keep", title: "Keep the pictures of these ids", hint: "ids, or none")
        let stage = try await opened([keep], title: "Forget", width: width, height: height)
        let lines = (0..<height).map(stage.host.frame.line)

        let title = try #require(lines.firstIndex { $0.contains("Keep the pictures of these") })

        #expect(lines[title + 1].contains("ids, or none"))
    }

    @Test func `a short title stands beside its field`() async throws {
        let name = CommandParameter(name: "name", title: "Name", hint: "yours")
        let stage = try await opened([name], title: "Greet", width: 80, height: 24)

        #expect((0..<24).contains { stage.host.frame.line($0).contains("Name  yours") })
    }

    @Test func `the button has the command's title while that is short, and is never cut`() async throws {
        let name = CommandParameter(name: "name", title: "Name")
        let short = try await opened([name], title: "Greet", width: 40, height: 12)
        let long = try await opened([name], title: "Greet everybody in the whole house", width: 40, height: 12)

        #expect((0..<12).count { short.host.frame.line($0).contains("Greet") } == 2)
        #expect((0..<12).contains { long.host.frame.line($0).contains(" Run ") })
    }
}
