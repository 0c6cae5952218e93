import Foundation
import HostRuntime
import HostTestKit
import Synchronization
import TestSupport
import Testing

@testable import SplashAdPlugin

@MainActor @Suite(.tags(.advertisements)) struct FeedPolicyTests {
    @Test func `a feed's policy is in force, clamped, and listed with its source`() async throws {
        let shop = await FeedShop.launched(
            FakeServer([
                "/feed.json": .text(
                    #"""
                    {"version": 1, "policy": {"seconds": 100000, "daily-cap": 3, "fade": "none"},
                     "creatives": [{"id": "summer", "headline": "about SUMMER"}]}
                    """#
                )
            ]),
            ["daily-cap": 7],
            for: .seconds(1)
        )

        let policy = try await shop.host.run("splash.policy") ?? ""
        let rows = policy.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        #expect(rows.contains(["seconds", "30", "feed"]))
        #expect(rows.contains(["daily-cap", "7", "configuration"]))
        #expect(rows.contains(["fade", "none", "feed"]))
    }

    @Test func `a feed's first starts and occasions hold from the launch on that fetches it`() async throws {
        let folder = TemporaryFolder()
        let policy = #"{"starts-before-first": 1, "occasions": ["launch", "offer"]}"#
        let server = FakeServer(["/feed.json": .creatives(#"{"id": "a", "headline": "about A"}"#, policy: policy)])
        let first = await FeedShop.launched(server, in: folder, for: .seconds(1))
        let whyFirst = try await first.host.run("splash.why") ?? ""
        await first.comeBack()
        let windows = first.host.visibleWindows
        await first.host.terminate()

        let date = Date(timeIntervalSinceReferenceDate: 50_000)
        let second = await FeedShop.launched(server, date: date, in: folder, for: .seconds(1))
        let shown = second.host.frame.contains("about A")
        await second.host.advance(by: .seconds(7))
        await second.comeBack()

        #expect(whyFirst.hasPrefix("no advertisement: this is start 1 of the program; the first advertisement comes"))
        #expect(whyFirst.contains("decided by: no advertisement in the first starts"))
        #expect(windows == ["page"])
        #expect(shown)
        #expect(second.host.visibleWindows == ["page"])
        #expect(
            try await second.host.run("splash.why")?.hasPrefix(
                "no advertisement: the settings allow one only at launch and on request"
            ) == true
        )
        let rows = try await second.host.run("splash.policy")?.split(separator: "\n").map {
            $0.split(separator: " ").map(String.init)
        }
        #expect(rows?.contains(["occasions", "[launch,", "offer]", "feed"]) == true)
    }

    @Test func `a paused advertisement is never shown or fetched, even alone`() async throws {
        let creative = #"{"id": "a", "headline": "about A", "picture": "a.png", "weight": 0}"#
        let server = FakeServer(["/feed.json": .creatives(creative), "/a.png": .picture(width: 20, height: 10)])
        let shop = await FeedShop.launched(server, for: .seconds(5))
        await shop.comeBack()
        await #expect(throws: SplashRefusal.self) { try await shop.host.run("splash.show") }

        #expect(shop.host.visibleWindows == ["page"])
        #expect(!server.requests.withLock { $0 }.contains("/a.png"))
        #expect(try await shop.host.run("splash.why")?.contains("'a': paused: its weight is 0") == true)
    }

    @Test func `the very first advertisement of a feed follows that feed's policy`() async {
        let shop = FeedShop(
            FakeServer([
                "/feed.json": .text(
                    #"""
                    {"version": 1, "policy": {"seconds": 2, "skip": "none"},
                     "creatives": [{"id": "summer", "headline": "about SUMMER"}]}
                    """#
                )
            ])
        )
        await shop.launch()
        // The feed arrives only when time advances; before that the key would be for the cover.
        await shop.host.advance(by: .seconds(1))
        await shop.host.key("s")
        #expect(shop.host.frame.contains("about SUMMER"))
        #expect(!shop.host.frame.contains("Skip"))

        await shop.host.advance(by: .seconds(2))

        #expect(shop.outcomes == ["finished after 2.0 s"])
    }

    @Test(arguments: [(-10, 10, true), (-10, 9, false), (0, 0, true), (9, -9, true), (9, -10, false)])
    func `a day in a feed is the person's day`(zone: Int, hour: Int, isOver: Bool) async throws {
        // The hours are after the 2nd of January in GMT.
        let shop = FeedShop(
            FakeServer([
                "/feed.json": .creatives(#"{"id": "a", "headline": "about A", "until": "2001-01-02"}"#)
            ]),
            date: Date(timeIntervalSinceReferenceDate: 86_400 + Double(hour) * 3600)
        )
        shop.host.setTimeZone(CivilTimeZone(secondsFromGMT: zone * 3600))

        await shop.launch()
        await shop.host.advance(by: .seconds(1))

        #expect(shop.host.frame.contains("about A") == !isOver)
        let why = try await shop.host.run("splash.why")
        #expect(why?.contains("UTC\(zone < 0 ? "-10:00" : zone > 0 ? "+09:00" : "")\n") == true)
        #expect(why?.contains("'a': over since 2001-01-02\n") == isOver)
    }

    @Test func `a feed with a daily cap of zero applies to the very launch that fetches it`() async {
        let shop = await FeedShop.launched(
            FakeServer([
                "/feed.json": .creatives(#"{"id": "a", "headline": "about A"}"#, policy: #"{"daily-cap": 0}"#)
            ]),
            for: .seconds(1)
        )

        #expect(shop.host.visibleWindows == ["page"])
        #expect(shop.outcomes == [])
        #expect(shop.shownToday == 0)
    }

    @Test func `when all caps are reached no cover flashes over the page`() async throws {
        let shop = await FeedShop.launched(
            FakeServer([
                "/feed.json": .creatives(#"{"id": "rare", "headline": "about RARE", "daily-cap": 1}"#)
            ]),
            for: .seconds(7)
        )
        #expect(shop.outcomes == ["finished after 5.0 s"])
        _ = shop.host.drainEvents()

        await shop.comeBack()

        #expect(!shop.host.events.contains { $0.hasPrefix("window shown") })
        #expect(try await shop.host.run("splash.why")?.contains("'rare': shown 1 of 1 times today") == true)
    }

    @Test func `an advertisement's own cap applies although it is not in every feed`() async {
        func feed(_ id: String) -> FakeServer.Answer {
            .creatives(#"{"id": "\#(id)", "headline": "about \#(id)", "daily-cap": 1}"#)
        }
        let server = FakeServer(["/feed.json": feed("a")])
        let shop = await FeedShop.launched(server, for: .seconds(7))
        for id in ["bb", "ccc", "a"] {
            server.answers.withLock { $0["/feed.json"] = feed(id) }
            await shop.comeBack()
            await shop.host.advance(by: .seconds(7))
        }

        #expect(shop.outcomes.count == 3)
        #expect(shop.shownToday == 3)
    }
}
