import HostRuntime
import HostTestKit
import Testing

@testable import InspectorPlugin

@MainActor @Suite struct InspectorPanelTests {
    private func launched(size: Size = Size(width: 80, height: 24)) async -> TestHost {
        let host = TestHost(plugins: [Inspector.self], size: size)
        await host.launch()
        return host
    }

    private func inspector(of host: TestHost) -> Window? {
        host.app.windows.visibleWindows.first { $0.title == "inspector" }
    }

    @Test(arguments: ["escape", "shift-escape", "ctrl-["])
    func `the panel gives the keyboard back when it closes`(key: String) async {
        let host = await launched()

        await host.key("f12")
        #expect(host.app.windows.keyWindow?.title == "inspector")
        await host.key(key)

        #expect(host.app.windows.keyWindow?.title == "page")
    }

    @Test func `the panel takes the screen, a half of it, or two lines, and goes round`() async throws {
        let host = await launched()
        await host.key("f12")
        let window = try #require(inspector(of: host))
        var frames = [window.frame]

        for _ in 0..<4 {
            await host.key("z")
            frames.append(window.frame)
        }

        #expect(
            frames.map(\.description) == [
                "80x24 at (0, 0)", "80x12 at (0, 12)", "80x12 at (0, 0)", "80x2 at (0, 22)", "80x24 at (0, 0)",
            ]
        )
    }

    @Test func `on a tall screen the program stays in sight above the panel`() async throws {
        let host = await launched(size: Size(width: 110, height: 40))

        await host.key("f12")

        #expect(try #require(inspector(of: host)).frame == Rect(x: 0, y: 20, width: 110, height: 20))
    }

    @Test func `the panel follows the size of the screen`() async throws {
        let host = await launched()
        await host.key("f12")

        await host.resize(to: Size(width: 60, height: 18))

        #expect(try #require(inspector(of: host)).frame == Rect(x: 0, y: 0, width: 60, height: 18))
    }

    @Test func `tab and shift-tab turn the pages, and so does a tap on a tab`() async throws {
        let host = await launched()
        await host.key("f12")
        #expect(host.frame.contains("1 window, front to back"))

        await host.key("tab")
        #expect(host.frame.contains("1 view in 1 window"))
        await host.key("shift-tab")
        #expect(host.frame.contains("1 window, front to back"))
        await host.tap(try #require(host.column(of: "Views", in: 0)), 0)

        #expect(host.frame.contains("1 view in 1 window"))
    }

    @Test func `an action at the foot can be tapped`() async throws {
        let host = await launched()
        await host.key("f12")

        await host.tap(try #require(host.column(of: "s hide", in: 23)), 23)

        #expect(host.visibleWindows == ["inspector"])
    }

    @Test func `keys for the page behind do not reach it, and the program's function keys do`() async throws {
        let host = await launched()
        var runs = 0
        try host.app.commands.offer(
            Command(id: "letter", title: "Letter", key: KeyEvent(.character("q"))) { _ in
                runs += 1
                return nil
            }
        )
        await host.key("f12 q")

        #expect(runs == 0)
        #expect(host.visibleWindows.contains("inspector"))
    }

    @Test func `a filter leaves the rows with its words, and escape takes it away`() async {
        let host = await launched()
        await host.key("f12 /")

        await host.type("nothing")
        #expect(host.frame.contains("Nothing matches 'nothing'."))
        await host.key("escape")

        #expect(host.frame.contains("page"))
        #expect(host.visibleWindows.contains("inspector"))
    }

    @Test func `a filter that is begun again replaces the old one`() async throws {
        let host = try await Neighbor.host(page: "commands", filter: "lend")
        #expect(host.frame.contains("1 of"))

        await host.key("/")
        await host.type("greet")

        #expect(!host.lines(with: "neighbor.greet").isEmpty)
        #expect(host.lines(with: "neighbor.lend").isEmpty)
    }

    @Test func `a filter that is begun again can be edited after an arrow key`() async throws {
        let host = try await Neighbor.host(page: "commands", filter: "neighbor")

        await host.key("/ end")
        await host.type(".len")

        #expect(!host.lines(with: "neighbor.lend").isEmpty)
        #expect(host.lines(with: "neighbor.greet").isEmpty)
    }

    @Test(arguments: [40, 60, 80, 200])
    func `the foot always says that f12 closes the panel`(width: Int) async {
        let host = await launched(size: Size(width: width, height: 12))

        await host.key("f12")

        #expect(host.frame.line(11).contains("tab page"))
        #expect(host.frame.line(11).contains("? all · esc f12 close"))
    }

    @Test func `a tap at the foot is for the page, and not a letter for its filter`() async throws {
        let host = try await Neighbor.host(page: "store", filter: "cups", size: Size(width: 80, height: 24))
        await host.key("/")

        await host.tap(try #require(host.column(of: "d delete", in: 23)), 23)

        #expect(host.frame.contains("'cups' deleted"))
    }

    @Test func `a tap on what lies over the foot is for nothing below it`() async {
        let host = await launched()
        await host.key("f12 t")
        #expect(host.frame.line(23).contains("the program has the keyboard"))

        await host.tap(2, 23)

        #expect(host.visibleWindows.contains("page"))
        #expect(host.app.windows.keyWindow?.title == "inspector")
    }

    @Test func `what a key of the program has answered is said over the panel`() async throws {
        let host = await launched()
        for (id, key) in [("open", 2), ("fail", 3)] {
            try host.app.commands.offer(
                Command(id: id, title: id, key: KeyEvent(.function(key))) { _ in
                    if id == "fail" { throw Neighbor.Broken() }
                    return "The door is open."
                }
            )
        }
        await host.key("f12 f2")
        #expect(host.frame.line(23).contains("The door is open."))

        await host.key("f3")

        #expect(host.frame.line(23).contains("Broken()"))
    }

    @Test func `the first f12 ever says what t and f12 do, until a key, and no later one does`() async {
        let host = await launched()
        let sentence = "t goes to the program, f12 comes back here, and f12 again closes this."

        await host.key("f12")
        #expect(host.frame.line(22).contains(sentence))
        #expect(host.frame.line(23).contains("s hide"))
        await host.key("tab")
        #expect(!host.frame.contains(sentence))
        await host.key("f12 f12")

        #expect(!host.frame.contains(sentence))
        #expect(host.app.store("inspector").all == ["introduced": true])
    }

    @Test func `a sentence that is longer than the screen is wide is in sight whole`() async {
        let host = await launched(size: Size(width: 40, height: 12))

        await host.key("f12")
        #expect(host.frame.contains("t goes to the program, f12 comes back"))
        #expect(host.frame.contains("here, and f12 again closes this."))
        await host.key("t")
        await host.key("t")

        #expect(host.frame.line(10).contains("f12 comes back here: the program has"))
        #expect(host.frame.line(11).contains("the keyboard."))
    }

    @Test func `the list of actions runs the one that is selected`() async {
        let host = await launched()
        await host.key("f12 ?")

        await host.key("enter")

        #expect(host.visibleWindows == ["inspector"])
    }

    @Test func `a letter that the list of pages doesn't have is not one of the page's`() async {
        let host = await launched()
        await host.key("f12 g")
        let frame = host.frame.text

        await host.key("x")

        #expect(host.frame.text == frame)
    }

    @Test func `a key gives the keyboard to the program, and f12 takes it back`() async throws {
        let host = await launched()
        await host.key("f12")

        await host.key("t")
        #expect(host.app.windows.keyWindow?.title == "page")
        #expect(try #require(inspector(of: host)).frame == Rect(x: 0, y: 12, width: 80, height: 12))
        #expect(host.frame.contains("f12 comes back"))
        await host.key("f12")

        #expect(host.app.windows.keyWindow?.title == "inspector")
    }

    @Test func `the foot says that the program has the keyboard for as long as it has`() async throws {
        let host = await launched()
        let page = try #require(host.app.windows.keyWindow)
        let sentence = "the program has the keyboard"
        await host.key("f12 z")
        let before = host.frame.contains(sentence)

        page.makeKey()
        await host.advance(by: .seconds(10))
        let during = host.frame.contains(sentence)
        await host.key("f12")

        #expect([before, during, host.frame.contains(sentence)] == [false, true, false])
    }

    @Test func `a program that asks for the keyboard behind the whole panel gets it when the panel has gone`()
        async throws
    {
        let host = await launched()
        let page = try #require(host.app.windows.keyWindow)
        await host.key("f12")

        page.makeKey()
        let during = host.app.windows.keyWindow?.title
        await host.key("f12")

        #expect([during, host.app.windows.keyWindow?.title] == ["inspector", "page"])
    }

    @Test func `a question that is open has the keyboard again after the program had it`() async throws {
        let host = await launched()
        let page = try #require(host.app.windows.keyWindow)
        await host.key("f12 z l ctrl-u")
        await host.type("15")
        page.makeKey()

        await host.key("f12")
        await host.type("00")
        await host.key("enter")

        #expect(host.app.windows.windows.contains { $0.level.rawValue == 1500 })
    }

    @Test func `the list of pages is in sight whole, even from two lines`() async throws {
        let host = await launched()
        await host.key("f12 z z z g")

        #expect(host.frame.contains("Windows            1"))
        #expect(host.frame.contains("Stalls             e"))
        await host.key("escape")

        #expect(try #require(inspector(of: host)).frame.height == 2)
    }

    @Test func `the problem with a text is in sight whole, above the text`() async {
        let host = await launched(size: Size(width: 60, height: 20))
        await host.key("f12 l")
        await host.type(String(repeating: "x", count: 50))

        await host.key("enter")

        #expect(host.frame.line(18).contains("A level is a number, such as 0 or 1000.5."))
    }

    @Test func `an inspector that is disabled takes its panel with it`() async throws {
        let host = await launched()
        await host.key("f12")

        try host.app.plugins.disable("inspector")
        await host.advance(by: .seconds(1))

        #expect(host.visibleWindows == ["page"])
        #expect(!host.hasPendingTimers)
    }
}

extension TestHost {
    /// Returns the column at which a text begins in a row of the screen.
    func column(of text: String, in row: Int) -> Int? {
        let line = Array(frame.line(row))
        let text = Array(text)
        guard line.count >= text.count else { return nil }
        return (0...line.count - text.count).first { Array(line[$0..<$0 + text.count]) == text }
    }
}
