import HostTestKit
import Testing

@testable import HostRuntime

@MainActor @Suite struct SheetTests {
    private func launched(_ width: Int = 80, _ height: Int = 24) async -> TestHost {
        let host = TestHost(size: Size(width: width, height: height)) { host in
            let page = ProbeView(.zero)
            let window = host.makeWindow(title: "page", root: page)
            window.makeKeyAndVisible()
            return window
        }
        await host.launch()
        return host
    }

    private func keyWindow(_ host: TestHost) -> String? { host.app.windows.keyWindow?.title }

    // MARK: - Size

    private nonisolated static let sizes = [(20, 5), (40, 12), (80, 24), (200, 60), (400, 120)]

    @Test(arguments: sizes)
    func `the title, the text and the button of a short sheet are in sight`(width: Int, height: Int) async {
        let host = await launched(width, height)
        let sheet = Sheet(title: "News", content: Label("Tea is back."), buttons: [Button("Close")])

        host.app.present(sheet)
        await host.advance(by: .seconds(1))

        for text in ["News", "Tea is back.", "Close"] { #expect(host.frame.contains(text)) }
        #expect(sheet.bounds.width <= width && sheet.bounds.height <= height)
    }

    @Test(arguments: sizes)
    func `a long text scrolls above the button`(width: Int, height: Int) async {
        let host = await launched(width, height)
        let text = TextView((1...200).map { .text("line \($0)") })
        let sheet = Sheet(title: "News", content: text, buttons: [Button("Close")])

        host.app.present(sheet)
        await host.advance(by: .seconds(1))
        let first = host.frame
        await host.key("end")

        #expect(first.contains("line 1") && first.contains("Close"))
        #expect(host.frame.contains("line 200") && host.frame.contains("Close"))
    }

    @Test func `buttons that don't fit in a line take several`() async {
        let host = await launched(30, 20)
        let titles = ["Accept everything", "Decide later", "Never ask again"]
        let sheet = Sheet(title: "Ask", content: Label("Well?"), buttons: titles.map { Button($0) })

        host.app.present(sheet)
        await host.advance(by: .seconds(1))

        for title in titles { #expect(host.frame.contains(title)) }
    }

    @Test func `a content that has shrunk with the screen grows with it again`() async {
        let host = await launched()
        let content = ProbeView(Rect(x: 0, y: 0, width: 40, height: 6))
        host.app.present(Sheet(title: "News", content: content, buttons: [Button("Close")]))
        await host.advance(by: .seconds(1))
        let before = content.bounds

        await host.resize(to: Size(width: 80, height: 6))
        let during = content.bounds
        await host.resize(to: Size(width: 80, height: 24))

        #expect(during.height < 6)
        #expect(content.bounds == before && before.height == 6)
    }

    @Test(arguments: ["field", "buttons", "view", "list"])
    func `a content that doesn't say its size is seen`(kind: String) async {
        let content: [String: View] = [
            "field": TextField(placeholder: "here"), "buttons": ButtonRow([Button("here")]),
            "view": ProbeView(.zero), "list": ListView(),
        ]
        let sign = ["view": "#", "list": "›"][kind] ?? "here"
        let host = await launched()
        // The page is full of the sign.
        host.app.windows.visibleWindows[0].rootView?.isHidden = true

        host.app.present(Sheet(title: "News", content: content[kind]))
        await host.advance(by: .seconds(1))

        #expect(host.frame.contains(sign))
    }

    // MARK: - Its look

    @Test(arguments: [ColorDepth.trueColor, .ansi16], [false, true])
    func `a sheet hides no letter beside it, and its words stand on its own color`(
        depth: ColorDepth,
        isStill: Bool
    ) async throws {
        let line = "sold out " + String(repeating: "x", count: 71)
        let page = Label(Array(repeating: line, count: 24).joined(separator: "\n"))
        let host = TestHost(colorDepth: depth, reducesMotion: isStill) { host in
            let window = host.makeWindow(title: "page", root: page)
            window.makeKeyAndVisible()
            return window
        }
        await host.launch()
        let before = host.frame
        let content = View(frame: Rect(x: 0, y: 0, width: 40, height: 6))
        let text = TextView([.heading("Tea"), .field("price", "3")])
        let parts = [text, Label("is back"), ListView(rows: [.note("n")])]
        for (y, part) in parts.enumerated() {
            part.frame = Rect(x: 0, y: 2 * y, width: 40, height: 2)
            content.addSubview(part)
        }
        let sheet = Sheet(title: "News", content: content, buttons: [])

        host.app.present(sheet)
        await host.advance(by: .seconds(1))

        var (grounds, hidden): (Set<Color?>, Int) = ([], 0)
        for y in 0..<24 {
            for x in 0..<80 {
                let cell = try #require(host.frame.cell(at: Point(x: x, y: y)))
                if sheet.frame.contains(Point(x: x, y: y)) {
                    grounds.insert(cell.style.background)
                } else if cell.character != before.cell(at: Point(x: x, y: y))?.character {
                    hidden += 1
                }
            }
        }
        #expect(hidden == 0 && grounds.count == 1)
    }

    // MARK: - Closing

    @Test func `escape closes it, and the page has its keyboard back`() async {
        let host = await launched()
        var closed = 0
        let sheet = Sheet(title: "News", buttons: [Button("Close")])
        sheet.onClose = { closed += 1 }
        host.app.present(sheet)
        let during = keyWindow(host)

        await host.key("escape")
        sheet.close()

        #expect([during, keyWindow(host)] == ["News", "page"])
        #expect(closed == 1)
        #expect(!sheet.isOpen)
    }

    @Test func `enter that the content doesn't take presses the first button`() async {
        let host = await launched()
        let close = Button("Close")
        let sheet = Sheet(title: "News", content: TextView("Tea is back."), buttons: [close, Button("More")])
        close.action = { [weak sheet] in sheet?.close() }
        host.app.present(sheet)

        await host.key("enter")

        #expect(!sheet.isOpen)
    }

    @Test(arguments: [[], [ListView.Row.note("nothing yet")], [ListView.Row("Tea")]])
    func `enter presses the first button where a list has nothing to do with it`(rows: [ListView.Row]) async {
        let host = await launched()
        let sheet = Sheet(title: "News", content: ListView(rows: rows), buttons: [Button("Close")])
        host.app.present(sheet)

        await host.key("enter")

        #expect(!sheet.isOpen)
    }

    @Test(arguments: [true, false])
    func `a button without an action closes it, in the content too`(isInContent: Bool) async {
        let host = await launched()
        var presses = 0
        let content = View(frame: Rect(x: 0, y: 0, width: 20, height: 1))
        let close = Button("Close")
        close.frame = content.bounds
        if isInContent { content.addSubview(close) }
        let more = Button("More") { presses += 1 }
        let sheet = Sheet(title: "News", content: content, buttons: isInContent ? [more] : [close, more])
        host.app.present(sheet)

        more.becomeFirstResponder()
        await host.key("enter")
        let afterAction = sheet.isOpen
        close.becomeFirstResponder()
        await host.key("enter")

        #expect(afterAction && presses == 1)
        #expect(!sheet.isOpen)
    }

    @Test(arguments: [
        (Sheet.Dismissal.escape, true), (Sheet.Dismissal([.escape, .tapBeside]), false), (Sheet.Dismissal(), true),
    ])
    func `a tap beside it closes it where that is allowed`(dismissal: Sheet.Dismissal, staysOpen: Bool) async {
        let host = await launched()
        let sheet = Sheet(title: "News", content: Label("Tea"), buttons: [Button("Close")])
        sheet.dismissal = dismissal
        host.app.present(sheet)
        await host.advance(by: .seconds(1))

        await host.tap(40, 11)
        let afterTapOnIt = sheet.isOpen
        await host.tap(1, 1)

        #expect([afterTapOnIt, sheet.isOpen] == [true, staysOpen])
    }

    @Test func `a sheet that must be answered ignores escape`() async {
        let host = await launched()
        let sheet = Sheet(title: "Ask", buttons: [Button("Yes")])
        sheet.dismissal = []
        host.app.present(sheet)

        await host.key("escape")

        #expect(sheet.isOpen)
        #expect(sheet.hints == ["enter press"])
    }

    @Test func `a sheet that was closed can be presented again`() async {
        let host = await launched()
        let sheet = Sheet(title: "News", buttons: [Button("Close")])

        host.app.present(sheet)
        sheet.close()
        host.app.present(sheet)

        #expect(sheet.isOpen)
        #expect(keyWindow(host) == "News")
    }

    @Test func `one that others have hidden is shown again when it's presented again`() async {
        let host = await launched()
        let sheet = Sheet(title: "News", buttons: [Button("Close")])
        host.app.present(sheet)
        host.app.windows.visibleWindows.last?.hide()
        let during = (sheet.isOpen, host.visibleWindows)

        host.app.present(sheet)

        #expect(during.0 && during.1 == ["page"])
        #expect(host.visibleWindows == ["page", "News"])
        #expect(keyWindow(host) == "News")
    }

    @Test func `each closure for its first sight is called once each time it opens`() async {
        let host = await launched()
        let sheet = Sheet(title: "News", buttons: [Button("Close")])
        var sights: [String] = []
        sheet.onFirstSight = { sights.append("first") }

        host.app.present(sheet)
        await host.advance(by: .seconds(1))
        sheet.onFirstSight = { sights.append("second") }
        await host.advance(by: .seconds(1))
        sheet.close()
        host.app.present(sheet)
        await host.advance(by: .seconds(1))

        #expect(sights == ["first", "second", "second"])
    }

    @Test func `a closed sheet is released`() async {
        let host = await launched()
        weak var released: Sheet?
        do {
            let sheet = Sheet(title: "News", content: Label("Tea"), buttons: [Button("Close")])
            released = sheet
            host.app.present(sheet)
            sheet.close()
        }
        await host.advance(by: .seconds(1))

        #expect(released == nil)
    }

    // MARK: - The keyboard

    @Test func `the first control of the content has the keyboard, and otherwise the first button`() async {
        let host = await launched()
        let field = TextField(placeholder: "name")
        field.frame = Rect(x: 0, y: 0, width: 10, height: 1)
        let withField = Sheet(title: "Form", content: field, buttons: [Button("Go")])
        let plain = Sheet(title: "News", content: Label("Tea"), buttons: [Button("Close"), Button("More")])

        host.app.present(withField)
        host.app.present(plain)

        #expect(field.isFirstResponder)
        #expect(plain.buttons[0].isFirstResponder)
        #expect(plain.hints == [KeyHint("←→", "move", sends: KeyEvent(.right)), "enter press", "esc close"])
    }

    @Test func `down from the content goes to the first button, not to the nearest`() async {
        let host = await launched()
        let field = TextField(placeholder: "name")
        let content = View()
        content.frame = Rect(x: 0, y: 0, width: 40, height: 1)
        field.frame = Rect(x: 20, y: 0, width: 10, height: 1)
        content.addSubview(field)
        let sheet = Sheet(title: "Form", content: content, buttons: [Button("Go"), Button("Cancel")])
        host.app.present(sheet)

        await host.key("down")

        #expect(sheet.buttons[0].isFirstResponder)
    }

    @Test func `new buttons keep the keyboard`() async {
        let host = await launched()
        let sheet = Sheet(title: "News", buttons: [Button("Close")])
        host.app.present(sheet)

        sheet.buttons = [Button("More"), Button("Close")]

        #expect(sheet.buttons[0].isFirstResponder)
    }

    // MARK: - Behind another window

    @Test func `one that opens behind a cover waits without the keyboard, and is seen when that has gone`() async {
        let host = await launched()
        let cover = host.app.makeWindow(title: "cover", level: .statusBar, root: View())
        cover.isModal = true
        cover.makeKeyAndVisible()
        var sights = 0
        let sheet = Sheet(title: "News", buttons: [Button("Close")])
        sheet.onFirstSight = { sights += 1 }

        host.app.present(sheet)
        await host.advance(by: .seconds(1))
        let during = (keyWindow(host), sights)
        cover.close()
        await host.advance(by: .seconds(1))

        #expect(during.0 == "cover" && during.1 == 0)
        #expect(keyWindow(host) == "News")
        #expect(sights == 1)
    }

    // MARK: - Plugins

    private final class NewsPlugin: HostPlugin {
        nonisolated static let manifest = PluginManifest(id: "news", name: "News", version: "1.0.0")
        static var sheet: Sheet?
        static var closed = 0

        func activate(_ context: PluginContext) {
            let sheet = Sheet(title: "News", buttons: [Button("Close")])
            sheet.onClose = { NewsPlugin.closed += 1 }
            NewsPlugin.sheet = sheet
            context.windows.present(sheet, level: .alert)
        }
    }

    @Test func `a plugin's sheet closes with the plugin, and doesn't call it then`() async throws {
        NewsPlugin.closed = 0
        let host = TestHost(plugins: [NewsPlugin.self])
        await host.launch()
        let wasOpen = NewsPlugin.sheet?.isOpen

        try host.app.plugins.disable("news")
        await host.advance(by: .seconds(1))

        #expect(wasOpen == true)
        #expect(NewsPlugin.sheet?.isOpen == false)
        #expect(NewsPlugin.closed == 0)
        NewsPlugin.sheet = nil
    }

    private final class StubbornPlugin: HostPlugin {
        nonisolated static let manifest = PluginManifest(id: "stubborn", name: "Stubborn", version: "1.0.0")
        static var sheet: Sheet?
        static var context: PluginContext?
        static var closed = 0

        func activate(_ context: PluginContext) {
            let sheet = Sheet(title: "News", buttons: [Button("Close")])
            sheet.onClose = {
                StubbornPlugin.closed += 1
                context.windows.present(sheet)
            }
            StubbornPlugin.sheet = sheet
            StubbornPlugin.context = context
            context.windows.present(sheet)
        }
    }

    @Test func `one that is presented again as it closes ends with its plugin, and isn't open after that`() async throws
    {
        StubbornPlugin.closed = 0
        let host = TestHost(plugins: [StubbornPlugin.self])
        await host.launch()
        let sheet = try #require(StubbornPlugin.sheet)

        await host.key("escape")
        let isOpenAgain = sheet.isOpen
        try host.app.plugins.disable("stubborn")
        let isOpenAtEnd = sheet.isOpen
        let refusals = host.app.log.entries.filter { $0.text.contains("after it had ended") }
        StubbornPlugin.context?.windows.present(sheet)

        #expect([isOpenAgain, isOpenAtEnd, sheet.isOpen] == [true, false, false])
        #expect(StubbornPlugin.closed == 1)
        #expect(refusals.isEmpty)
        (StubbornPlugin.sheet, StubbornPlugin.context) = (nil, nil)
    }
}
