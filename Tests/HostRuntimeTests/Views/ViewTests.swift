import HostTestKit
import Testing

@testable import HostRuntime

@MainActor @Suite struct ViewTests {
    private func host(_ root: View, size: Size = Size(width: 20, height: 6)) async -> TestHost {
        let host = TestHost(size: size) { host in
            let window = host.makeWindow(title: "page", root: root)
            window.makeKeyAndVisible()
            return window
        }
        await host.launch()
        return host
    }

    /// Records the events.
    private final class Probe: View {
        var gesturesSeen: [GestureEvent] = []
        var keys: [String] = []
        var takesKeys = true
        var resizes = 0

        init(_ frame: Rect, gestures: GestureConfiguration? = GestureConfiguration()) {
            super.init(frame: frame)
            self.gestures = gestures
            onGesture = { [unowned self] in gesturesSeen.append($0) }
        }

        var taps: [GestureEvent] {
            gesturesSeen.filter { if case .tap = $0 { true } else { false } }
        }

        override var canBecomeFirstResponder: Bool { true }

        override func keyDown(_ event: KeyEvent) -> Bool {
            keys.append("\(event)")
            return takesKeys
        }

        override func layoutSubviews() { resizes += 1 }

        override func draw(in canvas: inout Canvas) {
            canvas.fill(bounds, style: Theme.page, character: "#")
        }
    }

    // MARK: - Drawing

    @Test func `a view is drawn in its frame, over its superview, and cut at its bounds`() async {
        let root = View()
        let outer = View(frame: Rect(x: 2, y: 1, width: 4, height: 2))
        outer.addSubview(Probe(Rect(x: 2, y: 1, width: 9, height: 9)))
        root.addSubview(outer)

        let host = await host(root)

        #expect(
            host.frame.text.split(separator: "\n", omittingEmptySubsequences: false).prefix(4) == [
                "", "", "    ##", "",
            ]
        )
    }

    @Test func `a view deep in a window is laid out whenever it needs it, also after it has been elsewhere`() async {
        let root = View()
        let outer = View(frame: Rect(x: 0, y: 0, width: 9, height: 3))
        let probe = Probe(Rect(x: 0, y: 0, width: 2, height: 1))
        outer.addSubview(probe)
        root.addSubview(outer)
        let host = await host(root)
        #expect(probe.resizes == 1)

        await host.advance(by: .seconds(1))
        #expect(probe.resizes == 1)

        probe.setNeedsLayout()
        await host.advance(by: .seconds(1))
        #expect(probe.resizes == 2)

        outer.removeFromSuperview()
        probe.setNeedsLayout()
        root.addSubview(outer)
        await host.advance(by: .seconds(1))
        #expect(probe.resizes == 3)
    }

    @Test func `a hidden view and all inside it are not drawn`() async {
        let root = View()
        let outer = View(frame: Rect(x: 0, y: 0, width: 9, height: 3))
        outer.addSubview(Probe(Rect(x: 0, y: 0, width: 2, height: 1)))
        root.addSubview(outer)
        let host = await host(root)
        #expect(host.frame.contains("##"))

        outer.isHidden = true
        await host.advance(by: .zero)

        #expect(!host.frame.contains("#"))
    }

    @Test(arguments: [Size(width: 8, height: 3), Size(width: 30, height: 9)])
    func `a view that puts back what it drew in a window of another size spoils no other view`(first: Size) async {
        final class Keeper: View {
            var saved: Canvas?

            override func draw(in canvas: inout Canvas) {
                if let saved {
                    canvas = saved
                    return
                }
                canvas.fill(bounds, style: Theme.page, character: "k")
                saved = canvas
            }
        }
        let root = View()
        let keeper = Keeper(frame: Rect(x: 0, y: 0, width: 2, height: 1))
        let sibling = Probe(Rect(x: 15, y: 4, width: 9, height: 9))
        root.addSubview(keeper)
        root.addSubview(sibling)
        let host = await host(root)
        let window = host.app.makeWindow(title: "keeper", frame: Rect(origin: .zero, size: first), root: root)
        window.show()
        await host.advance(by: .seconds(1))

        window.frame = Rect(x: 0, y: 0, width: 20, height: 6)
        await host.advance(by: .seconds(1))

        #expect(keeper.saved != nil)
        #expect(host.frame.line(4) == String(repeating: " ", count: 15) + "#####")
        #expect(host.frame.line(5) == host.frame.line(4))
        #expect(window.snapshot(on: host.app.screen.traits).cell(at: Point(x: 19, y: 5))?.character == "#")
    }

    @Test(arguments: [true, false])
    func `at most 500 views are inside one another, whichever is added first`(isInward: Bool) async {
        let views = (0..<2000).map { _ in View(frame: Rect(x: 0, y: 0, width: 1, height: 1)) }
        let pairs = Array(zip(views, views.dropFirst()))
        for (outer, inner) in isInward ? pairs : pairs.reversed() { outer.addSubview(inner) }
        // Each view that was refused is the first of 500 others.
        let roots = views.indices.filter { views[$0].superview == nil }
        #expect(roots == Array(stride(from: 0, to: 2000, by: 500)))
        let innermost = views[499]
        innermost.background = Style(foreground: .white, background: Color(0x12_34_56))

        let host = await host(views[0])

        #expect(host.frame.cell(at: .zero)?.style.background == Color(0x12_34_56))
        innermost.addSubview(View())
        #expect(innermost.subviews.isEmpty)
    }

    @Test func `the root follows the window's size and lays out again`() async {
        let root = Probe(.zero)
        let host = await host(root)
        let before = root.resizes

        await host.resize(to: Size(width: 10, height: 3))

        #expect(root.frame == Rect(x: 0, y: 0, width: 10, height: 3))
        #expect(root.resizes == before + 1)
    }

    @Test(arguments: [Size(width: 1, height: 1), Size(width: 2, height: 1), Size(width: 4096, height: 1)])
    func `no size traps`(size: Size) async {
        let root = View()
        let list = ListView(rows: [ListView.Row("a long title", detail: "detail", mark: .white)])
        for view in [Label("text\nmore"), Button("press"), TextField(placeholder: "type"), list] {
            view.frame = Rect(x: 0, y: 0, width: size.width, height: size.height)
            root.addSubview(view)
        }

        let host = await host(root, size: size)

        #expect(host.frame.size == size)
    }

    // MARK: - Touches

    @Test func `a touch is for the topmost view under it, in that view's coordinates`() async {
        let root = View()
        let below = Probe(Rect(x: 0, y: 0, width: 10, height: 4))
        let above = Probe(Rect(x: 3, y: 1, width: 4, height: 2))
        root.addSubview(below)
        root.addSubview(above)
        let host = await host(root)

        await host.tap(4, 2)
        await host.tap(0, 0)

        #expect(above.taps == [.tap(count: 1, at: Point(x: 1, y: 1))])
        #expect(below.taps == [.tap(count: 1, at: Point(x: 0, y: 0))])
    }

    @Test func `a disabled view lets the touch through to its sibling`() async {
        let root = View()
        let below = Probe(Rect(x: 0, y: 0, width: 10, height: 4))
        let above = Probe(Rect(x: 0, y: 0, width: 10, height: 4))
        above.isUserInteractionEnabled = false
        root.addSubview(below)
        root.addSubview(above)
        let host = await host(root)

        await host.tap(1, 1)

        #expect(above.taps == [])
        #expect(below.taps.count == 1)
    }

    @Test func `a view that is dragged along under the pointer sees one steady drag`() async {
        let root = View()
        let ball = Probe(
            Rect(x: 2, y: 2, width: 2, height: 1),
            gestures: GestureConfiguration(maximumTapCount: 1, recognizesLongPress: true, drag: .afterLongPress)
        )
        let start = ball.frame
        let record = ball.onGesture
        ball.onGesture = { event in
            record?(event)
            if case .dragChanged(_, let translation) = event { ball.frame = start.offset(by: translation) }
        }
        root.addSubview(ball)
        let host = await host(root)

        await host.drag(from: Point(x: 3, y: 2), to: Point(x: 12, y: 4))

        #expect(ball.frame == Rect(x: 11, y: 4, width: 2, height: 1))
    }

    @Test func `losing the focus cancels waiting taps`() async {
        let root = Probe(.zero, gestures: GestureConfiguration(maximumTapCount: 2))
        let host = await host(root)

        await host.tap(1, 1)
        await host.focusOut()
        await host.advance(by: .seconds(1))

        #expect(root.taps == [])
        #expect(root.gesturesSeen.last == .cancelled)
    }

    @Test func `a view that is removed during a touch receives no more of it`() async {
        let root = View()
        let view = Probe(Rect(x: 0, y: 0, width: 5, height: 5))
        root.addSubview(view)
        let host = await host(root)
        host.app.windows.send(Touch(.began, at: Point(x: 1, y: 1)))

        view.removeFromSuperview()
        host.app.windows.send(Touch(.ended, at: Point(x: 1, y: 1)))

        #expect(view.taps == [])
    }

    @Test(arguments: [true, false], [true, false])
    func `a view that is hidden or disabled during a touch, or is in such a view, receives a cancellation and no tap`(
        isHiding: Bool,
        isInside: Bool
    ) async {
        let root = View()
        let outer = View(frame: Rect(x: 0, y: 0, width: 5, height: 5))
        let view = Probe(Rect(x: 0, y: 0, width: 5, height: 5))
        root.addSubview(outer)
        outer.addSubview(view)
        let host = await host(root)
        host.app.windows.send(Touch(.began, at: Point(x: 1, y: 1)))

        let changed = isInside ? outer : view
        if isHiding { changed.isHidden = true } else { changed.isUserInteractionEnabled = false }
        host.app.windows.send(Touch(.ended, at: Point(x: 1, y: 1)))
        await host.advance(by: .seconds(1))

        let point = Point(x: 1, y: 1)
        #expect(view.gesturesSeen == [.touchDown(at: point), .touchUp(at: point), .cancelled])
    }

    @Test func `a view that a gesture hides receives no more of it`() async {
        let root = View()
        let view = Probe(Rect(x: 0, y: 0, width: 4, height: 1))
        root.addSubview(view)
        let host = await host(root)
        let record = view.onGesture
        view.onGesture = { [unowned view] event in
            record?(event)
            if case .touchUp = event { view.isHidden = true }
        }

        await host.tap(1, 0)

        #expect(view.gesturesSeen == [.touchDown(at: Point(x: 1, y: 0)), .touchUp(at: Point(x: 1, y: 0))])
    }

    @Test func `a window that is hidden cancels waiting taps`() async {
        let view = Probe(.zero, gestures: GestureConfiguration(maximumTapCount: 4))
        let host = await host(View())
        let window = host.app.makeWindow(title: "hiding", root: view)
        window.show()
        await host.tap(1, 0)

        window.hide()
        let seen = view.gesturesSeen
        window.show()
        await host.advance(by: .seconds(1))

        #expect(seen.last == .cancelled)
        #expect(view.gesturesSeen == seen)
        #expect(view.taps == [])
    }

    // MARK: - The keyboard

    @Test func `keys go to the first responder and then outward until a view handles them`() async {
        let root = Probe(.zero)
        let inner = Probe(Rect(x: 0, y: 0, width: 5, height: 1))
        root.addSubview(inner)
        let host = await host(root)
        inner.becomeFirstResponder()

        await host.key("a")
        inner.takesKeys = false
        await host.key("b")

        #expect(inner.keys == ["a", "b"])
        #expect(root.keys == ["b"])
    }

    @Test func `tab goes through the views that take keys, and around`() async {
        let root = View()
        let fields = (0..<3).map { TextField(frame: Rect(x: 0, y: $0, width: 9, height: 1)) }
        for field in fields { root.addSubview(field) }
        fields[1].isHidden = true
        let host = await host(root)
        // The first field has the keyboard already.
        var visited = [fields.firstIndex(where: \.isFirstResponder)]

        for key in ["tab", "tab", "shift-tab"] {
            await host.key(key)
            visited.append(fields.firstIndex(where: \.isFirstResponder))
        }

        #expect(visited == [0, 2, 0, 2])
    }

    @Test func `removing the first responder leaves no responder behind`() async {
        let root = View()
        let field = TextField(frame: Rect(x: 0, y: 0, width: 9, height: 1))
        root.addSubview(field)
        let host = await host(root)
        field.becomeFirstResponder()

        field.removeFromSuperview()
        await host.type("x")

        #expect(field.text == "")
        #expect(!field.isFirstResponder)
    }

    @Test func `a touch does not go to a view that the taps before it hide`() async {
        let root = View()
        let first = Probe(
            Rect(x: 0, y: 0, width: 4, height: 1),
            gestures: GestureConfiguration(maximumTapCount: 2)
        )
        let second = Probe(Rect(x: 8, y: 0, width: 4, height: 1))
        first.onGesture = { if case .tap = $0 { second.isHidden = true } }
        for view in [first, second] { root.addSubview(view) }
        let host = await host(root)

        await host.touch(.began, at: Point(x: 1, y: 0))
        await host.touch(.ended, at: Point(x: 1, y: 0))
        // The first tap waits for a second one, which does not come.
        await host.touch(.began, at: Point(x: 9, y: 0))
        await host.touch(.ended, at: Point(x: 9, y: 0))
        await host.advance(by: .seconds(1))

        #expect(second.isHidden)
        #expect(second.gesturesSeen.isEmpty)
    }

    @Test func `a touch ends with the window that the taps before it hide`() async {
        let root = View()
        let first = Probe(
            Rect(x: 0, y: 0, width: 4, height: 1),
            gestures: GestureConfiguration(maximumTapCount: 2)
        )
        let second = Probe(
            Rect(x: 8, y: 0, width: 4, height: 1),
            gestures: GestureConfiguration(recognizesLongPress: true)
        )
        for view in [first, second] { root.addSubview(view) }
        let host = await host(root)
        let window = host.app.windows.keyWindow
        first.onGesture = { if case .tap = $0 { window?.hide() } }

        await host.touch(.began, at: Point(x: 1, y: 0))
        await host.touch(.ended, at: Point(x: 1, y: 0))
        await host.touch(.began, at: Point(x: 9, y: 0))
        await host.advance(by: .seconds(2))

        #expect(window?.isHidden == true)
        #expect(second.gesturesSeen.isEmpty)
    }

    @Test func `a view is in one superview, also when its removal adds it to another`() async {
        let root = View()
        let (first, second, third) = (View(), View(), View())
        for view in [first, second, third] {
            view.frame = Rect(x: 0, y: 0, width: 20, height: 6)
            root.addSubview(view)
        }
        let moved = Probe(Rect(x: 0, y: 0, width: 4, height: 1))
        third.addSubview(moved)
        let host = await host(root)
        moved.onGesture = { if case .cancelled = $0 { second.addSubview(moved) } }
        await host.touch(.began, at: Point(x: 1, y: 0))

        first.addSubview(moved)

        #expect([first, second, third].filter { $0.subviews.contains { $0 === moved } }.count == 1)
        #expect(moved.superview?.subviews.contains { $0 === moved } == true)
    }

    // MARK: - Controls

    @Test func `a button acts at a tap, at enter and at space`() async {
        let root = View()
        var presses = 0
        let button = Button("Go") { presses += 1 }
        button.frame = Rect(x: 1, y: 1, width: 6, height: 1)
        root.addSubview(button)
        let host = await host(root)

        await host.tap(2, 1)
        await host.key("enter")
        await host.key("space")

        #expect(presses == 3)
    }

    @Test func `a secret field shows a dot for each character`() async {
        let field = TextField(isSecret: true)
        let host = await host(field)
        field.becomeFirstResponder()

        await host.type("secret")
        await host.advance(by: .zero)

        #expect(host.frame.contains("••••••"))
        #expect(!host.frame.contains("secret"))
        #expect(field.text == "secret")
    }

    @Test func `a field keeps its cursor visible in a longer text`() async {
        let field = TextField()
        let host = await host(field, size: Size(width: 5, height: 1))
        field.becomeFirstResponder()

        await host.type("abcdefgh")
        #expect(host.frame.contains("efgh"))
        #expect(!host.frame.contains("d"))
        await host.key("home")

        #expect(host.frame.text == "abcde")
        #expect(field.cursorPosition == .zero)
    }

    @Test func `a field that is scrolled out of view hides its cursor`() async {
        let root = View()
        let pane = View(frame: Rect(x: 0, y: 0, width: 10, height: 2))
        let field = TextField(frame: Rect(x: 1, y: 1, width: 8, height: 1))
        pane.addSubview(field)
        root.addSubview(pane)
        let host = await host(root)
        field.becomeFirstResponder()
        let content = host.app.windows.keyWindow?.content
        #expect(content?.cursorPosition == Point(x: 1, y: 1))

        field.frame.origin.y = 2

        #expect(content?.cursorPosition == nil)
    }

    @Test func `a list runs the row that is tapped, or that enter is pressed on`() async {
        let list = ListView(rows: ["a", "b", "c"].map { ListView.Row($0) })
        var chosen: [Int] = []
        list.onChoose = { chosen.append($0) }
        let host = await host(list)
        list.becomeFirstResponder()

        await host.tap(2, 1)
        await host.key("down")
        await host.key("enter")
        await host.tap(2, 5)

        #expect(chosen == [1, 2])
    }

    // MARK: - Changes from inside gestures

    @Test func `a waiting tap is reported when another view is touched`() async {
        let root = View()
        let first = Probe(Rect(x: 0, y: 0, width: 4, height: 1), gestures: GestureConfiguration(maximumTapCount: 4))
        let second = Probe(Rect(x: 10, y: 0, width: 4, height: 1))
        root.addSubview(first)
        root.addSubview(second)
        let host = await host(root)

        await host.tap(1, 0)
        await host.tap(11, 0)
        await host.advance(by: .seconds(1))

        #expect(first.taps == [.tap(count: 1, at: Point(x: 1, y: 0))])
        #expect(second.taps == [.tap(count: 1, at: Point(x: 1, y: 0))])
    }

    @Test func `a view that is removed while it is touched receives a cancellation`() async {
        let root = View()
        let view = Probe(Rect(x: 0, y: 0, width: 4, height: 1))
        root.addSubview(view)
        let host = await host(root)
        host.app.windows.send(Touch(.began, at: Point(x: 1, y: 0)))

        view.removeFromSuperview()
        host.app.windows.send(Touch(.ended, at: Point(x: 1, y: 0)))

        let point = Point(x: 1, y: 0)
        #expect(view.gesturesSeen == [.touchDown(at: point), .touchUp(at: point), .cancelled])
    }

    @Test func `a view that a gesture removes receives no more of it`() async {
        let root = View()
        let view = Probe(Rect(x: 0, y: 0, width: 4, height: 1))
        root.addSubview(view)
        let host = await host(root)
        var seen: [GestureEvent] = []
        view.onGesture = { [unowned view] event in
            seen.append(event)
            if case .touchUp = event { view.removeFromSuperview() }
        }

        await host.tap(1, 0)

        #expect(seen == [.touchDown(at: Point(x: 1, y: 0)), .touchUp(at: Point(x: 1, y: 0))])
    }

    @Test func `a view whose window a gesture closes receives no more of it`() async {
        let view = Probe(Rect(x: 0, y: 0, width: 4, height: 1))
        let host = await host(View())
        let root = View()
        root.addSubview(view)
        let window = host.app.makeWindow(title: "closing", root: root)
        window.show()
        var seen: [GestureEvent] = []
        view.onGesture = { event in
            seen.append(event)
            if case .touchUp = event { window.close() }
        }

        await host.tap(1, 0)

        #expect(seen == [.touchDown(at: Point(x: 1, y: 0)), .touchUp(at: Point(x: 1, y: 0))])
    }

    @Test func `a view that is removed while it is first responder is informed`() async {
        final class Listener: View {
            var changes = 0
            override var canBecomeFirstResponder: Bool { true }
            override func firstResponderDidChange() { changes += 1 }
        }
        let root = View()
        let view = Listener()
        root.addSubview(view)
        let host = await host(root)
        view.becomeFirstResponder()

        view.removeFromSuperview()

        #expect(view.changes == 2)
        withExtendedLifetime(host) {}
    }

    @Test func `a view that becomes a window's root leaves where it was`() async {
        let page = Probe(.zero)
        let view = View(frame: Rect(x: 3, y: 3, width: 4, height: 1))
        page.addSubview(view)
        let host = await host(page)

        let window = host.app.makeWindow(title: "other", root: view)
        window.makeKeyAndVisible()
        await host.key("x")

        #expect(page.subviews.isEmpty)
        #expect(page.keys.isEmpty)
    }
}
