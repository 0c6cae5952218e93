import HostTestKit
import Testing

@testable import HostRuntime

@MainActor @Suite struct ListViewTests {
    private let rows: [ListView.Row] = [
        .heading("Fruit"), ListView.Row("Apple", id: "a"), ListView.Row("Banana", id: "b", isEnabled: false),
        .heading("Roots"), ListView.Row("Carrot", id: "c"), ListView.Row("Beet", id: "d"),
    ]

    private func show(_ list: ListView, size: Size = Size(width: 12, height: 4)) async -> TestHost {
        let host = await TestHost.showing(list, size: size)
        list.becomeFirstResponder()
        return host
    }

    @Test func `a title that is read from right to left ends at the right edge, or before the detail`() {
        let rows = [
            ListView.Row("אבג"), ListView.Row("אבג", detail: "abc"), ListView.Row("אבג", isCurrent: true),
            ListView.Row("אבגדהוזחטיכלמנ"),
        ]

        let text = RenderedView(ListView(rows: rows), size: Size(width: 13, height: 4)).text

        #expect(text == "         אבג\n    אבג  abc\n       אבג ✓\n אבגדהוזחטי…")
    }

    @Test(arguments: [
        ListView.Row("Apple", key: KeyEvent(.function(5))), ListView.Row("Apple", detail: "a fruit", isChecked: true),
        ListView.Row("Apple", detail: "a fruit", mark: Theme.good, isCurrent: true), ListView.Row("Apple", icon: "語"),
        ListView.Row("Apple", key: KeyEvent(.pageDown, .control), mark: Theme.good, icon: "語", isChecked: true),
    ])
    func `at its own size a list cuts nothing of a row`(row: ListView.Row) {
        let list = ListView(rows: [row, .space])

        let text = RenderedView(list, size: list.preferredSize(maxWidth: .max)).text

        #expect(text.contains("Apple") && text.contains(row.accessory) && !text.contains("…"))
    }

    @Test func `headings and rows that are not enabled are neither selected nor run`() async {
        let list = ListView(rows: rows)
        var chosen: [Int] = []
        var selected: [Int] = []
        list.onChoose = { chosen.append($0) }
        list.onSelect = { selected.append($0) }
        let host = await show(list, size: Size(width: 12, height: 6))
        #expect(list.selectedIndex == 1)

        for y in 0..<4 { await host.tap(1, y) }
        await host.key("down")
        await host.key("enter")

        #expect(chosen == [1, 4])
        #expect(selected == [4])
    }

    @Test func `a selected row stays selected when others come before it`() async {
        let list = ListView(rows: rows)
        list.select(id: "c")

        list.rows.insert(ListView.Row("Aubergine", id: "e"), at: 1)

        #expect(list.selectedIndex == 5)
        #expect(!list.select(id: "b"))
        #expect(!list.select(id: "nothing"))
    }

    @Test func `the row at its place is selected when one without an id changes`() async {
        let list = ListView(rows: ["a", "b", "c"].map { ListView.Row($0) })
        list.select(1)

        list.rows = ["x", "y", "z"].map { ListView.Row($0) }

        #expect(list.selectedIndex == 1)
    }

    @Test func `the wheel scrolls and leaves the choice`() async {
        let list = ListView(rows: (0..<20).map { ListView.Row("row \($0)") })
        let host = await show(list)

        host.app.windows.wheel(3, at: Point(x: 1, y: 1))
        await host.advance(by: .seconds(1))

        #expect(host.frame.contains("row 3"))
        #expect(!host.frame.contains("row 2"))
        #expect(list.selectedIndex == 0)
    }

    @Test func `turning the wheel cancels a press, because another row comes under the finger`() async {
        let list = ListView(rows: (0..<20).map { ListView.Row("row \($0)") })
        var chosen: [Int] = []
        list.onChoose = { chosen.append($0) }
        let host = await show(list)

        await host.touch(.began, at: Point(x: 1, y: 2))
        await host.wheel(3, at: Point(x: 1, y: 1))
        await host.touch(.ended, at: Point(x: 1, y: 2))
        await host.advance(by: .seconds(1))

        #expect(chosen == [])
    }

    @Test func `a tap chooses nothing if another row has come under the finger since it went down`() async {
        let list = ListView(rows: rows)
        var chosen: [Int] = []
        list.onChoose = { chosen.append($0) }
        let host = await show(list, size: Size(width: 12, height: 8))

        await host.touch(.began, at: Point(x: 1, y: 1))
        list.rows.remove(at: 0)
        await host.touch(.ended, at: Point(x: 1, y: 1))
        await host.touch(.began, at: Point(x: 1, y: 3))
        list.rows[3].detail = "fresh"
        await host.touch(.ended, at: Point(x: 1, y: 3))
        await host.advance(by: .seconds(1))

        #expect(chosen == [3])
    }

    @Test func `letters, escape and backspace are the program's`() async {
        let list = ListView(rows: rows)
        let root = KeyRecorder()
        root.addSubview(list)
        let host = await TestHost.showing(root)
        list.becomeFirstResponder()

        for key in ["c", "escape", "backspace", "space"] { await host.key(key) }

        #expect(root.keys == ["c", "escape", "backspace", "space"])
    }

    @Test(arguments: [(true, ["up", "up"]), (false, [])])
    func `an arrow at an end is passed on only if leavesArrowsAtEnds is set`(leaves: Bool, passed: [String]) async {
        let list = ListView(rows: ["a", "b"].map { ListView.Row($0) })
        list.leavesArrowsAtEnds = leaves
        let root = KeyRecorder()
        root.addSubview(list)
        list.frame = Rect(x: 0, y: 0, width: 5, height: 2)
        let host = await TestHost.showing(root)
        list.becomeFirstResponder()

        for key in ["down", "up", "up", "up"] { await host.key(key) }

        #expect(root.keys == passed)
    }

    @Test func `a list in which nothing can be selected leaves arrows and enter, and shows that it has the keyboard`()
        async
    {
        let list = ListView()
        let root = KeyRecorder()
        root.addSubview(list)
        list.frame = Rect(x: 0, y: 0, width: 5, height: 2)
        let host = await TestHost.showing(root)
        list.becomeFirstResponder()

        for key in ["down", "page-down", "home", "enter"] { await host.key(key) }

        #expect(root.keys == ["down", "enter"])
        #expect(host.frame.line(0) == "›")
    }

    @Test(arguments: [0, 1, 2, 5], [0, 1, 2, 5])
    func `a list of any size takes every key and tap`(width: Int, height: Int) async {
        let list = ListView(rows: rows + [ListView.Row("世界", detail: "人", mark: .white, sign: "世")])
        let root = View()
        root.addSubview(list)
        let host = await TestHost.showing(root, size: Size(width: 8, height: 6))
        list.frame = Rect(x: 0, y: 0, width: width, height: height)
        list.becomeFirstResponder()

        for key in ["end", "home", "page-down", "page-up", "down", "up", "b", "世", "enter"] {
            await host.key(key)
            await host.tap(0, 0)
        }
        list.rows = []
        await host.key("down")
        await host.advance(by: .seconds(2))

        #expect(list.selectedIndex == nil)
        #expect(TextWidth.width(of: host.frame.text.filter { !$0.isNewline }) <= max(1, width))
    }

    // MARK: - Contents of rows

    @Test func `a row shows its mark, its icon, its check mark and its key`() async {
        let key = KeyEvent(.function(3))
        let list = ListView(rows: [
            .heading("Shops"), ListView.Row("First", mark: Theme.good, icon: "→", isCurrent: true),
            ListView.Row("Second", detail: "left out for the key", key: key, mark: Theme.caution, sign: "◐"), .space,
            .note("A remark"),
        ])

        let host = await show(list, size: Size(width: 24, height: 5))

        #expect(
            host.frame.text == """
                 Shops
                 ● → First ✓
                 ◐   Second          f3

                   A remark
                """
        )
    }

    @Test func `icons are left out where they would take the room of titles, and where there are only letters`() async {
        let rows = [ListView.Row("Open …", icon: "→")]

        let narrow = await show(ListView(rows: rows), size: Size(width: 23, height: 1))
        let ascii = await TestHost.showing(ListView(rows: rows), size: Size(width: 24, height: 1), isASCII: true)

        #expect(narrow.frame.text == " Open …")
        #expect(ascii.frame.text == " Open ...")
    }

    @Test func `a detail is left out if only a few letters of it fit`() async {
        let row = ListView.Row("title", detail: "a long detail")

        let narrow = await show(ListView(rows: [row]), size: Size(width: 16, height: 1))
        let wide = await show(ListView(rows: [row]), size: Size(width: 17, height: 1))

        #expect(narrow.frame.text == " title")
        #expect(wide.frame.text == " title  a long …")
    }

    @Test func `the scroll mark stands apart from the text of rows`() async {
        let row = ListView.Row("title", detail: "€4")

        let whole = await show(ListView(rows: [row]), size: Size(width: 12, height: 1))
        let long = await show(ListView(rows: [row, row, row, row]), size: Size(width: 12, height: 2))

        #expect(whole.frame.text == " title   €4")
        #expect(long.frame.text == " title  €4 ▐\n title  €4")
    }

    @Test func `an emphasized list highlights the selected row without the keyboard`() async {
        let list = ListView(rows: ["a", "b"].map { ListView.Row($0) })
        let host = await TestHost.showing(list, size: Size(width: 8, height: 2))
        #expect(host.frame.cell(at: .zero)?.style.attributes.contains(.reverse) == false)

        list.isEmphasized = true
        await host.advance(by: .zero)

        #expect(host.frame.cell(at: .zero)?.style.attributes.contains(.reverse) == true)
        #expect(host.frame.text == " a\n b")
    }

    // MARK: - Check boxes

    @Test func `a tap on a check box checks, and a tap beside it only chooses the row`() async {
        let list = ListView(rows: [true, false].map { ListView.Row("row", isChecked: $0) })
        var calls: [String] = []
        list.onChoose = { calls.append("choose \($0)") }
        list.onCheck = { calls.append("check \($0)") }
        let host = await show(list)
        #expect(host.frame.text == " [x] row\n [ ] row\n\n")

        await host.tap(6, 1)
        #expect(list.selectedIndex == 1)
        #expect(calls == [])
        await host.tap(2, 0)
        await host.key("enter")

        #expect(calls == ["check 0", "check 0"])
    }

    @Test func `a quiet row can be selected, and a note cannot`() async {
        let list = ListView(rows: [.note("Nothing here."), ListView.Row("not now", isQuiet: true)])
        var chosen: [Int] = []
        list.onChoose = { chosen.append($0) }
        let host = await show(list)

        await host.tap(1, 0)
        await host.tap(1, 1)

        #expect(chosen == [1])
    }

    @Test func `rows that go while one of them is selected are not run`() async {
        let list = ListView(rows: ["a", "b"].map { ListView.Row($0) })
        list.onSelect = { _ in list.rows = [] }
        var chosen: [Int] = []
        list.onChoose = { chosen.append($0) }
        let host = await show(list)

        await host.tap(1, 1)

        #expect(chosen == [])
    }

    /// A view that records the keys that its subviews don't handle.
    private final class KeyRecorder: View {
        var keys: [String] = []

        override func keyDown(_ event: KeyEvent) -> Bool {
            keys.append("\(event)")
            return true
        }

        override func layoutSubviews() {
            for view in subviews where view.frame.isEmpty { view.frame = bounds }
        }
    }

    @Test func `a list runs the row that is tapped, or that enter is pressed on`() async {
        let list = ListView(rows: ["a", "b", "c"].map { ListView.Row($0) })
        var chosen: [Int] = []
        list.onChoose = { chosen.append($0) }
        let host = await TestHost.showing(list)
        list.becomeFirstResponder()

        await host.tap(2, 1)
        await host.key("down")
        await host.key("enter")
        await host.tap(2, 5)

        #expect(chosen == [1, 2])
    }
}
