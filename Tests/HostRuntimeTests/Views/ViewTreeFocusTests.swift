import HostTestKit
import TestSupport
import Testing

@testable import HostRuntime

@MainActor @Suite(.tags(.views)) struct ViewTreeFocusTests {
    private func button(_ title: String, _ x: Int, _ y: Int) -> Button {
        let button = Button(title)
        button.frame = Rect(x: x, y: y, width: 4, height: 1)
        return button
    }

    private func focused(_ buttons: [Button]) -> String? {
        buttons.first(where: \.isFirstResponder)?.title
    }

    /// Presses a key several times, and returns the first responder after each.
    private func visit(_ buttons: [Button], _ host: TestHost, _ keys: String...) async -> [String] {
        var visited: [String] = []
        for key in keys {
            await host.key(key)
            visited.append(focused(buttons) ?? "-")
        }
        return visited
    }

    // MARK: - Tab

    @Test func `tab goes top to bottom and left to right, whatever was added first`() async {
        let buttons = [button("d", 6, 3), button("b", 6, 1), button("c", 0, 3), button("a", 0, 1)]
        let host = await TestHost.showing(views: buttons)

        #expect(await visit(buttons, host, "tab", "tab", "tab", "tab", "tab") == ["a", "b", "c", "d", "a"])
        #expect(await visit(buttons, host, "shift-tab", "shift-tab") == ["d", "c"])
    }

    @Test func `tab visits a view's subviews before its siblings`() async {
        let left = View(frame: Rect(x: 0, y: 0, width: 5, height: 5))
        let right = View(frame: Rect(x: 8, y: 0, width: 5, height: 5))
        let buttons = [button("a", 0, 0), button("b", 0, 2), button("c", 0, 0), button("d", 0, 2)]
        for button in buttons[..<2] { left.addSubview(button) }
        for button in buttons[2...] { right.addSubview(button) }
        let host = await TestHost.showing(views: [right, left])

        #expect(await visit(buttons, host, "tab", "tab", "tab", "tab") == ["a", "b", "c", "d"])
    }

    @Test func `hidden views, disabled ones and those without room are left out`() async {
        let buttons = ["a", "b", "c", "d"].enumerated().map { button($1, 0, $0) }
        buttons[0].isHidden = true
        buttons[1].isUserInteractionEnabled = false
        buttons[2].frame = Rect(x: 0, y: 2, width: 4, height: 0)
        let host = await TestHost.showing(views: buttons)

        #expect(await visit(buttons, host, "tab", "tab") == ["d", "d"])
        #expect(!buttons[0].becomeFirstResponder())
        #expect(!buttons[1].becomeFirstResponder())
    }

    // MARK: - Arrows

    @Test func `unhandled arrows move to the nearest view`() async {
        let buttons = [button("a", 0, 0), button("b", 6, 0), button("c", 6, 2)]
        let host = await TestHost.showing(views: buttons)
        buttons[0].becomeFirstResponder()

        #expect(await visit(buttons, host, "right", "down", "down", "up", "left") == ["b", "c", "c", "b", "a"])
    }

    @Test func `arrows do nothing while no view has the keyboard`() async {
        let buttons = [button("a", 0, 0)]
        let host = await TestHost.showing(views: [buttons[0]])

        #expect(await visit(buttons, host, "down", "right") == ["-", "-"])
    }

    @Test func `a field keeps the arrows that move its cursor`() async {
        let field = TextField(frame: Rect(x: 0, y: 0, width: 5, height: 1))
        let buttons = [button("a", 6, 0), button("b", 0, 1)]
        let host = await TestHost.showing(views: [field] + buttons)
        field.becomeFirstResponder()

        #expect(await visit(buttons, host, "right", "left", "down") == ["-", "-", "b"])
    }

    // MARK: - Views that go

    @Test(arguments: [(0, "b"), (1, "c"), (2, "b")])
    func `removing a view moves the keyboard to the next one, or to the previous one at the end`(
        index: Int,
        next: String
    ) async {
        let buttons = [button("a", 0, 0), button("b", 0, 1), button("c", 0, 2)]
        let host = await TestHost.showing(views: buttons)
        buttons[index].becomeFirstResponder()

        buttons[index].removeFromSuperview()
        await host.advance(by: .seconds(1))

        #expect(focused(buttons) == next)
    }

    @Test func `hiding a superview moves the keyboard to the next view`() async {
        let pane = View(frame: Rect(x: 0, y: 0, width: 9, height: 2))
        let buttons = [button("a", 0, 0), button("b", 0, 1), button("c", 0, 3)]
        for button in buttons[..<2] { pane.addSubview(button) }
        let host = await TestHost.showing(views: [pane, buttons[2]])
        buttons[0].becomeFirstResponder()

        pane.isHidden = true
        #expect(focused(buttons) == nil)
        await host.advance(by: .seconds(1))

        #expect(focused(buttons) == "c")
    }

    @Test func `a key goes to the next view at once when its view has gone`() async {
        let fields = (0..<2).map { TextField(frame: Rect(x: 0, y: $0, width: 9, height: 1)) }
        let host = await TestHost.showing(views: fields)
        fields[0].becomeFirstResponder()

        fields[0].isHidden = true
        await host.type("x")

        #expect(fields.map(\.text) == ["", "x"])
    }

    @Test func `a view that becomes first responder after a removal keeps the keyboard`() async {
        let buttons = [button("a", 0, 0), button("b", 0, 1), button("c", 0, 2)]
        let host = await TestHost.showing(views: buttons)
        buttons[0].becomeFirstResponder()

        buttons[0].removeFromSuperview()
        buttons[2].becomeFirstResponder()
        await host.advance(by: .seconds(1))

        #expect(focused(buttons) == "c")
    }

    @Test func `a view that comes back before the next frame has the keyboard again`() async {
        let buttons = [button("a", 0, 0), button("b", 0, 1)]
        let host = await TestHost.showing(views: buttons)
        buttons[0].becomeFirstResponder()

        buttons[0].isHidden = true
        buttons[0].isHidden = false
        await host.advance(by: .seconds(1))

        #expect(focused(buttons) == "a")
    }

    @Test func `removing views one after the other moves the keyboard to the remaining one`() async {
        let buttons = ["a", "b", "c", "d"].enumerated().map { button($1, 0, $0) }
        let host = await TestHost.showing(views: buttons)
        buttons[1].becomeFirstResponder()

        for index in [1, 2, 3] { buttons[index].removeFromSuperview() }
        await host.advance(by: .seconds(1))

        #expect(focused(buttons) == "a")
    }

    // MARK: - The key window's first field

    private func form(_ titles: String...) -> (root: View, button: Button, fields: [TextField]) {
        let root = View()
        let fields = titles.enumerated().map {
            TextField(placeholder: $1, frame: Rect(x: 0, y: 2 - $0, width: 9, height: 1))
        }
        let button = button("a", 0, 0)
        for view in [button] + fields { root.addSubview(view) }
        return (root, button, fields)
    }

    @Test func `a window that becomes key gives the keyboard to its first field`() async {
        let form = form("last", "first")
        let host = await TestHost.showing(form.root)

        #expect(host.frame.cursor == Point(x: 0, y: 1))
        await host.type("x")

        #expect(form.fields.map(\.text) == ["", "x"])
    }

    @Test func `a secret field is known as one before the first key goes to it`() async {
        let host = await TestHost.showing(View())
        let root = View()
        let field = TextField(isSecret: true, frame: Rect(x: 0, y: 0, width: 9, height: 1))
        root.addSubview(field)
        let window = host.app.makeWindow(title: "login", root: root)
        var reports: [InputReport] = []
        let remove = host.app.windows.inputObservers.add { reports.append($0) }

        // Typed and pasted ahead, before a frame.
        window.makeKeyAndVisible()
        #expect(host.app.windows.isEnteringSecret)
        host.app.windows.send(KeyEvent(.character("s")))

        #expect(field.text == "s")
        #expect(reports.map(\.input) == ["a key"])
        #expect(reports.map(\.key) == [nil])
        remove()
    }

    @Test func `a window without a field gives the keyboard to no view`() async {
        let form = form()

        _ = await TestHost.showing(form.root)

        #expect(!form.button.isFirstResponder)
    }

    @Test func `a view that is made first responder with its window keeps the keyboard`() async {
        let form = form("field")
        let host = TestHost { host in
            let window = host.makeWindow(title: "page", root: form.root)
            window.makeKeyAndVisible()
            form.button.becomeFirstResponder()
            return window
        }
        await host.launch()

        #expect(form.button.isFirstResponder)
    }

    @Test func `a window that becomes key again leaves the keyboard where it was`() async {
        let form = form("last", "first")
        let host = await TestHost.showing(form.root)
        form.fields[0].becomeFirstResponder()
        let other = host.app.makeWindow(title: "other", root: View())

        other.makeKeyAndVisible()
        await host.advance(by: .seconds(1))
        other.close()
        await host.type("x")

        #expect(form.fields.map(\.text) == ["x", ""])
    }

    @Test func `a command's letter is typed into the field that has the keyboard`() async throws {
        let form = form("field")
        let host = await TestHost.showing(form.root)
        var runs = 0
        try host.app.commands.offer(
            Command(id: "page.search", title: "Search", key: KeyEvent(.character("s"))) { _ in
                runs += 1
                return nil
            }
        )

        await host.type("sS s")
        #expect(form.fields[0].text == "sS s")
        #expect(runs == 0)
        form.button.becomeFirstResponder()
        await host.key("s")

        #expect(runs == 1)
    }

    // MARK: - Visibility

    @Test(arguments: [true, false])
    func `the first responder is visible without colors`(isASCII: Bool) async {
        let plain = Button("plain")
        plain.style = Style(foreground: .white, background: .black)
        plain.focusedStyle = Style(foreground: .black, background: .white)
        let views: [View] = [
            Button("press"), plain, ListView(rows: [ListView.Row("row")]), ListView(),
            ListView(rows: [.heading("only")]),
            TextField(), TextField(isSecret: true),
        ]
        for view in views {
            let host = await TestHost.showing(view, size: Size(width: 8, height: 2), isASCII: isASCII)
            _ = view.tree?.makeFirstResponder(nil)
            await host.advance(by: .seconds(1))
            let before = look(host)

            view.becomeFirstResponder()
            await host.advance(by: .seconds(1))

            #expect(look(host) != before, "\(view)")
        }
    }

    /// Everything visible without colors: characters, attributes and the cursor.
    private func look(_ host: TestHost) -> [String] {
        let frame = host.frame
        let cells = (0..<frame.size.height).flatMap { y in
            (0..<frame.size.width).map { x in
                let cell = frame.cell(at: Point(x: x, y: y))
                return "\(cell?.character ?? "")\(cell?.style.attributes.rawValue ?? 0)"
            }
        }
        return cells + ["\(String(describing: frame.showsCursor ? frame.cursor : nil))"]
    }
}
