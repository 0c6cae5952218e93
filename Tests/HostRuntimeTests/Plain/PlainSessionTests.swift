import HostTestKit
import TestSupport
import Testing

@testable import HostRuntime

@MainActor @Suite(.tags(.accessibility)) struct PlainSessionTests {
    /// A host that is used in lines, with what was said.
    @MainActor private final class Desk {
        let host: TestHost
        private(set) var lines: [String] = []
        /// The lines that were performed, as they may be shown.
        private(set) var shown: [String] = []
        private(set) var session: PlainSession!

        init(_ host: TestHost, isPiped: Bool = false) async {
            self.host = host
            session = PlainSession(host.app, isPiped: isPiped) { [host] in
                await host.advance(by: .zero)
            } write: { [unowned self] in
                lines.append($0)
            }
            session.onLine = { [unowned self] in shown.append($0) }
            await session.advance()
        }

        /// Types lines one by one, and returns what was said since.
        func type(_ all: [String]) async -> [String] {
            lines = []
            for line in all {
                session.receive(.line(line))
                await session.advance()
            }
            return lines
        }

        /// Types a line, and returns what was said since the last one.
        func type(_ line: String) async -> [String] {
            lines = []
            session.receive(.line(line))
            await session.advance()
            return lines
        }

        func wait(_ seconds: Double) async -> [String] {
            lines = []
            await host.advance(by: .seconds(seconds))
            await session.advance()
            return lines
        }
    }

    private final class Counter {
        var pressed: [String] = []
        var values: [[String: String]] = []
    }

    private let counter = Counter()

    private func button(_ title: String) -> Button {
        Button(title) { [counter] in counter.pressed.append(title) }
    }

    private func desk(_ views: [View]) async -> Desk {
        for (y, view) in views.enumerated() { view.frame = Rect(x: 0, y: y, width: 20, height: 1) }
        return await Desk(await TestHost.showing(views: views))
    }

    /// A host with a command that has a field of each kind.
    private func hostWithForm(failsFirst: Bool = false) async throws -> TestHost {
        let host = await TestHost.showing(Label("page"), size: Size(width: 60, height: 30))
        var fails = failsFirst
        let parameters = [
            CommandParameter(name: "name", title: "Name", hint: "a word") {
                "\($0)" == "bad" ? "can't be '\($0)'" : nil
            },
            CommandParameter(name: "gift", title: "Gift", kind: .toggle),
            CommandParameter(
                name: "size",
                title: "Size",
                kind: .choice {
                    [
                        CommandChoice(value: "s", title: "Small"), CommandChoice(value: "l", title: "Large"),
                    ]
                }
            ),
            CommandParameter(name: "pin", title: "Pin", kind: .secret),
        ]
        try host.app.commands.offer(
            Command(id: "order", title: "Order", parameters: parameters) { [counter] values in
                if fails {
                    fails = false
                    throw CommandUnavailable(command: "other", reason: "The kitchen is closed.")
                }
                counter.values.append(
                    Dictionary(uniqueKeysWithValues: parameters.map { ($0.name, values.text($0.name)) })
                )
                return "Ordered for \(values.text("name"))."
            }
        )
        return host
    }

    // MARK: - Pages

    @Test func `a number, a name and the beginning of a name press a button`() async {
        let desk = await desk([button("Buy"), button("Sell")])

        #expect(desk.lines == ["Page: page", "1 Buy, button", "2 Sell, button"])
        _ = await desk.type("2")
        _ = await desk.type("buy")
        _ = await desk.type("se")
        #expect(counter.pressed == ["Sell", "Buy", "Sell"])
    }

    @Test func `a name that may mean several is answered with numbers`() async {
        let desk = await desk([button("Buy tea"), button("Buy milk")])

        #expect(await desk.type("buy") == ["'buy' may mean:", "1 Buy tea, button", "2 Buy milk, button"])
        _ = await desk.type("2")
        #expect(counter.pressed == ["Buy milk"])
    }

    @Test func `two buttons of one name are one`() async {
        let desk = await desk([button("Buy"), button("Buy")])

        _ = await desk.type("buy")

        #expect(counter.pressed == ["Buy"])
    }

    @Test func `what isn't there is said with what is near`() async {
        let desk = await desk([button("Search")])

        #expect(await desk.type("serch") == ["Nothing here is called 'serch'; did you mean 'search'? ? helps."])
        for number in [7, 0, -1, Int.min, .max] {
            #expect(await desk.type("\(number)") == ["Nothing has the number \(number)."])
        }
    }

    @Test func `a control that is gone isn't pressed by its old number`() async {
        let (first, second) = (button("One"), button("Two"))
        let desk = await desk([first, second])
        first.isHidden = true

        #expect(await desk.type("1").first == "'One' isn't there any more; . says what is.")
        #expect(counter.pressed == [])
    }

    @Test func `a row of a list is chosen, and more turns its page`() async {
        let list = ListView(rows: (1...30).map { ListView.Row("row \($0)") })
        list.onChoose = { [counter] in counter.pressed.append("\($0)") }
        let desk = await Desk(await TestHost.showing(list, size: Size(width: 20, height: 5)))

        #expect(desk.lines.suffix(2) == ["4 row 4", "5 row 5"])
        #expect(await desk.type("more").suffix(1) == ["5 row 10"])
        _ = await desk.type("5")
        #expect(counter.pressed == ["9"])
    }

    @Test func `a field is a question, and its answer is typed`() async {
        let field = TextField(placeholder: "search")
        let desk = await desk([field])

        _ = await desk.type("search")
        #expect(desk.session.prompt.text == "search? ")
        _ = await desk.type("مرحبا 👩‍💻")
        #expect(field.text == "مرحبا 👩‍💻")
        #expect(desk.session.prompt.text == "")
    }

    @Test func `a command without values runs by its number, or by its name after a yes, and says its result`()
        async throws
    {
        let desk = await desk([])
        try desk.host.app.commands.offer(Command(id: "app.greet", title: "Greet") { _ in "Hello." })

        let listed = try #require(await desk.type("commands").first { $0.hasSuffix(" Greet (app.greet)") })
        #expect(await desk.type(String(listed.prefix { $0 != " " })) == ["Hello."])
        #expect(await desk.type("greet") == [])
        #expect(desk.session.prompt.text == "Run 'Greet' (yes or no, enter for no)? ")
        #expect(await desk.type("yes") == ["Hello."])
        for answer in ["no", "", "back"] { #expect(await desk.type(["greet", answer]) == []) }
        #expect(desk.session.prompt.text == "")
        #expect(await desk.type("reet") == ["Nothing here is called 'reet'; did you mean 'greet'? ? helps."])
    }

    @Test func `what a plugin has run, the plugin says`() async {
        let desk = await desk([])
        let plugin = Owner.plugin("tools")

        desk.host.app.bus.post(CommandDidRun(id: "x", owner: .host, starter: plugin, outcome: .finished("Done.")))

        #expect(await desk.wait(2) == [])
    }

    @Test func `a command that can't be run says why`() async throws {
        let desk = await desk([])
        let reason = CommandAvailability.unavailable("Log in first.")
        try desk.host.app.commands.offer(Command(id: "pay", title: "Pay", isAvailable: { reason }) { _ in nil })

        #expect(await desk.type("pay") == ["Log in first."])
        #expect(desk.session.prompt.text == "")
    }

    @Test func `quit and the end of the input end the program`() async {
        let (first, second) = (await desk([]), await desk([]))

        _ = await first.type("quit")
        second.session.receive(.end)
        await second.session.advance()

        #expect(first.host.app.lifecycleState == .terminated)
        #expect(second.host.app.lifecycleState == .terminated)
        #expect(second.session.hasEnded)
    }

    @Test func `nothing is said and no timer waits while nothing changes`() async {
        let desk = await desk([button("Buy")])

        #expect(await desk.wait(3600) == [])
        #expect(!desk.host.hasPendingTimers)
    }

    // MARK: - Dialogs

    @Test func `a dialog is said with its text, and back leaves it`() async {
        let desk = await desk([button("Buy")])
        let sheet = Sheet(title: "Sure?", content: Label("It costs 5."), buttons: [button("Yes"), button("No")])
        desk.host.app.present(sheet)

        #expect(await desk.wait(1) == ["Dialog: Sure?", "It costs 5.", "1 Yes, button", "2 No, button"])
        #expect(await desk.type("back") == ["Page: page", "1 Buy, button"])
        #expect(!sheet.isOpen)
    }

    @Test func `while a dialog is open, no command runs`() async throws {
        let desk = await desk([])
        try desk.host.app.commands.offer(Command(id: "app.greet", title: "Greet") { _ in "Hello." })
        desk.host.app.present(Sheet(title: "Sure?", buttons: [button("Yes")]))
        _ = await desk.wait(1)

        #expect(await desk.type("app.greet") == ["Nothing here is called 'app.greet'. ? helps."])
    }

    /// A page in front that goes by itself, such as an advertisement.
    private final class Passing: View {
        var isOpen = false { didSet { setNeedsDisplay() } }
        var count = 5 { didSet { setNeedsDisplay() } }
        var skipped: () -> Void = {}

        override init(frame: Rect = .zero) {
            super.init(frame: frame)
            background = Theme.panel
            gestures = GestureConfiguration(maximumTapCount: 1)
            onGesture = { [weak self] in if case .tap = $0, self?.isOpen == true { self?.skipped() } }
        }

        override var accessibilityElements: [AccessibilityElement] {
            let state: AccessibilityElement.State = isOpen ? .updatesFrequently : [.updatesFrequently, .disabled]
            return [
                AccessibilityElement(.image, "Advertisement", value: "Buy now"),
                AccessibilityElement(.button, "Skip", value: "\(count) s", state: state),
            ]
        }
    }

    private func deskBehindPassing() async -> (Desk, Passing, Window) {
        let desk = await desk([button("Buy")])
        let (view, window) = await showPassing(on: desk)
        return (desk, view, window)
    }

    private func showPassing(on desk: Desk) async -> (Passing, Window) {
        let view = Passing()
        let window = desk.host.app.makeWindow(title: "ad", level: .statusBar, root: view)
        view.skipped = { window.close() }
        window.isModal = true
        window.makeKeyAndVisible()
        _ = await desk.wait(1)
        return (view, window)
    }

    @Test func `a countdown is said at its start, when it can be skipped, and at its end`() async {
        let (desk, view, window) = await deskBehindPassing()
        #expect(
            await desk.type(".") == [
                "Page: Advertisement", "1 Advertisement, Buy now, image", "2 Skip, 5 s, button, disabled",
            ]
        )

        view.count = 4
        #expect(await desk.wait(2) == [])
        view.isOpen = true
        #expect(await desk.wait(2) == ["2 Skip, 4 s, button"])
        window.close()
        #expect(await desk.wait(2) == ["Page: page", "1 Buy, button"])
    }

    @Test func `skip waits until it may skip, and what is for the page below waits until then`() async {
        let (desk, view, _) = await deskBehindPassing()

        #expect(await desk.type("skip") == ["'skip' waits until this is over."])
        desk.session.receive(.line("buy"))
        #expect(desk.session.isWaiting)
        view.isOpen = true
        _ = await desk.wait(2)

        #expect(!desk.session.isWaiting)
        #expect(counter.pressed == ["Buy"])
    }

    @Test func `quit ends the program at once, and no line that waited is performed`() async {
        let (desk, _, _) = await deskBehindPassing()
        _ = await desk.type("buy")

        #expect(await desk.type("quit") == [])
        #expect(desk.host.app.lifecycleState == .terminated)
        #expect(counter.pressed == [])
    }

    @Test func `behind the lock nothing is said, and unlock opens it`() async {
        let desk = await desk([button("Buy")])
        desk.host.app.setScreenLocked(true)

        #expect(desk.lines.last == "Locked; unlock opens it.")
        #expect(await desk.type("buy") == ["Nothing here is called 'buy'. ? helps."])
        #expect(await desk.type("unlock").first == "Unlocked.")
        _ = await desk.type("buy")
        #expect(counter.pressed == ["Buy"])
    }

    // MARK: - Questions

    @Test func `a form asks its fields one by one`() async throws {
        let desk = await Desk(try await hostWithForm())

        #expect(await desk.type("order") == ["Dialog: Order"])
        #expect(desk.session.prompt.text == "Name (a word)? ")
        _ = await desk.type("Ada")
        #expect(desk.session.prompt.text == "Gift (yes or no, enter for no)? ")
        #expect(await desk.type("y") == ["1 Small", "2 Large"])
        _ = await desk.type("2")
        #expect(desk.session.prompt.text == "Pin? ")
        #expect(desk.session.prompt.isSecret)
        #expect(await desk.type("0042") == ["Ordered for Ada.", "Page: page", "page"])
        #expect(counter.values == [["name": "Ada", "gift": "true", "size": "l", "pin": "0042"]])
        #expect(desk.shown == ["order", "Ada", "y", "2", "•••"])
    }

    @Test func `a wrong answer is said with the question again`() async throws {
        let desk = await Desk(try await hostWithForm())
        _ = await desk.type("order")
        _ = await desk.wait(1)

        #expect(await desk.type("bad") == ["Name can't be 'bad'"])
        #expect(desk.session.prompt.text == "Name (a word)? ")
        #expect(await desk.type("") == ["Name needs a value"])
        _ = await desk.type("Ada")
        #expect(await desk.type("perhaps") == ["That is neither yes nor no."])
    }

    @Test func `back goes to the question before, and from the first one out of the form`() async throws {
        let desk = await Desk(try await hostWithForm())
        _ = await desk.type("order")
        _ = await desk.type("Ada")

        _ = await desk.type("back")
        #expect(desk.session.prompt.text == "Name (a word, enter for Ada)? ")
        #expect(await desk.type("back") == ["Page: page", "page"])
        #expect(desk.session.prompt.text == "")
    }

    @Test func `what has failed is asked again, with the answers as they were`() async throws {
        let desk = await Desk(try await hostWithForm(failsFirst: true))
        for line in ["order", "Ada", "", "1"] { _ = await desk.type(line) }

        let failed = await desk.type("0042")

        #expect(failed.contains("Failed: The kitchen is closed.") || failed.contains("The kitchen is closed."))
        #expect(desk.session.prompt.text == "Name (a word, enter for Ada)? ")
        for line in ["", "", ""] { _ = await desk.type(line) }
        #expect(await desk.type("").contains("Ordered for Ada."))
    }

    @Test func `what is typed at a question for a secret is never said, also when the question is covered or gone`()
        async throws
    {
        let host = try await hostWithForm()
        let desk = await Desk(host)
        for line in ["order", "Ada", "", "1"] { _ = await desk.type(line) }
        #expect(desk.session.prompt.isSecret)
        let cover = host.app.makeWindow(title: "cover", level: .alert, root: Label("A notice"))
        cover.isModal = true
        cover.makeKeyAndVisible()
        _ = await desk.wait(1)

        let answer = "That question isn't there now, so its answer was left out."
        #expect(await desk.type("0042") == [answer])

        cover.close()
        _ = await desk.wait(1)
        #expect(desk.session.prompt.isSecret)
        host.app.windows.keyWindow?.close()
        _ = await desk.wait(1)
        #expect(await desk.type("0042") == [answer])
        #expect(!desk.lines.joined().contains("0042"))
    }

    @Test func `lines that wait when a question appears are left out, and it's said`() async throws {
        let desk = await Desk(try await hostWithForm())
        let (_, window) = await showPassing(on: desk)
        _ = await desk.type(["order", "Ada", "0042"])
        window.close()

        let lines = await desk.wait(2)

        #expect(lines.suffix(1) == ["Left out 2 lines that came before the question."])
        #expect(desk.session.prompt.text == "Name (a word)? ")
        #expect(!desk.session.isWaiting)
        #expect(desk.shown == ["order"])
    }

    @Test func `lines that were typed and not received are left out when a question appears`() async throws {
        let desk = await Desk(try await hostWithForm())
        var unread = 1
        desk.session.discardUnread = {
            defer { unread = 0 }
            return unread
        }

        #expect(await desk.type("order") == ["Dialog: Order", "Left out 1 line that came before the question."])
        #expect(await desk.type("Ada") == [])
    }

    @Test func `the answer for a field doesn't go to what has come in front of it`() async {
        let secret = TextField(placeholder: "pin", isSecret: true)
        let desk = await desk([secret])
        _ = await desk.type("pin")
        let other = TextField(placeholder: "name")
        let cover = desk.host.app.makeWindow(title: "cover", level: .alert, root: other)
        cover.isModal = true
        cover.makeKeyAndVisible()
        other.becomeFirstResponder()

        let lines = await desk.type("0042")

        #expect(lines.first == "That question isn't there now, so its answer was left out.")
        #expect(desk.shown.last == "•••")
        #expect(other.text == "")
        #expect(secret.text == "")
    }

    // MARK: - More questions

    @Test func `the help at a question is about questions`() async throws {
        let desk = await Desk(try await hostWithForm())
        _ = await desk.type("order")

        #expect(await desk.type("?") == PlainQuestion.helpLines)
    }

    @Test func `quit ends the program at a question too`() async throws {
        let desk = await Desk(try await hostWithForm())
        _ = await desk.type("order")

        _ = await desk.type("quit")

        #expect(desk.host.app.lifecycleState == .terminated)
    }

    @Test func `a question ends with its dialog`() async throws {
        let desk = await Desk(try await hostWithForm())
        _ = await desk.type("order")

        desk.host.app.windows.keyWindow?.close()
        _ = await desk.wait(1)

        #expect(desk.session.prompt.text == "")
    }

    @Test func `a command that goes while it asks says so, and back leaves its questions`() async throws {
        let desk = await Desk(try await hostWithForm())
        for line in ["order", "Ada", "", "1"] { _ = await desk.type(line) }
        desk.host.app.commands.remove("order")

        #expect(await desk.type("0042").contains { $0.contains("order") })
        #expect(await desk.type("back") == ["Page: page", "page"])
    }

    @Test func `a line waits for a command that runs, and back cancels it`() async throws {
        let desk = await desk([])
        try offerSlow(to: desk)
        _ = await desk.type("slow")
        _ = await desk.type("x")

        #expect(await desk.type("quiet").last == "'quiet' waits until this is over.")
        #expect(desk.session.isWaiting)
        let done = await desk.wait(10)
        #expect(done.contains("Done."))
        #expect(!desk.session.isWaiting)
    }

    // MARK: - Work

    /// Offers a command that asks for a name and takes ten seconds.
    private func offerSlow(to desk: Desk) throws {
        let clock = desk.host.app.clock
        let name = CommandParameter(name: "name", title: "Name")
        try desk.host.app.commands.offer(
            Command(id: "slow", title: "Slow", parameters: [name]) { _ in
                try await clock.sleep(for: .seconds(10))
                return "Done."
            }
        )
    }

    /// A desk with a command that takes a minute, and asks for a name and a secret if wanted.
    private func deskWithWork(asks: Bool = true, listens: Bool = true, isPiped: Bool = false) async throws -> Desk {
        let host = await TestHost.showing(Label("page"), size: Size(width: 60, height: 30))
        let clock = host.app.clock
        let parameters = [
            CommandParameter(name: "name", title: "Name"), CommandParameter(name: "pin", title: "Pin", kind: .secret),
        ]
        try host.app.commands.offer(
            Command(id: "work", title: "Work", parameters: asks ? parameters : []) { _ in
                do {
                    try await clock.sleep(for: .seconds(50))
                } catch {
                    if listens { throw error }
                    await withCheckedContinuation { (_: CheckedContinuation<Void, Never>) in }
                }
                throw CommandUnavailable(command: "work", reason: "Nobody answers.")
            }
        )
        let desk = await Desk(host, isPiped: isPiped)
        _ = await desk.type(asks ? ["work", "Ada", "0042"] : ["work", "yes"])
        return desk
    }

    @Test(arguments: ["back", "cancel"])
    func `a word that leaves overtakes what waits, and what waits is no answer when it's asked again`(
        word: String
    ) async throws {
        let desk = try await deskWithWork()
        let running = await desk.wait(1)
        for line in ["sesame", "x"] { desk.session.receive(.line(line)) }
        _ = await desk.wait(1)

        let lines = await desk.type(word)

        #expect(running == ["Work is running; cancel stops it."])
        #expect(lines == ["'Work' was cancelled.", "Left out 2 lines that came before the question."])
        #expect(desk.session.prompt.text == "Name (enter for Ada)? ")
        #expect(!desk.session.isWaiting)
    }

    @Test func `what waits at a form is left out when it's asked again`() async throws {
        let desk = try await deskWithWork()

        #expect(await desk.type("sesame") == ["'sesame' waits until this is over."])
        let lines = await desk.wait(50)

        #expect(lines.suffix(1) == ["Left out 1 line that came before the question."])
        #expect(lines.contains("Failed: Nobody answers."))
        #expect(desk.session.prompt.text == "Name (enter for Ada)? ")
    }

    @Test(arguments: [PlainSession.Input.line("quit"), .end])
    func `quit and the end end the program at once, and in a pipe when what runs has ended`(
        input: PlainSession.Input
    ) async throws {
        for asks in [true, false] {
            let first = try await deskWithWork(asks: asks)
            let second = try await deskWithWork(asks: asks, isPiped: true)

            first.session.receive(input)
            await first.session.advance()
            second.session.receive(input)
            await second.session.advance()

            #expect(first.host.app.lifecycleState == .terminated)
            #expect(second.host.app.lifecycleState != .terminated)
            _ = await second.wait(61)
            #expect(second.host.app.lifecycleState == .terminated)
        }
    }

    @Test func `the page of a form that is busy is a dialog, with how far its command is`() async throws {
        let desk = try await deskWithWork()
        _ = await desk.wait(1)

        #expect(await desk.type(".") == ["Dialog: Work", "Work is running; cancel stops it."])
    }

    @Test func `a command without values is said to run, and leaves the page to other lines`() async throws {
        let desk = try await deskWithWork(asks: false)

        #expect(await desk.wait(1) == ["Work is running; cancel stops it."])
        #expect(await desk.type(".") == ["Page: page", "page", "Work is running; cancel stops it."])
        #expect(await desk.type("cancel") == ["'Work' was cancelled."])
        #expect(await desk.type("cancel") == ["Nothing is running."])
    }

    @Test func `what shows a run is said as it is after the run's end`() async throws {
        let ball = button("Ball, 50 %")
        ball.frame = Rect(x: 0, y: 0, width: 20, height: 1)
        let host = await TestHost.showing(ball, size: Size(width: 60, height: 30))
        let app = host.app
        try app.commands.offer(
            Command(id: "work", title: "Work", parameters: [CommandParameter(name: "name", title: "Name")]) { _ in
                try await app.clock.sleep(for: .seconds(5))
                return "Worked"
            }
        )
        // A plugin looks at the runs in the next turn.
        let desk = await Desk(host)
        var timer: HostTimer?
        let stop = app.commands.runObservers.add { [weak app] _ in
            timer = app?.clock.schedule(after: .zero) {
                ball.title = app?.commands.runs.isEmpty == true ? "Ball" : "Ball, 100 %"
            }
        }
        for line in ["work", "Ada"] { _ = await desk.type(line) }

        let lines = await desk.wait(5)
        stop()
        timer?.cancel()

        #expect(lines == ["Work is running; cancel stops it.", "Worked", "Page: page", "1 Ball, button"])
    }

    @Test func `a command that ignores that it was cancelled is left the second time`() async throws {
        let desk = try await deskWithWork(asks: false, listens: false)
        _ = await desk.wait(1)

        #expect(await desk.type("cancel") == [])
        #expect(await desk.wait(1) == ["Work doesn't stop; cancel again to stop waiting for it."])
        #expect(await desk.type("cancel") == ["'Work' was cancelled."])
    }

    // MARK: - Lists

    @Test func `more, less and back say so where there is nothing more`() async {
        let list = ListView(rows: (1...3).map { ListView.Row("row \($0)") })
        let desk = await Desk(await TestHost.showing(list, size: Size(width: 20, height: 5)))
        let other = await self.desk([button("Buy")])

        #expect(await desk.type("more") == ["There is no more."])
        #expect(await desk.type("less") == ["There is no more."])
        #expect(await other.type("more") == ["There is no list here."])
        #expect(await other.type("back") == ["There is nothing to leave here."])
    }

    @Test func `the rest of a long page is said by more`() async {
        let text = TextView((1...1000).map { .text("line \($0)") })
        let desk = await Desk(await TestHost.showing(text, size: Size(width: 20, height: 5)))

        #expect(desk.lines.suffix(2) == ["line 400", "and 600 more; more says them."])
        #expect(await desk.type("more").suffix(2) == ["line 800", "and 200 more; more says them."])
        #expect(await desk.type("more").count == 200)
        #expect(await desk.type("more") == ["There is no list here."])
    }

    @Test func `a command that can't be run now is listed so, and none under a dialog`() async throws {
        let desk = await desk([])
        let reason = CommandAvailability.unavailable("Log in first.")
        try desk.host.app.commands.offer(Command(id: "pay", title: "Pay", isAvailable: { reason }) { _ in nil })

        #expect(await desk.type("commands").contains { $0.hasSuffix(" Pay (pay), not now") })
        desk.host.app.present(Sheet(title: "Sure?", buttons: [button("Yes")]))
        _ = await desk.wait(1)
        #expect(await desk.type("commands") == ["No command can be run while this is open."])
    }

    @Test func `an error of several lines is said once, without control characters`() async throws {
        let host = await TestHost.showing(Label("page"), size: Size(width: 60, height: 30))
        let name = CommandParameter(name: "name", title: "Name", defaultValue: "x")
        let more = CommandParameter(name: "more", title: "More", defaultValue: "y")
        try host.app.commands.offer(
            Command(id: "bad", title: "Bad", parameters: [name, more]) { _ in
                throw CommandUnavailable(command: "bad", reason: "one\ntwo \u{1B}[2J")
            }
        )
        let desk = await Desk(host)
        for line in ["bad", ""] { _ = await desk.type(line) }

        let failed = await desk.type("")

        #expect(failed == ["Failed: one", #"two \u{1B}[2J"#])
        #expect(await desk.type("") == [])
    }
}
