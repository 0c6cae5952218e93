import HostTestKit
import Testing

@testable import HostRuntime

@MainActor @Suite struct CardTests {
    private final class Page: Card {
        var wanted = Size(width: 22, height: 3)
        private(set) var room = Rect.zero
        private(set) var drawings = 0

        override func contentSize(maxWidth: Int) -> Size {
            Size(width: min(wanted.width, maxWidth), height: wanted.height)
        }

        override func layoutContent(in room: Rect) { self.room = room }

        override func draw(in canvas: inout Canvas) {
            super.draw(in: &canvas)
            drawings += 1
        }
    }

    private final class Backdrop: View {
        override func layoutSubviews() {
            for case let card as Card in subviews { card.frame = card.frame(on: bounds.size) }
        }
    }

    private func shown(_ card: Card, _ width: Int = 40, _ height: Int = 12) async -> TestHost {
        let host = TestHost(size: Size(width: width, height: height)) { host in
            let backdrop = Backdrop()
            backdrop.addSubview(card)
            let window = host.makeWindow(title: "card", root: backdrop)
            window.makeKeyAndVisible()
            return window
        }
        await host.launch()
        return host
    }

    @Test func `a card has its title in the upper edge and its keys in the lower one`() async {
        let page = Page(title: "Tea", hints: ["enter pour", "esc close"])

        let host = await shown(page)

        #expect(host.frame.line(2) == "      ╭─ Tea ────────────────────╮")
        #expect(host.frame.line(8) == "      ╰─ enter pour · esc close ─╯")
        #expect(page.frame == Rect(x: 6, y: 2, width: 28, height: 7))
        #expect(page.room == Rect(x: 3, y: 2, width: 22, height: 3))
    }

    @Test func `of hints that do not fit, the last ones stay`() async {
        let page = Page(title: "Tea", hints: ["enter pours another cup", "esc close"])

        let host = await shown(page)

        #expect(host.frame.line(8) == "      ╰────────────── esc close ─╯")
    }

    @Test func `content that scrolls leaves a row of the page above and below`() async {
        let page = Page(title: "Tea")
        page.wanted = Size(width: 22, height: 90)

        _ = await shown(page)

        #expect(page.frame == Rect(x: 6, y: 1, width: 28, height: 10))
        #expect(page.room == Rect(x: 3, y: 1, width: 22, height: 8))
    }

    @Test(arguments: [(1, 1), (5, 2), (11, 20), (20, 3)])
    func `without room for the frame the content fills the card`(width: Int, height: Int) async {
        let page = Page(title: "Tea")

        let host = await shown(page, width, height)

        #expect(!host.frame.contains("╭"))
        #expect(page.room.maxX <= max(1, page.bounds.maxX))
        #expect(page.room.maxY <= page.bounds.maxY)
    }

    @Test func `a card that nothing changes is drawn once`() async {
        let page = Page(title: "Tea", hints: ["enter pour", "esc close"])

        let host = await shown(page)
        await host.advance(by: .seconds(1))

        #expect(page.drawings == 1)
    }

    @Test func `a warning colors the frame too`() async throws {
        let host = await shown(Page(title: "Hot", tint: Theme.danger))

        let corner = try #require(host.frame.cell(at: Point(x: 6, y: 2)))

        #expect(corner.style.foreground == Theme.danger)
    }
}
