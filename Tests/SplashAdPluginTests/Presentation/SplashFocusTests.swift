import HostRuntime
import HostTestKit
import Testing

@testable import SplashAdPlugin

/// What an advertisement says to a person who doesn't see it, and where the terminal's cursor stands.
@MainActor @Suite struct SplashFocusTests {
    @Test(arguments: ["text", "text-and-time", "ring", "time"])
    func `the cursor stands at the words of the skip control, and goes back to the page`(style: String) async throws {
        let shop = await Shop.launched(SplashAdPlugin.self, ["skip": .string(style)])
        let (place, frame) = (try #require(shop.host.frame.cursor), shop.host.frame)
        let around = (place.x - 2...place.x + 1).map { frame.cell(at: Point(x: $0, y: place.y))?.character ?? "" }

        #expect(around.last?.contains { $0.isLetter || $0.isNumber } == true || around.joined().contains(" "))
        await shop.host.advance(by: .seconds(1))
        await shop.host.key("escape")
        await shop.host.advance(by: .seconds(2))
        #expect(shop.host.frame.cursor == .zero)
    }

    @Test func `an advertisement says its words, and how it can be skipped`() async {
        let shop = await Shop.launched(for: .seconds(1))

        #expect(
            shop.host.spokenPage == """
                Advertisement
                  Advertisement, DAWN, Coffee that gets up before you do, Roasted in small batches at first light, and at \
                your door by seven., First bag half price, Corner Roasters, image
                > Skip, 4 s, button
                """
        )
    }
}
