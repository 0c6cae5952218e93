import Foundation
import HostRuntime
import HostTestKit
import Synchronization
import TestSupport
import Testing

@testable import SplashAdPlugin

/// A launch waits for the network only when nothing good is stored, and for 3 s at most.
@MainActor @Suite(.tags(.advertisements)) struct FeedLaunchTests {
    /// 200 seconds after the usual start.
    private let later = Date(timeIntervalSinceReferenceDate: 43_460)

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
        let shop = await FeedShop.launched(server, for: .milliseconds(1900))
        #expect(!shop.host.frame.contains("about SUMMER"))
        await shop.host.advance(by: .milliseconds(5000))
        #expect(shop.host.frame.contains("about SUMMER"))
        await shop.host.advance(by: .seconds(1))

        #expect(shop.outcomes == ["finished after 5.0 s"])
    }

    @Test func `a server that does not answer is waited for 3 s; then no advertisement is shown or counted`()
        async throws
    {
        let shop = await FeedShop.launched(FakeServer([:], delay: .seconds(1000)), for: .milliseconds(2999))
        #expect(shop.host.visibleWindows == ["page", "splash-ad"])
        await shop.host.advance(by: .milliseconds(1))

        #expect(shop.host.visibleWindows == ["page"])
        #expect(shop.outcomes == [])
        #expect(shop.shownToday == 0)
    }

    @Test func `a stored advertisement is shown at launch without waiting for the server`() async throws {
        let folder = TemporaryFolder()
        let server = FakeServer([
            "/feed.json": .feed(["SUMMER"], picture: "a.png"), "/a.png": .picture(width: 40, height: 20),
        ])
        let first = await FeedShop.launched(server, in: folder, for: .seconds(7))
        await first.host.terminate()
        let hanging = FakeServer(server.answers.withLock { $0 }, delay: .seconds(1000))
        let next = await FeedShop.launched(hanging, date: later, in: folder, for: .milliseconds(500))

        #expect(next.host.frame.contains("about SUMMER"))
        #expect(hanging.requests.withLock { $0 } == ["/feed.json"])
        #expect(next.shownToday == 2)
    }

    @Test func `the feed that is fetched while a stored one is shown is used from then on`() async throws {
        let folder = TemporaryFolder()
        let first = await FeedShop.launched(FakeServer(["/feed.json": .feed(["SUMMER"])]), in: folder, for: .seconds(7))
        await first.host.terminate()
        let next = await FeedShop.launched(
            FakeServer(["/feed.json": .feed(["FALL"])], delay: .seconds(1)),
            date: later,
            in: folder,
            for: .milliseconds(500)
        )
        #expect(next.host.frame.contains("about SUMMER"))
        await next.host.advance(by: .seconds(7))

        await next.comeBack()

        #expect(next.host.frame.contains("about FALL"))
    }

    @Test func `a launch waits for the feed if all stored advertisements are over`() async throws {
        let folder = TemporaryFolder()
        let creative = #"{"id": "summer", "headline": "about SUMMER", "until": "2001-01-01T13:00:00Z"}"#
        let first = await FeedShop.launched(
            FakeServer(["/feed.json": .creatives(creative)]),
            in: folder,
            for: .seconds(7)
        )
        await first.host.terminate()
        let next = await FeedShop.launched(
            FakeServer(["/feed.json": .feed(["FALL"])], delay: .seconds(1)),
            date: Date(timeIntervalSinceReferenceDate: 50_000),
            in: folder,
            for: .milliseconds(500)
        )
        let early = next.host.visibleWindows
        await next.host.advance(by: .seconds(1))

        #expect(early == ["page", "splash-ad"])
        #expect(next.host.frame.contains("about FALL"))
    }

    @Test func `a launch waits for a picture if no stored advertisement has its own`() async throws {
        let folder = TemporaryFolder()
        let server = FakeServer(["/feed.json": .feed(["SUMMER"], picture: "a.png")])
        let first = await FeedShop.launched(server, in: folder, for: .seconds(7))
        await first.host.terminate()
        server.answers.withLock { $0["/a.png"] = .picture(width: 40, height: 20) }
        server.delay.withLock { $0 = .seconds(1) }
        let next = await FeedShop.launched(server, date: later, in: folder, for: .milliseconds(500))
        let early = next.host.visibleWindows
        await next.host.advance(by: .seconds(1))

        #expect(early == ["page", "splash-ad"])
        #expect(next.host.frame.contains("about SUMMER"))
    }

    @Test func `a launch with nothing stored waits for the picture of the creative whose turn it is`() async {
        let creatives = """
            {"id": "summer", "headline": "about SUMMER", "picture": "a.png", "weight": 2},
            {"id": "fall", "headline": "about FALL"}
            """
        let shop = await FeedShop.launched(
            FakeServer([
                "/feed.json": .creatives(creatives),
                "/a.png": .picture(width: 40, height: 20),
            ]),
            for: .seconds(1)
        )

        #expect(shop.host.frame.contains("about SUMMER"))
    }

    @Test func `a return isn't covered for a picture that hangs`() async throws {
        let folder = TemporaryFolder()
        let server = FakeServer(["/feed.json": .feed(["SUMMER"], picture: "a.png")])
        let first = await FeedShop.launched(server, in: folder, for: .seconds(7))
        await first.host.terminate()
        server.delay.withLock { $0 = .seconds(1000) }
        let next = await FeedShop.launched(server, date: later, in: folder, for: .seconds(4))

        await next.comeBack()

        #expect(next.host.visibleWindows == ["page"])
        #expect(
            try await next.host.run("splash.why")?.contains("'summer': its picture has not been fetched yet") == true
        )
    }

    @Test func `a skip key ends the wait for a server, and nothing counts as shown`() async {
        let shop = await FeedShop.launched(FakeServer([:], delay: .seconds(1000)), for: .seconds(1))

        await shop.host.key("escape")
        await shop.host.advance(by: .milliseconds(300))

        #expect(shop.host.frame.contains("the page"))
        #expect(shop.outcomes == [])
        #expect(shop.shownToday == 0)
    }

    @Test func `an answer that comes too late is cached for the next time`() async {
        let shop = await FeedShop.launched(
            FakeServer(["/feed.json": .feed(["SUMMER"])], delay: .seconds(4)),
            for: .seconds(5)
        )
        #expect(shop.outcomes == [])

        await shop.comeBack()

        #expect(shop.host.frame.contains("about SUMMER"))
    }

    @Test func `without a wait the last good advertisement is shown at launch`() async throws {
        let folder = TemporaryFolder()
        for run in 0..<2 {
            let shop = await FeedShop.launched(
                FakeServer(run == 0 ? ["/feed.json": .feed(["SUMMER"])] : [:]),
                ["wait-seconds": run == 0 ? 3 : 0],
                date: Date(timeIntervalSinceReferenceDate: 43_260 + Double(run) * 100),
                in: folder,
                for: .seconds(1)
            )
            #expect(shop.host.frame.contains("about SUMMER"), "run \(run)")
            await shop.host.terminate()
        }
    }

    @Test func `an advertisement that another process fetched is shown when the wait is over`() async throws {
        let folder = TemporaryFolder()
        let server = FakeServer(["/feed.json": .feed(["SUMMER"], picture: "a.png")])
        func shop(at seconds: Double) -> FeedShop {
            FeedShop(server, date: Date(timeIntervalSinceReferenceDate: seconds), in: folder)
        }
        let first = shop(at: 43_260)
        await first.launch()
        await first.host.advance(by: .seconds(1))
        await first.host.terminate()
        server.delay.withLock { $0 = .seconds(1000) }

        let second = shop(at: 43_360)
        await second.launch()
        await second.host.advance(by: .seconds(1))
        // Processes share the cache's folder.
        second.host.app.cache("splash-ad").insert(
            GradientPNG.bytes(width: 40, height: 20),
            for: "http://ads.example/a.png",
            at: second.host.app.clock.date
        )
        await second.host.advance(by: .milliseconds(2050))

        #expect(second.host.frame.contains("▀"))
    }
}
