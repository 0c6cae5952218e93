import HostTestKit
import TestSupport
import Testing

@testable import HostRuntime

/// Where the terminal's cursor stands, which screen readers and braille displays follow.
@MainActor @Suite(.tags(.accessibility)) struct FocusCursorTests {
    /// Returns a part of the row at the cursor, which begins there.
    private func text(_ host: TestHost, _ count: Int = 3) -> String? {
        host.frame.cursor.map { place in
            (place.x..<place.x + count).map { host.frame.cell(at: Point(x: $0, y: place.y))?.character ?? "" }.joined()
        }
    }

    /// Presses keys one by one, and returns what stands at the cursor at first and after each.
    private func visit(_ host: TestHost, _ keys: String..., count: Int = 3) async -> [String?] {
        var visited = [text(host, count)]
        for key in keys {
            await host.key(key)
            visited.append(text(host, count))
        }
        return visited
    }

    // MARK: - Controls

    @Test func `at a button it stands at the first letter of the title`() async {
        let buttons = [Button("Buy"), Button("Later")]
        for (x, button) in buttons.enumerated() { button.frame = Rect(x: 10 * x, y: 1, width: 9, height: 1) }
        let host = await TestHost.showing(views: buttons)

        #expect(await visit(host, "tab", "tab", "left") == ["Buy", "Buy", "Lat", "Buy"])
        #expect(!host.frame.showsCursor)
    }

    @Test func `in a list it stands at the first letter of the selected row`() async {
        let list = ListView(rows: [.heading("Hot"), ListView.Row("Tea"), ListView.Row("Mate"), ListView.Row("Milk")])
        let host = await TestHost.showing(list, size: Size(width: 20, height: 3))
        list.becomeFirstResponder()
        await host.advance(by: .zero)

        #expect(await visit(host, "down", "down", "home") == ["Tea", "Mat", "Mil", "Tea"])
    }

    @Test(arguments: [
        ListView.Row("Tea", mark: Theme.good), ListView.Row("Tea", icon: "☕"), ListView.Row("Tea", isChecked: true),
        ListView.Row("Tea", detail: "2.50", isCurrent: true),
    ])
    func `signs before the title of a row don't count`(row: ListView.Row) async {
        let list = ListView(rows: [ListView.Row("Mate"), row])
        let host = await TestHost.showing(list, size: Size(width: 30, height: 3))
        list.becomeFirstResponder()
        await host.key("down")

        #expect(text(host) == "Tea")
    }

    @Test func `a row that's read from right to left begins where it's drawn`() async {
        let list = ListView(rows: [ListView.Row("שלום")])
        let host = await TestHost.showing(list, size: Size(width: 30, height: 3))
        list.becomeFirstResponder()
        await host.key("down")

        #expect(text(host, 4) == "שלום")
    }

    @Test func `at a wide glyph it stands at the left half`() async {
        let list = ListView(rows: [ListView.Row("日本")])
        let host = await TestHost.showing(list, size: Size(width: 30, height: 3))
        list.becomeFirstResponder()
        await host.key("down")

        #expect(host.frame.cursor == Point(x: 1, y: 0))
        #expect(text(host, 1) == "日")
    }

    @Test func `a selected row that was scrolled out of sight has no cursor, and a key brings it back`() async {
        let list = ListView(rows: (1...9).map { ListView.Row("row \($0)") })
        let host = await TestHost.showing(list, size: Size(width: 20, height: 3))
        list.becomeFirstResponder()
        await host.wheel(4, at: .zero)

        #expect(host.frame.cursor == nil)
        await host.key("down")
        #expect(text(host, 5) == "row 2")
    }

    @Test func `a list without a row to select has it in the first cell`() async {
        let list = ListView(rows: [.note("Nothing here.")])
        let host = await TestHost.showing(list)
        list.becomeFirstResponder()
        await host.key("down")

        #expect(host.frame.cursor == .zero)
    }

    @Test func `in a field it's shown, at the place of the next letter`() async {
        let field = TextField(frame: Rect(x: 2, y: 1, width: 9, height: 1))
        let host = await TestHost.showing(views: [field])
        field.becomeFirstResponder()
        await host.type("ab")

        #expect(host.frame.cursor == Point(x: 4, y: 1))
        #expect(host.frame.showsCursor)
    }

    @Test func `in a text that scrolls it stands at the first letter in sight`() async {
        let view = TextView((1...9).map { .text("line \($0)") })
        let host = await TestHost.showing(view, size: Size(width: 20, height: 3))
        view.becomeFirstResponder()
        await host.advance(by: .zero)

        #expect(await visit(host, "down", "end", count: 6) == ["line 1", "line 2", "line 7"])
    }

    @Test func `a form has it in each of its controls`() async throws {
        let host = TestHost(size: Size(width: 60, height: 20))
        await host.launch()
        let sizes = [CommandChoice(value: "s", title: "s"), CommandChoice(value: "m", title: "m")]
        let parameters = [
            CommandParameter(name: "name", title: "Name", kind: .text),
            CommandParameter(name: "size", title: "Size", kind: .choice { sizes }),
            CommandParameter(name: "gift", title: "Gift", kind: .toggle),
        ]
        let command = Command(id: "order", title: "Order", parameters: parameters) { _ in nil }
        try host.app.commands.offer(command)
        let form = CommandForm(for: command, in: host.app)
        host.app.present(Sheet(title: "Order", content: form, buttons: [Button("Close")]))
        await host.advance(by: .zero)

        #expect(host.frame.showsCursor)
        let visited = await visit(host, "tab", "enter", "down", "enter", "tab", "tab", "tab", count: 2)
        #expect(visited.dropFirst() == ["ch", "s ", "m ", "m ", " ]", "Or", "Cl"])
        #expect(!host.frame.showsCursor)
    }

    // MARK: - Windows

    @Test func `a sheet has it at the first button, and at its title if it has no control`() async {
        let host = TestHost()
        await host.launch()
        let sheet = Sheet(title: "Sure?", content: Label("It stays."), buttons: [Button("Yes")])
        host.app.present(sheet)
        await host.advance(by: .zero)
        #expect(text(host) == "Yes")

        sheet.close()
        host.app.present(Sheet(title: "Wait", content: Label("It runs.")))
        await host.advance(by: .zero)
        #expect(text(host, 4) == "Wait")
    }

    @Test func `without a first responder it stands at the first control, and without one at the first text`() async {
        let (root, label, button) = (View(), Label("Sale"), Button("Skip"))
        label.frame = Rect(x: 2, y: 0, width: 9, height: 1)
        button.frame = Rect(x: 6, y: 3, width: 6, height: 1)
        for view in [label, button] { root.addSubview(view) }
        let host = await TestHost.showing(root)
        #expect(host.frame.cursor == Point(x: 7, y: 3))

        button.isHidden = true
        await host.advance(by: .milliseconds(100))
        #expect(text(host, 4) == "Sale")
    }

    @Test func `it follows a window that moves, and a screen of another size`() async throws {
        let button = Button("Buy")
        let host = await TestHost.showing(button)
        let window = try #require(host.app.windows.keyWindow)
        window.frame = Rect(x: 4, y: 2, width: 5, height: 1)
        await host.advance(by: .milliseconds(100))
        #expect(host.frame.cursor == Point(x: 5, y: 2))

        await host.resize(to: Size(width: 8, height: 2))
        #expect(host.frame.cursor == nil)
        await host.resize(to: Size(width: 30, height: 9))
        #expect(text(host) == "Buy")
    }

    /// A list in the key window, with another window in front.
    private func covered(by frame: Rect, _ root: View) async -> (host: TestHost, cover: Window) {
        let list = ListView(rows: [ListView.Row("abcdef")])
        let host = await TestHost.showing(list)
        list.becomeFirstResponder()
        root.background = Theme.panel
        let cover = host.app.makeWindow(title: "cover", level: .alert, frame: frame, root: root)
        cover.show()
        await host.advance(by: .milliseconds(100))
        return (host, cover)
    }

    @Test func `the key window has it, though another one is in front`() async {
        let (host, cover) = await covered(by: Rect(x: 0, y: 2, width: 9, height: 1), Button("front"))

        #expect(text(host) == "abc")
        cover.makeKey()
        await host.advance(by: .milliseconds(100))
        #expect(text(host) == "fro")
    }

    @Test func `beside what covers the beginning of its row it stands at the next cell`() async {
        let (host, _) = await covered(by: Rect(x: 0, y: 0, width: 3, height: 1), View())

        #expect(text(host) == "cde")
    }

    @Test func `a focus that is covered has none`() async {
        let (host, cover) = await covered(by: Rect(x: 0, y: 0, width: 20, height: 2), View())

        #expect(host.frame.cursor == nil)
        cover.close()
        await host.advance(by: .milliseconds(100))
        #expect(text(host) == "abc")
    }

    @Test func `the cover of a locked screen has it at its words`() async {
        let host = await TestHost.showing(Button("Buy"))
        await host.lock()

        #expect(text(host, 6) == "locked")
    }

    @Test func `the name of the key window's page is reported when it changes`() async throws {
        let host = await TestHost.showing(Button("Buy"))
        let window = try #require(host.app.windows.keyWindow)
        var titles: [String?] = []
        host.app.screen.onPageTitleChange = { titles.append($0) }

        for title in ["Home", "Home", "Orders", nil] {
            window.pageTitle = title
            await host.advance(by: .milliseconds(100))
        }
        let sheet = Sheet(title: "Sure?", buttons: [Button("Yes")])
        host.app.present(sheet)
        await host.advance(by: .milliseconds(100))
        sheet.close()
        window.hide()
        await host.advance(by: .milliseconds(100))

        #expect(titles == ["Home", "Orders", "page", "Sure?", nil])
    }

    // MARK: - Frames

    @Test func `a frame that changes nothing doesn't move it, and one that draws elsewhere leaves it`() async {
        let (list, label) = (ListView(rows: [ListView.Row("a"), ListView.Row("b")]), Label("0"))
        list.frame = Rect(x: 0, y: 2, width: 9, height: 2)
        label.frame = Rect(x: 0, y: 0, width: 9, height: 1)
        let host = await TestHost.showing(views: [list, label])
        list.becomeFirstResponder()
        await host.key("down")
        let (frames, place) = (host.changedFrames, host.frame.cursor)

        list.setNeedsDisplay()
        await host.advance(by: .milliseconds(100))
        #expect(host.changedFrames == frames)

        label.text = "1"
        await host.advance(by: .milliseconds(100))
        #expect(host.changedFrames == frames + 1)
        #expect(host.frame.cursor == place)
    }
}
