import HostRuntime
import HostTestKit
import TestSupport
import Testing

/// The form of a command in a window of a program, used with the keyboard.
@MainActor @Suite(.tags(.views, .commands)) struct CommandFormTests {
    private struct Refused: Error, CustomStringConvertible {
        let description: String
    }

    /// A host with a command and its form, and what has come of it.
    @MainActor private final class Stage {
        let host: TestHost
        var runs: [[String]] = []
        var results: [String?] = []
        var sizes = 0
        private(set) var form: CommandForm?
        private let root = View()

        init(
            _ parameters: [CommandParameter],
            size: Size = Size(width: 44, height: 12),
            action: @escaping @MainActor (AppHost, CommandArguments) async throws -> String? = { _, _ in "done" }
        ) async throws {
            let root = root
            host = TestHost(size: size) { host in
                let window = host.makeWindow(title: "page", root: root)
                window.makeKeyAndVisible()
                return window
            }
            await host.launch()
            try offer(parameters, action: action)
            await open()
        }

        func offer(
            _ parameters: [CommandParameter],
            action: @escaping @MainActor (AppHost, CommandArguments) async throws -> String? = { _, _ in "done" }
        ) throws {
            let names = parameters.map(\.name)
            let command = Command(id: "send", title: "Send", parameters: parameters) {
                [weak self, weak host = host.app] arguments in
                self?.runs.append(names.map { arguments.text($0) })
                guard let host else { return nil }
                return try await action(host, arguments)
            }
            try host.app.commands.offer(command)
        }

        /// Opens the form in place of the one before.
        func open(questions: [CommandParameter] = []) async {
            form?.removeFromSuperview()
            guard let command = host.app.commands["send"] else { return }
            let form = CommandForm(for: command, questions: questions, in: host.app)
            form.frame = Rect(origin: .zero, size: host.frame.size)
            form.onFinish = { [weak self] in self?.results.append($0) }
            form.onResize = { [weak self] in self?.sizes += 1 }
            root.addSubview(form)
            form.focusFirstField()
            self.form = form
            await host.advance(by: .milliseconds(20))
        }

        func shows(_ text: String) -> Bool { host.frame.contains(text) }
    }

    private let name = CommandParameter(name: "name", title: "Name")
    private let age = CommandParameter(name: "age", title: "Age", kind: .number(0...130), defaultValue: 30)
    private let code = CommandParameter(name: "code", title: "Code", kind: .secret)

    @Test func `a form asks for each parameter, and its button runs the command`() async throws {
        let stage = try await Stage([name, code, age])

        await stage.host.type("Ann")
        await stage.host.key("tab")
        await stage.host.type("1234")
        await stage.host.key("tab tab enter")

        #expect(stage.shows("Name") && stage.shows("Age") && stage.shows("Code"))
        #expect(!stage.shows("1234"))
        #expect(stage.runs == [["Ann", "1234", "30"]])
        #expect(stage.results == ["done"])
    }

    @Test func `enter goes to the next empty field without a message, and in the last one sends`() async throws {
        let stage = try await Stage([name, code])

        await stage.host.type("Ann")
        await stage.host.key("enter")
        #expect(!stage.shows("Needs a value"))
        await stage.host.type("1")
        await stage.host.key("enter")

        #expect(stage.runs == [["Ann", "1"]])
    }

    @Test func `enter in a field with a problem shows only that one`() async throws {
        let stage = try await Stage([name, age, code])

        await stage.host.key("enter")
        #expect(stage.host.frame.text.components(of: "✕ Needs a value") == 1)
        await stage.host.type("Ann")
        await stage.host.key("enter")

        #expect(!stage.shows("Needs a value"))
        await stage.host.type("1")
        await stage.host.key("enter")
        #expect(stage.runs == [["Ann", "30", "1"]])
    }

    @Test func `every problem stands at its field, and the first of them gets the keyboard`() async throws {
        let stage = try await Stage([name, age, code])

        await stage.host.key("tab tab enter")
        #expect(stage.host.frame.text.components(of: "✕ Needs a value") == 2)
        await stage.host.type("A")

        #expect(stage.runs == [])
        #expect(stage.shows("Name  A") || stage.shows("Name   A"))
        #expect(stage.host.frame.text.components(of: "✕ Needs a value") == 1)
        #expect(stage.sizes > 0)
    }

    @Test func `a problem with the command's rule goes as soon as the value is right, and comes back`() async throws {
        let even = CommandParameter(name: "n", title: "N", kind: .number(nil)) {
            $0.intValue.map { $0.isMultiple(of: 2) } == true ? nil : "is odd"
        }
        let stage = try await Stage([even])
        await stage.host.type("1")
        #expect(!stage.shows("Is odd"))
        await stage.host.key("enter")
        #expect(stage.shows("✕ Is odd"))

        await stage.host.type("2")
        #expect(!stage.shows("Is odd"))
        await stage.host.type("3")
        #expect(stage.shows("✕ Is odd"))
        await stage.host.key("backspace enter")

        #expect(stage.runs == [["12"]])
    }

    @Test(arguments: ["tab", "enter", "down"])
    func `a default is selected as a whole however its field gets the keyboard`(key: String) async throws {
        let city = CommandParameter(name: "city", title: "City", defaultValue: "Porto")
        let count = CommandParameter(name: "count", title: "Count", kind: .number(0...9), defaultValue: 3)
        let stage = try await Stage([city, name, count])

        await stage.host.type("Rome")
        await stage.host.key(key)
        await stage.host.type("Ann")
        // Enter sends a form whose other fields have values.
        await stage.host.key(key == "enter" ? "tab" : key)
        await stage.host.type("5")
        await stage.host.key("enter")

        #expect(stage.runs == [["Rome", "Ann", "5"]])
    }

    @Test func `a default that the command has changed meanwhile is selected as a whole`() async throws {
        let stage = try await Stage([name, age])
        let older = CommandParameter(name: "age", title: "Age", kind: .number(0...130), defaultValue: 60)
        await stage.host.type("Ann")

        stage.form?.update(to: Command(id: "send", title: "Send", parameters: [name, older]) { _ in nil })
        await stage.host.key("tab")
        await stage.host.type("7")
        await stage.host.key("enter")

        #expect(stage.runs == [["Ann", "7"]])
    }

    @Test func `typing replaces a default as a whole`() async throws {
        let stage = try await Stage([age])

        await stage.host.type("42")
        await stage.host.key("enter")

        #expect(stage.runs == [["42"]])
    }

    // MARK: - Choices

    @Test func `choices come late, with their tints, and choosing the only one sends`() async throws {
        let to = CommandParameter(
            name: "to",
            title: "To",
            kind: .choice {
                [
                    CommandChoice(value: "a", title: "Alpha", tint: .good),
                    CommandChoice(value: "b", title: "Beta", tint: .danger, isCurrent: true),
                ]
            }
        )
        let stage = try await Stage([to])
        #expect(stage.shows("● Alpha"))
        #expect(stage.shows("○ Beta ✓"))

        await stage.host.key("up enter")

        #expect(stage.runs == [["a"]])
    }

    @Test func `choices that could not be fetched are fetched again at enter`() async throws {
        var attempts = 0
        let to = CommandParameter(
            name: "to",
            title: "To",
            kind: .choice {
                attempts += 1
                guard attempts > 1 else { throw Refused(description: "no net") }
                return [CommandChoice(value: "a", title: "Alpha")]
            }
        )
        let stage = try await Stage([to, name])
        #expect(stage.shows("✕ no net"))

        await stage.host.key("enter")

        #expect(attempts == 2)
        #expect(stage.shows("choose …"))
    }

    @Test func `choices that are fetched again keep what the person has chosen, and follow the current one`()
        async throws
    {
        var shops = (current: "a", values: ["a", "b", "c"])
        let to = CommandParameter(
            name: "to",
            title: "To",
            kind: .choice {
                shops.values.map { CommandChoice(value: $0, title: "<\($0)>", isCurrent: $0 == shops.current) }
            }
        )
        let stage = try await Stage([to])
        func reload() async {
            stage.form?.reloadChoices()
            await stage.host.advance(by: .zero)
        }

        shops = ("b", ["c", "b", "a"])
        await reload()
        #expect(stage.shows("<b> ✓"))
        await stage.host.key("down")
        shops.current = "c"
        await reload()
        await stage.host.key("enter")

        #expect(stage.runs == [["a"]])
    }

    private func fruit(_ defaultValue: PlainValue? = nil) -> CommandParameter {
        CommandParameter(
            name: "fruit",
            title: "Fruit",
            kind: .choice { [CommandChoice(value: "a", title: "Apple"), CommandChoice(value: "b", title: "Banana")] },
            defaultValue: defaultValue
        )
    }

    @Test func `without a default nothing is chosen, and sending says so`() async throws {
        let stage = try await Stage([fruit(), name])
        await stage.host.key("tab")
        await stage.host.type("Ann")

        await stage.host.key("enter")

        #expect(stage.shows("choose …"))
        #expect(stage.shows("✕ Choose one"))
        #expect(stage.runs == [])
    }

    @Test func `enter opens the choices, and enter on one chooses it and closes them`() async throws {
        let stage = try await Stage([fruit(), name])
        #expect(!stage.shows("Banana"))

        await stage.host.key("enter")
        #expect(stage.shows("Apple") && stage.shows("Banana"))
        await stage.host.key("down enter")
        #expect(stage.shows("Banana") && !stage.shows("Apple"))
        await stage.host.key("tab")
        await stage.host.type("Ann")
        await stage.host.key("enter")

        #expect(stage.runs == [["b", "Ann"]])
    }

    @Test func `escape closes the choices without choosing, and the form stays`() async throws {
        let stage = try await Stage([fruit(), name])

        await stage.host.key("space down escape")

        #expect(stage.shows("choose …"))
        #expect(!stage.shows("Banana"))
    }

    @Test func `a chosen default is left by enter, and changed with space`() async throws {
        let stage = try await Stage([fruit("b"), name])
        #expect(stage.shows("Banana"))

        await stage.host.key("enter")
        await stage.host.type("Ann")
        await stage.host.key("up space up enter enter")

        #expect(stage.runs == [["a", "Ann"]])
    }

    @Test func `the choices close when the keyboard goes elsewhere`() async throws {
        let stage = try await Stage([fruit(), name])

        await stage.host.key("enter tab")

        #expect(!stage.shows("Banana"))
    }

    // MARK: - Numbers

    @Test func `typing replaces a default number as a whole, also after a tap`() async throws {
        let cups = CommandParameter(name: "cups", title: "Cups", kind: .number(1...99), defaultValue: 12)
        let stage = try await Stage([name, cups])
        let y = try #require((0..<stage.host.frame.size.height).first { stage.host.frame.line($0).contains("12") })
        let line = stage.host.frame.line(y)
        let x = line.distance(from: line.startIndex, to: try #require(line.firstRange(of: "12")?.lowerBound))

        await stage.host.tap(x + 1, y)
        await stage.host.type("7")
        #expect(stage.shows("7") && !stage.shows("12"))
        await stage.host.key("up")
        await stage.host.type("Ann")
        await stage.host.key("enter")

        #expect(stage.runs == [["Ann", "7"]])
    }

    // MARK: - Runs

    @Test func `a command that ignores being cancelled is said to, and can be left`() async throws {
        let stage = try await Stage([name]) { _, _ in
            await withCheckedContinuation { (_: CheckedContinuation<Void, Never>) in }
            return "late"
        }
        await stage.host.type("Ann")
        await stage.host.key("enter")
        await stage.host.advance(by: .milliseconds(300))

        await stage.host.key("escape")
        #expect(stage.shows("Cancelling …"))
        await stage.host.advance(by: CommandProgress.timeToStop)
        #expect(stage.shows("It doesn't stop."))
        #expect(stage.host.app.commands.runs.count == 1)
        await stage.host.key("escape")

        #expect(stage.shows("'Send' ignores that it was cancelled"))
        #expect(stage.shows("Ann"))
        #expect(stage.host.app.commands.runs.isEmpty)
    }

    @Test func `a long run shows its progress, and escape cancels it`() async throws {
        let stage = try await Stage([name]) { host, arguments in
            arguments.reportProgress(nil, "on its way")
            try await host.clock.sleep(for: .seconds(60))
            return "late"
        }
        await stage.host.type("Ann")
        await stage.host.key("enter")
        #expect(!stage.shows("on its way"))

        await stage.host.advance(by: .milliseconds(300))
        #expect(stage.shows("on its way"))
        #expect(stage.shows("Cancel"))
        await stage.host.key("escape")

        #expect(stage.shows("'Send' was cancelled."))
        #expect(stage.shows("Ann"))
        #expect(stage.results == [])
        #expect(stage.host.app.commands.runs.isEmpty)
    }

    @Test func `two quick enters run the command once`() async throws {
        let stage = try await Stage([name]) { host, _ in
            try await host.clock.sleep(for: .seconds(5))
            return nil
        }
        await stage.host.type("Ann")

        await stage.host.key("enter enter")
        await stage.host.advance(by: .seconds(5))

        #expect(stage.runs == [["Ann"]])
        #expect(stage.results == [nil])
    }

    @Test func `an error stays below the fields, without secrets, until a value is edited`() async throws {
        let stage = try await Stage([name, code]) { _, arguments in
            throw Refused(description: "no such code: \(arguments.text("code"))!")
        }
        await stage.host.type("Ann")
        await stage.host.key("tab")
        await stage.host.type("1234")
        await stage.host.key("enter")
        #expect(stage.shows("✕ no such code: •••!"))

        await stage.host.type("5")

        #expect(!stage.shows("no such code"))
        #expect(stage.shows("Ann"))
    }

    @Test(arguments: [10, 60]) func `an error below the fields can be read to its end`(words: Int) async throws {
        let text = (1...words).map { "word\($0)" }.joined(separator: " ")
        let stage = try await Stage([name]) { _, _ in throw Refused(description: text) }
        await stage.host.type("Ann")

        await stage.host.key("enter")

        #expect(stage.shows("✕ word1 word2"))
        #expect(stage.shows("Ann"))
        #expect(stage.shows("word\(words)") == (words == 10))
        await stage.host.key("page-down")

        #expect(stage.shows("word\(words)"))
    }

    @Test func `a problem that the command finds stands at its field, and any other below the fields`() async throws {
        let stage = try await Stage([name]) { _, arguments in
            throw arguments.text("name") == "Ann"
                ? CommandFieldError("name", "is taken") : CommandFieldError("color", "is odd")
        }
        await stage.host.type("Ann")
        await stage.host.key("enter")
        #expect(stage.shows("✕ Is taken"))

        await stage.host.type("e")
        await stage.host.key("enter")

        #expect(!stage.shows("Is taken"))
        #expect(stage.shows("✕ 'color' is odd"))
    }

    @Test func `a form keeps what was entered when its command changes its parameters`() async throws {
        let stage = try await Stage([name])
        await stage.host.type("Ann")
        let pin = CommandParameter(name: "pin", title: "PIN")

        stage.form?.update(to: Command(id: "send", title: "Send", parameters: [name, pin]) { _ in nil })
        await stage.host.type("e")

        #expect(stage.shows("Anne"))
        #expect(stage.shows("PIN"))
    }

    @Test func `the owner of a form may take the values, and answers to questions of its own`() async throws {
        let stage = try await Stage([name])
        await stage.open(questions: [CommandParameter(name: "keep", title: "Keep", kind: .toggle)])
        var taken: [[String: PlainValue]] = []
        stage.form?.onSubmit = { taken.append($0) }
        await stage.host.type("Ann")
        await stage.host.key("tab space enter")

        #expect(taken == [["name": "Ann"]])
        #expect(stage.form?.answer(to: "keep") == true)
        #expect(stage.runs == [])
    }

    @Test func `a form that is busy or can't be sent sends nothing`() async throws {
        let stage = try await Stage([name])
        await stage.host.type("Ann")

        stage.form?.isBusy = true
        await stage.host.key("enter")
        stage.form?.isBusy = false
        stage.form?.isEnabled = false
        await stage.host.key("enter")

        #expect(stage.runs == [])
    }

    // MARK: - Drafts

    @Test func `what was entered and not sent is there again, but for secrets`() async throws {
        let stage = try await Stage([name, code])
        await stage.host.type("Ann")
        await stage.host.key("tab")
        await stage.host.type("1234")

        await stage.open()
        #expect(stage.shows("Ann"))
        await stage.host.key("enter enter")

        #expect(stage.shows("✕ Needs a value"))
        #expect(stage.runs == [])
    }

    @Test func `what was sent is gone`() async throws {
        let stage = try await Stage([name])
        await stage.host.type("Ann")
        await stage.host.key("enter")

        await stage.open()

        #expect(stage.runs == [["Ann"]])
        #expect(!stage.shows("Ann"))
    }

    @Test func `what could not be sent is kept`() async throws {
        let stage = try await Stage([name]) { _, _ in throw Refused(description: "no net") }
        await stage.host.type("Ann")
        await stage.host.key("enter")

        await stage.open()

        #expect(stage.shows("Ann"))
        #expect(!stage.shows("no net"))
    }

    @Test func `typing replaces what is there again, and a tap or an arrow goes on in it`() async throws {
        let stage = try await Stage([name]) { _, _ in throw Refused(description: "no net") }
        await stage.host.type("Ann")

        await stage.open()
        await stage.host.type("Bo")
        await stage.host.key("enter")
        await stage.open()
        await stage.host.key("end")
        await stage.host.type("b")
        await stage.host.key("enter")

        #expect(stage.runs == [["Bo"], ["Bob"]])
    }

    // MARK: - Sizes

    @Test(arguments: [(44, 12), (24, 8), (20, 5), (10, 3), (1, 1)])
    func `the field with the keyboard is in sight at any size`(width: Int, height: Int) async throws {
        let stage = try await Stage([name, age, code], size: Size(width: width, height: height))

        await stage.host.key("tab tab")
        await stage.host.type("xy")

        #expect(width < 20 || stage.shows("••"))
    }
}

extension String {
    /// The number of times that a text occurs.
    fileprivate func components(of text: String) -> Int {
        split(separator: text, omittingEmptySubsequences: false).count - 1
    }
}
