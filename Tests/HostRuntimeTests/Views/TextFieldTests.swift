import HostTestKit
import TestSupport
import Testing

@testable import HostRuntime

@MainActor @Suite(.tags(.views)) struct TextFieldTests {
    private func show(_ field: TextField, width: Int = 12, isASCII: Bool = false) async -> TestHost {
        let host = await TestHost.showing(field, size: Size(width: width, height: 1), isASCII: isASCII)
        field.becomeFirstResponder()
        return host
    }

    /// The text of the field, which is underlined to its end.
    private func shown(_ host: TestHost) -> String {
        String(host.frame.text.reversed().drop { $0 == " " }.reversed())
    }

    @Test func `a tap puts the cursor where it is`() async {
        let field = TextField()
        let host = await show(field)
        await host.type("abcdef")

        await host.tap(2, 0)
        await host.type("X")

        #expect(field.text == "abXcdef")
    }

    @Test func `dragging selects, and typing replaces what is selected`() async {
        let field = TextField()
        let host = await show(field)
        await host.type("abcdef")

        host.app.windows.send(Touch(.began, at: Point(x: 1, y: 0)))
        host.app.windows.send(Touch(.moved, at: Point(x: 4, y: 0)))
        host.app.windows.send(Touch(.ended, at: Point(x: 4, y: 0)))
        await host.type("X")

        #expect(field.text == "aXef")
    }

    @Test func `the selection is reversed while the field has the keyboard`() async {
        let field = TextField()
        let host = await show(field)
        await host.type("a世bc")

        await host.key("shift-left")
        await host.key("shift-left")
        await host.key("shift-left")
        #expect(host.frame.cell(at: Point(x: 0, y: 0))?.style != host.frame.cell(at: Point(x: 1, y: 0))?.style)
        #expect(shown(host) == "a世bc")
        #expect(field.cursorPosition == Point(x: 1, y: 0))

        field.isUserInteractionEnabled = false
        await host.advance(by: .seconds(1))
        let styles = Set((0..<5).compactMap { host.frame.cell(at: Point(x: $0, y: 0))?.style })
        #expect(styles.count == 1)
    }

    @Test func `a default is selected as a whole when the field gets the keyboard, and typing replaces it`() async {
        let field = TextField()
        field.text = "25"
        let host = await show(field)
        let styles = (0...2).map { host.frame.cell(at: Point(x: $0, y: 0))?.style }
        #expect(styles[0] == styles[1] && styles[1] != styles[2])

        await host.type("999")

        #expect(field.text == "999")
    }

    @Test(arguments: [("right", "25x"), ("left", "x25"), ("backspace", "x")])
    func `a key that edits or moves keeps what it keeps of a selection`(key: String, text: String) async {
        let field = TextField()
        field.text = "25"
        let host = await show(field)

        await host.key(key)
        await host.type("x")

        #expect(field.text == text)
    }

    @Test func `a tap on a field with a default puts the cursor there`() async {
        let field = TextField(frame: Rect(x: 0, y: 0, width: 8, height: 1))
        field.text = "abcd"
        let host = await TestHost.showing(views: [field])

        await host.tap(2, 0)
        await host.type("X")

        #expect(field.text == "abXcd")
    }

    @Test func `what the person has typed isn't selected when the keyboard comes back`() async {
        let fields = (0..<2).map { TextField(frame: Rect(x: 0, y: $0, width: 8, height: 1)) }
        fields[0].text = "25"
        fields[0].onChange = { [weak field = fields[0]] in field?.text = $0 + "." }
        let host = await TestHost.showing(views: fields)

        await host.type("3")
        await host.key("tab tab")
        await host.type("4")

        #expect(fields[0].text == "3.4.")
    }

    @Test func `moving the cursor is no change of the text`() async {
        let field = TextField()
        let host = await show(field)
        var changes: [String] = []
        field.onChange = { changes.append($0) }

        await host.type("ab")
        for key in ["left", "shift-left", "ctrl-a", "ctrl-k", "ctrl-k"] { await host.key(key) }

        #expect(changes == ["a", "ab", ""])
    }

    @Test func `pasted text is one line and replaces the selection`() async {
        let field = TextField()
        let host = await show(field)
        await host.type("abc")
        await host.key("ctrl-a")

        host.app.windows.paste("one\r\ntwo\u{1B}[31m")

        #expect(field.text == "one two[31m")
    }

    @Test(arguments: [true, false])
    func `a secret is never drawn`(isASCII: Bool) async {
        let field = TextField(isSecret: true)
        let host = await show(field, isASCII: isASCII)
        host.app.windows.paste("世 q")

        for key in ["ctrl-left", "shift-right", "end", "backspace", "shift-home"] {
            await host.key(key)
            #expect(!host.frame.text.contains { "世q".contains($0) })
        }
        // One dot for each character, whatever its width.
        #expect(shown(host) == (isASCII ? "**" : "••"))
    }

    @Test func `a placeholder is shown while the field is empty`() async {
        let field = TextField(placeholder: "a phone number")
        let host = await show(field)
        #expect(shown(host) == "a phone num…")

        field.placeholder = "phone"
        await host.advance(by: .seconds(1))
        #expect(shown(host) == "phone")
        await host.type("1")

        #expect(shown(host) == "1")
    }

    @Test(arguments: [0, 1, 2, 3])
    func `a field of any width handles typing and taps`(width: Int) async {
        let field = TextField()
        let root = View()
        root.addSubview(field)
        let host = await TestHost.showing(root, size: Size(width: 10, height: 1))
        field.frame = Rect(x: 0, y: 0, width: width, height: 1)
        field.becomeFirstResponder()

        await host.type("a世👩‍👩‍👧b")
        await host.tap(0, 0)
        await host.key("shift-end")
        await host.key("shift-home")
        await host.advance(by: .seconds(1))

        #expect(field.text == "a世👩‍👩‍👧b")
        #expect(TextWidth.width(of: host.frame.text) <= width)
    }

    @Test func `a secret field shows a dot for each character`() async {
        let field = TextField(isSecret: true)
        let host = await TestHost.showing(field)
        field.becomeFirstResponder()

        await host.type("secret")
        await host.advance(by: .zero)

        #expect(host.frame.contains("••••••"))
        #expect(!host.frame.contains("secret"))
        #expect(field.text == "secret")
    }

    @Test func `a field keeps its cursor visible in a longer text`() async {
        let field = TextField()
        let host = await TestHost.showing(field, size: Size(width: 5, height: 1))
        field.becomeFirstResponder()

        await host.type("abcdefgh")
        #expect(host.frame.contains("efgh"))
        #expect(!host.frame.contains("d"))
        await host.key("home")

        #expect(host.frame.text == "abcde")
        #expect(field.cursorPosition == .zero)
    }

    @Test func `a field that is scrolled out of view hides its cursor`() async {
        let pane = View(frame: Rect(x: 0, y: 0, width: 10, height: 2))
        let field = TextField(frame: Rect(x: 1, y: 1, width: 8, height: 1))
        pane.addSubview(field)
        let host = await TestHost.showing(views: [pane])
        field.becomeFirstResponder()
        let content = host.app.windows.keyWindow?.content
        #expect(content?.cursorPosition == Point(x: 1, y: 1))

        field.frame.origin.y = 2

        #expect(content?.cursorPosition == nil)
    }
}
