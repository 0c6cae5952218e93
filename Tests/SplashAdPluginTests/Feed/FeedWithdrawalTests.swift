import Foundation
import HostRuntime
import HostTestKit
import Synchronization
import TestSupport
import Testing

@testable import SplashAdPlugin

/// The end of a feed: by its own date, and by the server's word.
@MainActor @Suite struct FeedWithdrawalTests {
    private static func feed(_ id: String, expires: String? = nil) -> FakeServer.Answer {
        let expires = expires.map { #""expires": "\#($0)", "# } ?? ""
        return .text(#"{"version": 1, \#(expires)"creatives": [{"id": "\#(id)", "headline": "about \#(id)"}]}"#)
    }

    // MARK: - An end of its own

    // The programs start at noon and one minute, on the first of January 2001.

    @Test func `a feed is in force until it expires, and then nothing of it is shown, without a network either`()
        async throws
    {
        let folder = TemporaryFolder()
        let server = FakeServer(["/feed.json": Self.feed("A", expires: "2001-01-01T12:02:00Z")])
        let shop = await FeedShop.launched(server, in: folder, for: .seconds(7))
        server.answers.withLock { $0 = [:] }
        await shop.comeBack()
        let before = shop.host.frame.contains("about A")
        await shop.host.advance(by: .seconds(40))
        await shop.comeBack()

        #expect(before)
        #expect(shop.host.visibleWindows == ["page"])
        #expect(
            try await shop.host.run("splash.why")?.contains("'A': its feed expired on 2001-01-01 12:02:00 UTC") == true
        )
        await shop.host.terminate()

        let date = Date(timeIntervalSinceReferenceDate: 50_000)
        let later = await FeedShop.launched(server, date: date, in: folder, for: .seconds(5))
        #expect(later.host.visibleWindows == ["page"])
    }

    @Test func `what is on the screen when its feed expires finishes`() async {
        let server = FakeServer(["/feed.json": Self.feed("A", expires: "2001-01-01T12:01:02Z")])
        let shop = await FeedShop.launched(server, for: .seconds(7))

        #expect(shop.outcomes == ["finished after 5.0 s"])
    }

    @Test func `one that is being prepared when its feed expires isn't shown`() async {
        let server = FakeServer([
            "/feed.json": .text(
                #"""
                {"version": 1, "expires": "2001-01-01T12:01:02Z", "creatives": [
                    {"id": "A", "headline": "about A", "picture": "a.png"}]}
                """#
            ), "/a.png": .picture(width: 20, height: 10),
        ])
        server.delay.withLock { $0 = .milliseconds(1300) }
        let shop = await FeedShop.launched(server, for: .milliseconds(1500))
        let covered = shop.host.visibleWindows
        await shop.host.advance(by: .seconds(3))

        // The feed comes after 1.3 s, and the picture after 2.6.
        #expect(covered == ["page", "splash-ad"])
        #expect(shop.host.visibleWindows == ["page"])
        #expect(server.served.withLock { $0 } > 0)
        #expect(shop.host.events.contains { $0.contains("its feed expired") })
    }

    @Test func `a feed that has expired is asked for again, however long its server said that it stays current`()
        async
    {
        let server = FakeServer(["/feed.json": Self.feed("A", expires: "2001-01-01T12:02:00Z")])
        server.freshSeconds.withLock { $0 = 3600 }
        let shop = await FeedShop.launched(server, for: .seconds(7))
        await shop.comeBack()
        let before = server.requests.withLock { $0.count }
        server.answers.withLock { $0["/feed.json"] = Self.feed("B", expires: "2001-01-02") }
        await shop.host.advance(by: .seconds(60))
        await shop.comeBack()

        #expect(before == 1)
        #expect(server.requests.withLock { $0.count } == 2)
        #expect(shop.host.frame.contains("about B"))
    }

    @Test func `a feed that only expires later gives a bad picture no other try`() async {
        let creative = #"{"id": "a", "headline": "A", "picture": "a.png"}"#
        let server = FakeServer(["/a.png": .text("no picture")])
        let shop = FeedShop(server)
        for minute in [10, 20, 30] {
            server.answers.withLock {
                $0["/feed.json"] = .text(
                    #"{"version": 1, "expires": "2001-01-01T12:\#(minute):00Z", "creatives": [\#(creative)]}"#
                )
            }
            if minute == 10 { await shop.launch() } else { await shop.comeBack() }
        }

        #expect(server.requests.withLock { $0.count { $0 == "/a.png" } } == 2)
    }

    @Test(arguments: ["5", #""soon""#, #""2001-02-30""#, "[]"])
    func `a feed with another end than a date is refused`(value: String) throws {
        let error = #expect(throws: AdFeedError.self) {
            try AdFeed.read(#"{"version": 1, "expires": \#(value), "creatives": []}"#)
        }

        #expect(error?.rule.contains("as 'expires', which has to be a date such as 2026-11-01") == true)
        #expect(error?.path == ["expires"])
    }

    // MARK: - By the server's word

    @Test func `a status of 410 withdraws the feed and deletes its pictures, and why says so`() async throws {
        let server = FakeServer(["/feed.json": .feed(["A"], picture: "a.png"), "/a.png": .picture(width: 9, height: 9)])
        let shop = await FeedShop.launched(server, for: .seconds(7))
        let cached = shop.host.app.cache("splash-ad").totalBytes
        server.answers.withLock { $0["/feed.json"] = .error(.status(410)) }
        await shop.comeBack()
        await shop.comeBack()

        #expect(cached > 300)
        #expect(shop.host.visibleWindows == ["page"])
        #expect(shop.host.app.cache("splash-ad").totalBytes < 300)
        #expect(
            try await shop.host.run("splash.why")?.hasPrefix("no advertisement: its server has withdrawn the feed")
                == true
        )
        #expect(shop.host.events.count { $0.contains("is withdrawn by its server (status 410)") } == 1)
    }

    @Test(arguments: [404, 403, 500, 503]) func `any other status leaves the last good feed in force`(
        status: Int
    ) async {
        let server = FakeServer(["/feed.json": Self.feed("A")])
        let shop = await FeedShop.launched(server, for: .seconds(7))
        server.answers.withLock { $0["/feed.json"] = .error(.status(status)) }

        await shop.comeBack()

        #expect(shop.host.frame.contains("about A"))
    }

    @Test func `a withdrawn feed stays so over restarts without a cover, and comes back with the next good answer`()
        async
    {
        let folder = TemporaryFolder()
        let server = FakeServer(["/feed.json": Self.feed("A")])
        func launch(_ hours: Double) async -> FeedShop {
            let date = Date(timeIntervalSinceReferenceDate: hours * 3600)
            let shop = FeedShop(server, date: date, in: folder)
            await shop.launch()
            return shop
        }
        let first = await launch(1)
        await first.host.advance(by: .seconds(7))
        server.answers.withLock { $0["/feed.json"] = .error(.status(410)) }
        await first.comeBack()
        await first.host.terminate()
        // A network that is gone doesn't bring it back.
        server.answers.withLock { $0 = [:] }
        let second = await launch(2)
        let atLaunch = second.host.visibleWindows
        await second.host.advance(by: .seconds(5))
        let withoutNetwork = second.host.visibleWindows
        await second.host.terminate()
        server.answers.withLock { $0["/feed.json"] = Self.feed("A") }
        let third = await launch(3)
        let withdrawn = third.host.visibleWindows
        await third.host.advance(by: .seconds(5))
        await third.comeBack()

        #expect(atLaunch == ["page"])
        #expect(withoutNetwork == ["page"])
        #expect(withdrawn == ["page"])
        #expect(third.host.frame.contains("about A"))
    }

    @Test func `what is on the screen when its feed is withdrawn finishes`() async {
        let server = FakeServer(["/feed.json": Self.feed("A")])
        let folder = TemporaryFolder()
        let first = await FeedShop.launched(server, in: folder, for: .seconds(7))
        await first.host.terminate()
        server.answers.withLock { $0["/feed.json"] = .error(.status(410)) }
        let date = Date(timeIntervalSinceReferenceDate: 50_000)
        let second = await FeedShop.launched(server, date: date, in: folder, for: .seconds(7))

        #expect(second.outcomes == ["finished after 5.0 s"])
        #expect(second.host.events.contains { $0.contains("is withdrawn by its server (status 410)") })
    }

    @Test func `a cover that waits for a withdrawn feed goes`() async {
        let server = FakeServer(["/feed.json": .error(.status(410))], delay: .seconds(1))
        let shop = await FeedShop.launched(server, for: .milliseconds(500))
        let covered = shop.host.visibleWindows

        await shop.host.advance(by: .seconds(1))

        #expect(covered == ["page", "splash-ad"])
        #expect(shop.host.visibleWindows == ["page"])
    }
}
