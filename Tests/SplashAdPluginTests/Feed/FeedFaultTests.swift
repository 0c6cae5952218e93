import HostRuntime
import HostTestKit
import Synchronization
import TestSupport
import Testing

@testable import SplashAdPlugin

/// A bad feed leaves the old one in force, and says why.
@MainActor @Suite(.tags(.advertisements)) struct FeedFaultTests {
    @Test(arguments: [
        (FakeServer.Answer.error(.status(500)), "500"), (.error(.tooLarge(limit: 262_144)), "262144"),
        (.text("{"), "not JSON at line 1, column 2"), (.text(#"{"version": 1, "creatives": 5}"#), "creatives"),
        (.error(.forbiddenRedirect("file:///etc/passwd")), "file:///etc/passwd"),
    ])
    func `a bad feed shows nothing, and why has the reason`(
        answer: FakeServer.Answer,
        reason: String
    ) async throws {
        let shop = await FeedShop.launched(FakeServer(["/feed.json": answer]), for: .seconds(1))

        #expect(shop.host.visibleWindows == ["page"])
        #expect(try await shop.host.run("splash.why")?.contains(reason) == true)
        #expect(shop.shownToday == 0)
    }

    @Test func `the outcome comes first, and the problems of an accepted feed last`() async throws {
        let text = #"""
            {"version": 1, "policy": {"skip": "Ring"}, "creatives": [
                {"id": "a", "title": "A", "color": "red"}, {"id": "b", "title": "B", "picture": "b.png"}]}
            """#
        let shop = await FeedShop.launched(
            FakeServer(["/feed.json": .text(text), "/b.png": .error(.status(404))]),
            for: .seconds(1)
        )

        let lines = try await shop.host.run("splash.why")?.split(separator: "\n").map { $0.prefix(24) }

        let expected = [
            "shown: 'a', still on the screen", "at launch, 2001-01-01 12:01", "decided by: the rules, which",
            "rules: allowed",
        ]
        let last = [
            "'b': its picture was refused", "feed http://ads.example/feed", "in force: 2 creatives, as of",
            "latest fetch, 2001-01-01T12", "2 warnings:", "  creative 'a': 'color' is",
            "  feed: 'skip' is one of 'none",
        ]
        #expect(lines?.prefix(4).map { $0 } == expected.map { $0.prefix(24) })
        #expect(lines.map { Array($0.suffix(last.count)) } == last.map { $0.prefix(24) })
    }

    @Test func `a feed that turns bad leaves the good one in force`() async throws {
        let server = FakeServer(["/feed.json": .feed(["SUMMER"])])
        let shop = await FeedShop.launched(server, for: .seconds(7))
        server.answers.withLock { $0["/feed.json"] = .text("no feed") }

        await shop.comeBack()

        #expect(shop.host.frame.contains("about SUMMER"))
        let why = try await shop.host.run("splash.why")
        #expect(why?.contains("not JSON") == true)
        #expect(why?.contains("in force: 1 creative") == true)
    }

    @Test func `an empty feed removes all advertisements`() async throws {
        let server = FakeServer(["/feed.json": .feed(["SUMMER"])])
        let shop = await FeedShop.launched(server, for: .seconds(7))
        server.answers.withLock { $0["/feed.json"] = .feed([]) }

        await shop.comeBack()

        #expect(shop.host.visibleWindows == ["page"])
    }

    @Test func `landing pages that the program can't open are named once in the log, and in why`() async throws {
        let creatives = ["a", "b"].map { #"{"id": "\#($0)", "headline": "x", "landing": "https://shop.example/"}"# }
        let feed = #"{"version": 1, "creatives": [\#(creatives.joined(separator: ", "))]}"#
        let shop = await FeedShop.launched(FakeServer(["/feed.json": .text(feed)]), for: .seconds(7))
        await shop.comeBack()

        let problem = "its landing page can't be opened: the program offers no command 'page.open'"
        #expect(shop.host.events.count { $0.contains(problem) } == 1)
        let why = try await shop.host.run("splash.why")
        #expect(why?.contains("creative 'a' and 1 more: \(problem)") == true)
    }

    @Test func `an invalid address of the feed shows nothing, and why has the reason`() async throws {
        let shop = await FeedShop.launched(FakeServer([:]), feed: "file:///etc/passwd", for: .seconds(1))

        #expect(shop.host.visibleWindows == ["page"])
        #expect(try await shop.host.run("splash.why")?.contains("is not an http or https address") == true)
    }

    @Test func `a return is not covered for a feed that has never come`() async {
        let shop = await FeedShop.launched(FakeServer([:], delay: .seconds(60)), for: .seconds(5))
        let before = shop.outcomes.count

        for _ in 0..<3 { await shop.comeBack() }

        #expect(shop.host.visibleWindows == ["page"])
        #expect(shop.outcomes.count == before)
    }
}
