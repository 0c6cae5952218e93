import HostRuntime
import HostTestKit
import Testing

@testable import SplashAdPlugin

@MainActor @Suite struct SplashLayoutTests {
    @Test(arguments: [(SplashSettings.Area.upper, 0, 18), (.lower, 6, 0)])
    func `the advertisement has a part of the screen, and the cover the rest`(
        area: SplashSettings.Area,
        ad: Int,
        cover: Int
    ) {
        let layout = SplashLayout(size: Size(width: 80, height: 24), area: area)

        #expect(layout.ad == Rect(x: 0, y: ad, width: 80, height: 18))
        #expect(layout.cover == Rect(x: 0, y: cover, width: 80, height: 6))
    }

    @Test(arguments: SplashSettings.Area.allCases, [(39, 24), (80, 15), (1, 1), (0, 0)])
    func `the advertisement fills a small screen`(area: SplashSettings.Area, size: (Int, Int)) {
        let size = Size(width: size.0, height: size.1)

        let layout = SplashLayout(size: size, area: area)

        #expect(layout.ad == Rect(origin: .zero, size: size))
        #expect(layout.cover.isEmpty)
    }

    @Test func `the cover beside it shows the program's name, and a tap there does not open the advertisement`()
        async throws
    {
        let (shop, stage) = try await Shop.withStage()
        stage.begin { $0.area = .upper }
        stage.show(landing: "https://example.com")
        await shop.host.advance(by: .seconds(1))
        let name = (18..<24).contains { shop.host.frame.line($0).contains("test-host") }

        await shop.host.tap(5, 20)
        let onCover = stage.opened
        await shop.host.tap(5, 10)

        #expect(name)
        #expect(onCover == [])
        #expect(stage.opened == ["https://example.com"])
        #expect(shop.page.taps == 0)
    }

    @Test func `the skip control is on the advertisement`() async throws {
        let (shop, stage) = try await Shop.withStage()
        stage.begin { $0.area = .lower }
        stage.show()
        await shop.host.advance(by: .seconds(1))

        #expect(
            (6..<24).contains {
                shop.host.frame.line($0).contains("Skip 4") || shop.host.frame.line($0).contains("Skip 5")
            }
        )
    }
}
