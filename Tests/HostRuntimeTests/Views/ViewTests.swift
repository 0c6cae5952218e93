import HostTestKit
import Testing

@testable import HostRuntime

@MainActor @Suite struct ViewTests {
    // MARK: - Drawing

    @Test func `a view is drawn in its frame, over its superview, and cut at its bounds`() async {
        let outer = View(frame: Rect(x: 2, y: 1, width: 4, height: 2))
        outer.addSubview(ProbeView(Rect(x: 2, y: 1, width: 9, height: 9)))

        let host = await TestHost.showing(views: [outer])

        #expect(
            host.frame.text.split(separator: "\n", omittingEmptySubsequences: false).prefix(4) == [
                "", "", "    ##", "",
            ]
        )
    }

    @Test func `a view deep in a window is laid out whenever it needs it, also after it has been elsewhere`() async {
        let root = View()
        let outer = View(frame: Rect(x: 0, y: 0, width: 9, height: 3))
        let probe = ProbeView(Rect(x: 0, y: 0, width: 2, height: 1))
        outer.addSubview(probe)
        root.addSubview(outer)
        let host = await TestHost.showing(root)
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
        let outer = View(frame: Rect(x: 0, y: 0, width: 9, height: 3))
        outer.addSubview(ProbeView(Rect(x: 0, y: 0, width: 2, height: 1)))
        let host = await TestHost.showing(views: [outer])
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
        let sibling = ProbeView(Rect(x: 15, y: 4, width: 9, height: 9))
        root.addSubview(keeper)
        root.addSubview(sibling)
        let host = await TestHost.showing(root)
        let window = host.app.makeWindow(title: "keeper", frame: Rect(origin: .zero, size: first), root: root)
        window.show()
        await host.advance(by: .seconds(1))

        window.frame = Rect(x: 0, y: 0, width: 20, height: 6)
        await host.advance(by: .seconds(1))

        #expect(keeper.saved != nil)
        #expect(host.frame.line(4) == String(repeating: " ", count: 15) + "#####")
        #expect(host.frame.line(5) == host.frame.line(4))
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

        let host = await TestHost.showing(views[0])

        #expect(host.frame.cell(at: .zero)?.style.background == Color(0x12_34_56))
        innermost.addSubview(View())
        #expect(innermost.subviews.isEmpty)
    }

    @Test func `the root follows the window's size and lays out again`() async {
        let root = ProbeView(.zero)
        let host = await TestHost.showing(root)
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

        let host = await TestHost.showing(root, size: size)

        #expect(host.frame.size == size)
    }

    // MARK: - The keyboard

    @Test func `keys go to the first responder and then outward until a view handles them`() async {
        let root = ProbeView(.zero)
        let inner = ProbeView(Rect(x: 0, y: 0, width: 5, height: 1))
        root.addSubview(inner)
        let host = await TestHost.showing(root)
        inner.becomeFirstResponder()

        await host.key("a")
        inner.takesKeys = false
        await host.key("b")

        #expect(inner.keys == ["a", "b"])
        #expect(root.keys == ["b"])
    }

    @Test func `tab goes through the views that take keys, and around`() async {
        let fields = (0..<3).map { TextField(frame: Rect(x: 0, y: $0, width: 9, height: 1)) }
        fields[1].isHidden = true
        let host = await TestHost.showing(views: fields)
        // The first field has the keyboard already.
        var visited = [fields.firstIndex(where: \.isFirstResponder)]

        for key in ["tab", "tab", "shift-tab"] {
            await host.key(key)
            visited.append(fields.firstIndex(where: \.isFirstResponder))
        }

        #expect(visited == [0, 2, 0, 2])
    }

    @Test func `removing the first responder leaves no responder behind`() async {
        let field = TextField(frame: Rect(x: 0, y: 0, width: 9, height: 1))
        let host = await TestHost.showing(views: [field])
        field.becomeFirstResponder()

        field.removeFromSuperview()
        await host.type("x")

        #expect(field.text == "")
        #expect(!field.isFirstResponder)
    }

    @Test func `the root view of a window stays there, and may go elsewhere once the window is closed`() async {
        let (root, other) = (View(), View())
        let host = await TestHost.showing(other)
        let window = host.app.makeWindow(title: "second", root: root)
        window.show()

        other.addSubview(root)
        let whileOpen = root.superview
        window.close()
        other.addSubview(root)

        #expect(whileOpen == nil)
        #expect(root.superview === other)
    }

    @Test func `a view is in one superview, also when its removal adds it to another`() async {
        let (first, second, third) = (View(), View(), View())
        for view in [first, second, third] { view.frame = Rect(x: 0, y: 0, width: 20, height: 6) }
        let moved = ProbeView(Rect(x: 0, y: 0, width: 4, height: 1))
        third.addSubview(moved)
        let host = await TestHost.showing(views: [first, second, third])
        moved.onGesture = { if case .cancelled = $0 { second.addSubview(moved) } }
        await host.touch(.began, at: Point(x: 1, y: 0))

        first.addSubview(moved)

        #expect([first, second, third].filter { $0.subviews.contains { $0 === moved } }.count == 1)
        #expect(moved.superview?.subviews.contains { $0 === moved } == true)
    }
}
