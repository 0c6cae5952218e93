import HostTestKit
import Testing

@testable import HostRuntime

@MainActor @Suite struct HintLineTests {
    private final class Page: View {
        let line: HintLine
        private(set) var keys: [String] = []

        init(_ line: HintLine) {
            self.line = line
            super.init()
            addSubview(line)
        }

        override func layoutSubviews() {
            line.frame = Rect(x: 0, y: bounds.height - 1, width: bounds.width, height: 1)
        }

        override func keyDown(_ event: KeyEvent) -> Bool {
            guard event != KeyEvent(.function(5)) else { return false }
            keys.append("\(event)")
            return true
        }
    }

    private func shown(_ line: HintLine, width: Int = 40) async -> (host: TestHost, page: Page) {
        let page = Page(line)
        let host = TestHost(size: Size(width: width, height: 3)) { host in
            let window = host.makeWindow(title: "page", root: page)
            window.makeKeyAndVisible()
            return window
        }
        await host.launch()
        return (host, page)
    }

    @Test func `a tap on a hint sends its key as if it were typed`() async {
        let (host, page) = await shown(HintLine(["enter open", "q quit"]))

        await host.tap(1, 2)
        await host.tap(13, 2)
        await host.tap(17, 2)

        #expect(host.frame.line(2) == "enter open   q quit")
        #expect(page.keys == ["enter", "q", "q"])
    }

    @Test(arguments: [
        ("esc close", "escape"), ("/ filter", "/"), ("[ group", "["), ("ctrl-e arrange", "ctrl-e"),
        ("f12 inspector", "f12"), ("space hide", "space"), ("? keys", "?"), ("- less", "minus"), ("shift further", nil),
    ])
    func `a hint sends the key that it names, if any`(text: String, key: String?) {
        #expect(KeyHint(stringLiteral: text).event?.description == key)
    }

    @Test func `a hint sends the key that it was made with, whatever it says`() {
        #expect(KeyHint("any key", "closes", sends: KeyEvent(.escape)).event == KeyEvent(.escape))
        #expect(KeyHint.upDown("move").description == "↑↓ move")
        #expect(KeyHint.upDown("move").event == KeyEvent(.down))
    }

    @Test func `a hint for a key shows it as people write it`() {
        let keys = [KeyEvent(.escape), KeyEvent(.up), KeyEvent(.character("-")), KeyEvent(.character("e"), .control)]

        #expect(keys.map { "\(KeyHint($0, "go"))" } == ["esc go", "↑ go", "- go", "ctrl-e go"])
        #expect(keys.map { KeyHint($0, "go").event } == keys)
    }

    @Test func `a key that no view uses runs its command`() async throws {
        let (host, _) = await shown(HintLine(["f5 refresh"]))
        var runs = 0
        try host.app.commands.offer(
            Command(id: "page.refresh", title: "Refresh", key: KeyEvent(.function(5))) { _ in
                runs += 1
                return nil
            }
        )

        await host.tap(4, 2)

        #expect(runs == 1)
    }

    @Test func `between hints, a touch belongs to the view below`() async {
        let (host, page) = await shown(HintLine(["enter open", "q quit"]))
        var taps = 0
        page.gestures = GestureConfiguration(maximumTapCount: 1)
        page.onGesture = { if case .tap = $0 { taps += 1 } }

        await host.tap(11, 2)
        await host.tap(30, 2)

        #expect(taps == 2)
        #expect(page.keys == [])
    }

    @Test func `a touch that counts for nothing when it begins sends nothing`() async {
        let line = HintLine(["enter open"])
        line.acceptsTouches = { false }
        let (host, page) = await shown(line)

        await host.tap(1, 2)

        #expect(page.keys == [])
    }

    @Test func `a tap sends nothing when another hint has come under the finger`() async {
        let line = HintLine(["enter open"])
        let (host, page) = await shown(line)

        await host.touch(.began, at: Point(x: 1, y: 2))
        line.hints = ["delete remove"]
        await host.touch(.ended, at: Point(x: 1, y: 2))

        #expect(page.keys == [])
    }

    /// Hints of 6, 5, 7 and 4 columns.
    private static let hints: [KeyHint] = ["a four", "b two", "c fives", "d go"]

    @Test func `hints that do not fit are left out and never cut`() {
        let hints = HintLineTests.hints
        func shown(_ width: Int, _ arrangement: HintLine.Arrangement) -> [Int] {
            HintLayout(hints, width: width, arrangement).places.compactMap { hints.firstIndex(of: $0.hint) }
        }

        let leading = [40, 28, 27, 20, 12, 4, 3].map { shown($0, .leading) }
        let trailing = [40, 33, 32, 24, 23, 16, 6, 5].map { shown($0, .trailing) }

        #expect(leading == [[0, 1, 2, 3], [0, 1, 2, 3], [0, 1, 3], [0, 1, 3], [0, 3], [3], []])
        #expect(trailing == [[0, 1, 2, 3], [0, 1, 2, 3], [1, 2, 3], [1, 2, 3], [2, 3], [2, 3], [3], []])
    }

    @Test(arguments: 0...60)
    func `whatever the width, no hint reaches beyond the line or into another one`(width: Int) {
        for arrangement in [HintLine.Arrangement.leading, .trailing] {
            let places = HintLayout(HintLineTests.hints, width: width, arrangement).places

            #expect(places.allSatisfy { $0.x >= 0 && $0.x + $0.hint.width <= width })
            #expect(zip(places, places.dropFirst()).allSatisfy { $0.columns.upperBound <= $1.columns.lowerBound })
        }
    }

    @Test func `a hint is reversed while a finger is on it`() async {
        let (host, _) = await shown(HintLine(["enter open"]))

        await host.touch(.began, at: Point(x: 1, y: 2))
        let pressed = host.frame.cell(at: Point(x: 1, y: 2))?.style.attributes.contains(.reverse)
        await host.touch(.ended, at: Point(x: 1, y: 2))
        await host.advance(by: .seconds(1))

        #expect(pressed == true)
        #expect(host.frame.cell(at: Point(x: 1, y: 2))?.style.attributes.contains(.reverse) == false)
    }
}
