import HostRuntime
import HostTestKit
import Testing

@MainActor @Suite struct CommandFootTests {
    private func shown(_ foot: CommandFoot, _ size: Size = Size(width: 12, height: 3)) -> [String] {
        RenderedView(foot, size: size).text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    @Test func `an error has a sign, and a remark that is none has not`() {
        let foot = CommandFoot()

        foot.remark = CommandFoot.Remark("too late")
        #expect(shown(foot)[0] == " ✕ too late")
        foot.remark = CommandFoot.Remark("cancelled", isError: false)

        #expect(shown(foot)[0] == " cancelled")
    }

    @Test func `a remark that doesn't fit scrolls to its end`() {
        let foot = CommandFoot()
        foot.remark = CommandFoot.Remark((1...6).map { "row \($0)" }.joined(separator: "\n"))
        #expect(shown(foot) == [" ✕ row 1", " row 2", " row 3     ▼"])
        #expect(foot.isScrollable)

        #expect(foot.keyDown(KeyEvent(.end)))
        #expect(shown(foot) == [" row 4     ▲", " row 5", " row 6"])
        foot.remark = nil

        #expect(!foot.keyDown(KeyEvent(.down)))
        #expect(foot.preferredHeight(width: 12) == 0)
    }

    @Test(
        arguments: [
            (4, 10, Rect(x: 0, y: 8, width: 20, height: 2), 7), (9, 10, Rect(x: 0, y: 8, width: 20, height: 2), 8),
            (9, 2, Rect(x: 0, y: 1, width: 20, height: 1), 1), (1, 1, Rect(x: 0, y: 0, width: 20, height: 1), 0),
        ]
    )
    func `it stands at the end of a card, with an empty row above it where there is room`(
        content: Int,
        room: Int,
        place: Rect,
        left: Int
    ) {
        let foot = CommandFoot()
        foot.remark = CommandFoot.Remark("one\ntwo")

        let rest = foot.place(in: Rect(x: 0, y: 0, width: 20, height: room), below: content)

        #expect(foot.frame == place)
        #expect(rest == Rect(x: 0, y: 0, width: 20, height: left))
    }

    @Test func `a long remark takes half of the rows from a content that needs them`() {
        let foot = CommandFoot()
        foot.remark = CommandFoot.Remark(String(repeating: "row\n", count: 100))

        #expect(foot.place(in: Rect(x: 0, y: 0, width: 20, height: 12), below: 30).height == 6)
        #expect(foot.place(in: Rect(x: 0, y: 0, width: 20, height: 12), below: 3).height == 3)
    }

    @Test func `a text without end is cut, and says so`() {
        let remark = CommandFoot.Remark(String(repeating: "a", count: 100_000))

        #expect(remark.text.hasSuffix("…\n(50000 more letters are not shown)"))
    }
}
