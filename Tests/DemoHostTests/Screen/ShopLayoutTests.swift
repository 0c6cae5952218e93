import HostRuntime
import Testing

@testable import demo_host

@Suite struct ShopLayoutTests {
    private static let sizes = [
        (1, 1), (2, 2), (20, 5), (30, 4), (40, 12), (63, 24), (64, 18), (80, 24), (120, 40), (200, 60), (300, 3),
        (3, 300),
    ].map { Size(width: $0.0, height: $0.1) }

    @Test(arguments: sizes) func `the parts are on the screen and share no cell`(size: Size) {
        let layout = ShopLayout(size)
        let screen = Rect(origin: .zero, size: size)
        let parts = [layout.header, layout.navigation, layout.page, layout.status].filter { !$0.isEmpty }

        #expect(parts.allSatisfy { $0.intersection(screen) == $0 })
        for (index, part) in parts.enumerated() {
            #expect(parts[(index + 1)...].allSatisfy { $0.intersection(part).isEmpty })
        }
    }

    @Test(arguments: sizes) func `there is always room for a page`(size: Size) {
        #expect(!ShopLayout(size).page.isEmpty)
    }

    @Test func `the navigation is a line on a small screen`() {
        #expect(ShopLayout(Size(width: 40, height: 12)).navigation == Rect(x: 0, y: 1, width: 40, height: 1))
        #expect(ShopLayout(Size(width: 80, height: 24)).navigation == Rect(x: 0, y: 3, width: 19, height: 20))
    }
}
