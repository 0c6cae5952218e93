import HostTestKit
import Testing

@testable import HostRuntime

@MainActor @Suite struct CardTests {
    private final class Page: Card {
        var wanted = Size(width: 22, height: 3)
        private(set) var room = Rect.zero

        override func contentSize(maxWidth: Int) -> Size {
            Size(width: min(wanted.width, maxWidth), height: wanted.height)
        }

        override func layoutContent(in room: Rect) { self.room = room }
    }

    private final class Backdrop: View {
        override func layoutSubviews() {
            for case let card as Card in subviews { card.frame = card.frame(on: bounds.size) }
        }

        override func draw(in canvas: inout Canvas) {
            for case let card as Card in subviews { card.drawShadow(in: &canvas) }
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

    @Test(arguments: [Int.min, .min + 2, .max - 3, .max - 1, .max])
    func `a card far outside has no shadow on the page`(place: Int) async {
        final class Far: View {
            var place = 0

            override func draw(in canvas: inout Canvas) {
                for case let card as Card in subviews {
                    card.frame = Rect(x: place, y: place, width: 20, height: 5)
                    card.drawShadow(in: &canvas)
                }
            }
        }
        let far = Far(frame: Rect(x: 0, y: 0, width: 40, height: 12))
        far.place = place
        far.addSubview(Page(title: "Tea"))
        var canvas = Canvas(size: far.bounds.size)

        far.draw(in: &canvas)

        #expect(canvas.cells.allSatisfy { $0.isHole })
    }

    @Test func `a warning colors the frame too`() async throws {
        let host = await shown(Page(title: "Hot", tint: Theme.danger))

        let corner = try #require(host.frame.cell(at: Point(x: 6, y: 2)))

        #expect(corner.style.foreground == Theme.danger)
    }
}
