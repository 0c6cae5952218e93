import HostRuntime
import HostTestKit
import Synchronization
import Testing

@testable import SplashAdPlugin

@MainActor @Suite struct FeedBackgroundTests {
    @Test func `leaving the program fetches the feed, a screen lock does not`() async {
        let server = FakeServer(["/feed.json": .feed(["SUMMER"])])
        let shop = await FeedShop.launched(server, for: .seconds(7))
        #expect(server.requests.withLock { $0 } == ["/feed.json"])

        await shop.host.lock()
        await shop.host.advance(by: .seconds(60))
        await shop.host.unlock()
        #expect(server.requests.withLock { $0 } == ["/feed.json"])
        await shop.comeBack()

        #expect(server.requests.withLock { $0 } == ["/feed.json", "/feed.json"])
    }

    @Test func `a program that stops in the background waits for the feed, but not for long`() async {
        let server = FakeServer(["/feed.json": .feed(["SUMMER"])])
        let shop = await FeedShop.launched(server, for: .seconds(7))
        server.delay.withLock { $0 = .seconds(1000) }

        var stops: [Duration] = []
        shop.host.app.onSuspend = { [clock = shop.host.app.clock] in stops.append(clock.now) }
        let left = shop.host.app.clock.now

        shop.host.app.suspend()
        await shop.host.advance(by: .seconds(5))

        #expect(stops == [left + .milliseconds(250)])
    }

    @Test func `the end of the plugin cancels all fetches`() async throws {
        let server = FakeServer([:], delay: .seconds(1000))
        let shop = await FeedShop.launched(server, for: .seconds(1))
        let open = server.open.withLock { $0.now }
        #expect(open > 0)

        try shop.host.app.plugins.disable("splash-ad")
        await shop.host.advance(by: .seconds(1))

        #expect(server.cancelled.withLock { $0 } == open)
        #expect(shop.host.visibleWindows == ["page"])
    }
}
