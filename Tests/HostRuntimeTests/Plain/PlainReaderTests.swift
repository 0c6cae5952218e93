import TestSupport
import Testing

@testable import HostRuntime

@MainActor @Suite(.tags(.accessibility)) struct PlainReaderTests {
    private let views = (0..<4).map { _ in View() }
    private let window = WindowID(1)

    private func entry(
        _ view: Int,
        _ role: AccessibilityElement.Role,
        _ label: String,
        value: String? = nil,
        _ state: AccessibilityElement.State = []
    ) -> PlainScene.Entry {
        let element = AccessibilityElement(role, label, value: value, state: state)
        return PlainScene.Entry(element: element, window: window, view: ViewID(views[view]))
    }

    private func scene(_ page: String = "Home", _ entries: PlainScene.Entry...) -> PlainScene {
        PlainScene(window: window, page: page, entries: entries)
    }

    /// Returns the lines for a scene, which nobody has asked for unless said.
    private func say(
        _ reader: inout PlainReader,
        _ scene: PlainScene,
        _ messages: [String] = [],
        isAsked: Bool = false,
        at seconds: Double = 0
    ) -> [String] {
        guard case .say(let lines) = reader.read(scene, messages: messages, isAsked: isAsked, at: .seconds(seconds))
        else { return ["waits"] }
        return lines
    }

    @Test func `a page is said once, with a number before each control`() {
        var reader = PlainReader()
        let home = scene("Home", entry(0, .text, "2 in stock"), entry(1, .row, "Tea"), entry(2, .button, "Buy"))

        #expect(say(&reader, home) == ["Page: Home", "2 in stock", "1 Tea", "2 Buy, button"])
        #expect(say(&reader, home, at: 5) == [])
    }

    @Test func `a text is said in its lines, without control characters`() {
        #expect(PlainReader.lines("a\r\nb\n\nc\u{1B}") == ["a", "b", "c\\u{1B}"])
    }

    @Test func `only what has changed is said`() {
        var reader = PlainReader()
        _ = say(&reader, scene("Home", entry(0, .text, "2 in stock"), entry(1, .button, "Buy")))

        let changed = scene("Home", entry(0, .text, "1 in stock"), entry(1, .button, "Buy"))

        #expect(say(&reader, changed, at: 5) == ["1 in stock"])
    }

    @Test func `another selected row is no news, and neither is a countdown`() {
        var reader = PlainReader()
        func skip(_ count: Int) -> PlainScene.Entry { entry(1, .button, "Skip \(count)", [.updatesFrequently]) }
        _ = say(&reader, scene("Ad", entry(0, .row, "Tea"), skip(5)))

        #expect(say(&reader, scene("Ad", entry(0, .row, "Tea", .selected), skip(4)), at: 5) == [])
    }

    @Test func `a countdown is said again when its control can be used`() {
        var reader = PlainReader()
        _ = say(&reader, scene("Ad", entry(1, .button, "Skip in 2", [.updatesFrequently, .disabled])))

        let open = scene("Ad", entry(1, .button, "Skip", .updatesFrequently))

        #expect(say(&reader, open, at: 2) == ["1 Skip, button"])
    }

    @Test func `a page that was left is said again`() {
        var reader = PlainReader()
        let home = scene("Home", entry(0, .text, "empty"), entry(1, .button, "Buy"))
        _ = say(&reader, home)
        _ = say(&reader, scene("Orders", entry(2, .button, "Log in")), isAsked: true)

        let back = say(&reader, scene("Home", entry(0, .text, "1 piece"), entry(1, .button, "Buy")), isAsked: true)

        #expect(back == ["Page: Home", "1 piece", "1 Buy, button"])
    }

    @Test func `a message is said without the text that shows it`() {
        var reader = PlainReader()
        _ = say(&reader, scene("Home", entry(1, .button, "Buy")))

        let shown = scene("Home", entry(1, .button, "Buy"), entry(2, .status, "Bought."))

        #expect(say(&reader, shown, ["Bought."], isAsked: true) == ["Bought."])
    }

    @Test func `a thousand changes a second are one line a second, and the newest state`() {
        var reader = PlainReader()
        _ = say(&reader, scene("Home", entry(0, .text, "0")), isAsked: true)

        let lines = (1...1000).flatMap { number in
            say(&reader, scene("Home", entry(0, .text, "\(number)")), at: Double(number) / 1000).filter {
                $0 != "waits"
            }
        }

        #expect(lines == ["1"])
        #expect(say(&reader, scene("Home", entry(0, .text, "1000")), at: 1.1) == ["1000"])
    }

    @Test func `a change that comes too soon is asked for again when it may be said`() {
        var reader = PlainReader()
        _ = say(&reader, scene("Home", entry(0, .text, "a")))

        let step = reader.read(scene("Home", entry(0, .text, "b")), isAsked: false, at: .milliseconds(300))

        #expect(step == .wait(until: .seconds(1)))
    }

    @Test func `a page of ten thousand lines is said in parts`() {
        var reader = PlainReader()
        var home = scene()
        home.entries = (1...10_000).map { entry(0, .row, "row \($0)") }

        let lines = say(&reader, home)

        #expect(lines.count == 402)
        #expect(lines.suffix(2) == ["400 row 400", "and 9600 more; more says them."])
        #expect(reader.more().first == "401 row 401")
        #expect(reader.choices.count == 10_000)
        #expect(reader.page().last == "and 9600 more; more says them.")
    }

    @Test func `a message that is still shown isn't part of the page`() {
        var reader = PlainReader()
        let (shown, other) = (entry(2, .status, "✓ Bought. …"), entry(3, .status, "2 left"))
        let home = scene("Home", entry(1, .button, "Buy"), shown, other)

        _ = say(&reader, home, ["Bought.\nThank you."], isAsked: true)

        #expect(reader.page() == ["Page: Home", "1 Buy, button", "2 left"])
    }

    @Test func `a picture has a number if it can be tapped`() {
        var reader = PlainReader()
        var (picture, ad) = (entry(0, .image, "A map"), entry(1, .image, "An advertisement"))
        (picture.isTappable, ad.isTappable) = (false, true)

        #expect(
            say(&reader, scene("Home", picture, ad)) == ["Page: Home", "A map, image", "1 An advertisement, image"]
        )
    }

    @Test func `the lock hides the page`() {
        var reader = PlainReader()
        _ = say(&reader, scene("Home", entry(1, .button, "Buy")))

        let locked = say(&reader, PlainScene(isLocked: true), isAsked: true)

        #expect(locked == ["Locked; unlock opens it."])
        #expect(reader.choices == [])
        #expect(reader.page() == ["Locked; unlock opens it."])
    }

    @Test func `commands are numbered after the controls of the page`() {
        var reader = PlainReader()
        let buy = entry(1, .button, "Buy")
        _ = say(&reader, scene("Home", buy))

        #expect(reader.list([("app.quit", "Quit (app.quit)")]) == ["2 Quit (app.quit)"])
        #expect(reader.choices == [.control(buy), .command("app.quit")])
    }

    @Test func `no control character and no second line comes from outside`() {
        var reader = PlainReader()

        let lines = say(&reader, scene("a\u{1B}[2J", entry(1, .button, "b\nc\u{7}")), ["d\u{9B}e\nf"])

        #expect(lines == [#"d\u{009B}e"#, "f", #"Page: a\u{1B}[2J"#, #"1 b c\u{07}, button"#])
    }
}
