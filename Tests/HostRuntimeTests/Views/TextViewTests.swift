import HostRuntime
import HostTestKit
import TestSupport
import Testing

@MainActor @Suite(.tags(.views)) struct TextViewTests {
    private static let poem = (1...9).map { "line \($0)" }.joined(separator: "\n")

    private func shown(_ view: TextView, width: Int = 12, height: Int = 3) -> [String] {
        RenderedView(view, size: Size(width: width, height: height)).text
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    @Test func `text wraps to the width and keeps its line breaks`() {
        let view = TextView("one two three\n\nfour")

        #expect(shown(view, height: 5) == [" one two", " three", "", " four", ""])
        #expect(view.preferredHeight(width: 12) == 4)
        #expect(view.preferredHeight(width: 40) == 3)
    }

    @Test func `values line up, and wrap beside their names`() {
        let view = TextView([.heading("Tea"), .field("kind", "green"), .field("n", "one two three")])

        #expect(shown(view, width: 24, height: 4) == [" Tea", " kind  green", " n     one two three", ""])
        #expect(shown(view, width: 20, height: 4) == [" Tea", " kind  green", " n     one two", "       three"])
    }

    @Test func `a line that is read from right to left ends at the right edge`() {
        let view = TextView([.text("אב גד הו"), .text("ab"), .field("kind", "אב"), .heading("גד")])

        #expect(shown(view, width: 9, height: 5) == ["   אב גד", "      הו", " ab", " ki…  אב", "      גד"])
    }

    @Test func `rows of a table don't wrap, and scroll sideways where they're wider than the view`() {
        let view = TextView([.table("one  two  three"), .text("one two three")])

        #expect(shown(view, height: 4) == [" one  two  ▸", " one two", " three", ""])
        #expect(view.isScrollableSideways)
        #expect(view.keyDown(KeyEvent(.right)))
        #expect(shown(view, height: 4)[0] == "◂two  three")
        _ = view.keyDown(KeyEvent(.left))
        #expect(shown(view, height: 4)[0] == " one  two  ▸")
        #expect(shown(view, width: 40, height: 4)[0] == " one  two  three")
        #expect(!view.keyDown(KeyEvent(.right)))
    }

    @Test func `keys scroll no further than the ends`() {
        let view = TextView(TextViewTests.poem)
        _ = shown(view)
        var seen: [String] = []

        for key in [KeyEvent.Key.up, .down, .pageDown, .end, .down, .pageUp, .home] {
            #expect(view.keyDown(KeyEvent(key)))
            seen.append(shown(view)[0])
        }

        #expect(seen.map { $0.prefix(7) } == ["1", "2", "4", "7", "7", "5", "1"].map { " line " + $0 })
    }

    @Test func `arrows show where there is more`() {
        let view = TextView(TextViewTests.poem)
        _ = shown(view)

        let atTop = shown(view)
        _ = view.scroll(by: 1)
        let between = shown(view)
        _ = view.scroll(by: 100)
        let atEnd = shown(view)

        #expect(atTop.map { $0.hasSuffix("▲") || $0.hasSuffix("▼") } == [false, false, true])
        #expect(between.map { $0.hasSuffix("▲") || $0.hasSuffix("▼") } == [true, false, true])
        #expect(atEnd.map { $0.hasSuffix("▲") || $0.hasSuffix("▼") } == [true, false, false])
    }

    @Test func `a text that fits leaves the keys and the wheel to others`() {
        let view = TextView("short")
        _ = shown(view)

        #expect(!view.isScrollable)
        #expect(!view.keyDown(KeyEvent(.down)))
        #expect(!view.scroll(by: 1))
    }

    @Test func `a text that grows at its end stays where it is, and another one begins at its top`() {
        let view = TextView((1...9).map { .text("line \($0)") })
        _ = shown(view)
        _ = view.scroll(by: 2)

        view.lines.append(.text("line 10"))
        let grown = shown(view)[0]
        view.lines = (1...9).map { .text("row \($0)") }

        #expect(grown.hasPrefix(" line 3"))
        #expect(shown(view)[0] == " row 1")
    }

    @Test func `a wider view wraps again, and shows no empty rows below a scrolled text`() {
        let view = TextView("one two three four five six")
        _ = shown(view, width: 7)
        _ = view.scroll(by: 100)

        #expect(shown(view, width: 40) == [" one two three four five six", "", ""])
    }
}
