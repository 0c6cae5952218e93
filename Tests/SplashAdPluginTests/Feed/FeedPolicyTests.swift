import Foundation
import HostRuntime
import HostTestKit
import Testing

@testable import SplashAdPlugin

@MainActor @Suite struct FeedPolicyTests {
    @Test func `a feed's policy is in force, clamped, and listed with its source`() async throws {
        let shop = FeedShop(
            FakeServer([
                "/feed.json": .text(
                    #"""
                    {"version": 1, "policy": {"seconds": 100000, "daily-cap": 3, "fade": "none"},
                     "creatives": [{"id": "summer", "headline": "about SUMMER"}]}
                    """#
                )
            ]),
            ["daily-cap": 7]
        )
        await shop.launch()
        await shop.host.advance(by: .seconds(1))

        let policy = try await shop.host.run("splash.policy") ?? ""
        let rows = policy.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        #expect(rows.contains(["seconds", "30", "feed"]))
        #expect(rows.contains(["daily-cap", "7", "configuration"]))
        #expect(rows.contains(["fade", "none", "feed"]))
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

        #expect(shop.outcomes == ["splash ended  finished  after 2.0 s visible"])
    }

    @Test func `an advertisement's own cap applies besides the daily cap`() async {
        let shop = FeedShop(
            FakeServer([
                "/feed.json": .text(
                    #"{"version": 1, "creatives": [{"id": "rare", "headline": "about RARE", "daily-cap": 1}]}"#
                )
            ])
        )
        await shop.launch()
        await shop.host.advance(by: .seconds(7))

        await shop.comeBack()

        #expect(shop.outcomes.first == "splash ended  finished  after 5.0 s visible")
        #expect(shop.host.visibleWindows == ["page"])
    }

    @Test(arguments: [(-10, 10, true), (-10, 9, false), (0, 0, true), (9, -9, true), (9, -10, false)])
    func `a day in a feed is the person's day`(zone: Int, hour: Int, isOver: Bool) async throws {
        // The hours are after the 2nd of January in GMT.
        let shop = FeedShop(
            FakeServer([
                "/feed.json": .text(
                    #"{"version": 1, "creatives": [{"id": "a", "headline": "about A", "until": "2001-01-02"}]}"#
                )
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
}
