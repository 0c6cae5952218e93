import HostRuntime
import HostTestKit
import Testing

@testable import SplashAdPlugin

@MainActor @Suite struct FeedLaunchTests {
    @Test func `a feed's advertisement is shown at launch, and the page never before it`() async {
        let shop = FeedShop(FakeServer(["/feed.json": .feed(["SUMMER"])]))

        await shop.launch()

        for _ in 0..<100 {
            #expect(!shop.host.frame.contains("the page"))
            await shop.host.advance(by: .milliseconds(10))
        }
        #expect(shop.host.frame.contains("about SUMMER"))
    }

    @Test func `the countdown begins when the advertisement is on the screen, however long it took`() async {
        let server = FakeServer(["/feed.json": .feed(["SUMMER"])], delay: .seconds(2))
        let shop = FeedShop(server)
        await shop.launch()

        await shop.host.advance(by: .milliseconds(1900))
        #expect(!shop.host.frame.contains("about SUMMER"))
        await shop.host.advance(by: .milliseconds(5000))
        #expect(shop.host.frame.contains("about SUMMER"))
        await shop.host.advance(by: .seconds(1))

        #expect(shop.outcomes == ["splash ended  finished  after 5.0 s visible"])
    }

    @Test func `a server that does not answer is waited for 3 s; then no advertisement is shown or counted`()
        async throws
    {
        let shop = FeedShop(FakeServer([:], delay: .seconds(1000)))
        await shop.launch()

        await shop.host.advance(by: .milliseconds(2999))
        #expect(shop.host.visibleWindows == ["page", "splash-ad"])
        await shop.host.advance(by: .milliseconds(1))

        #expect(shop.host.visibleWindows == ["page"])
        #expect(shop.outcomes == ["splash ended  failed  after 0.0 s visible"])
        #expect(shop.shownToday == 0)
    }

    @Test func `a skip key ends the wait for a server, and nothing counts as shown`() async {
        let shop = FeedShop(FakeServer([:], delay: .seconds(1000)))
        await shop.launch()
        await shop.host.advance(by: .seconds(1))

        await shop.host.key("escape")
        await shop.host.advance(by: .milliseconds(300))

        #expect(shop.host.frame.contains("the page"))
        #expect(shop.outcomes == ["splash ended  skipped  after 0.0 s visible"])
        #expect(shop.shownToday == 0)
    }

    @Test func `an answer that comes too late is cached for the next time`() async {
        let shop = FeedShop(FakeServer(["/feed.json": .feed(["SUMMER"])], delay: .seconds(4)))
        await shop.launch()
        await shop.host.advance(by: .seconds(5))
        #expect(shop.outcomes == ["splash ended  failed  after 0.0 s visible"])

        await shop.comeBack()

        #expect(shop.host.frame.contains("about SUMMER"))
    }
}
