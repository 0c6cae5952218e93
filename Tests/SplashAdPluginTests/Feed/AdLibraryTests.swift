import Foundation
import HostRuntime
import HostTestKit
import Synchronization
import Testing

@testable import SplashAdPlugin

/// The way of advertisements from a feed to the screen, with a fake server.
@MainActor @Suite struct AdLibraryTests {
    // MARK: - Launch

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

    @Test func `while waiting for a server, a key changes the very next frame`() async {
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

    // MARK: - Bad feeds

    @Test(arguments: [
        (FakeServer.Answer.error(.status(500)), "500"), (.error(.tooLarge(limit: 262_144)), "262144"),
        (.text("{"), "not JSON at line 1, column 2"), (.text(#"{"version": 1, "creatives": 5}"#), "creatives"),
        (.error(.forbiddenRedirect("file:///etc/passwd")), "file:///etc/passwd"),
    ])
    func `a bad feed shows nothing, and why has the reason`(
        answer: FakeServer.Answer,
        reason: String
    ) async throws {
        let shop = FeedShop(FakeServer(["/feed.json": answer]))
        await shop.launch()
        await shop.host.advance(by: .seconds(1))

        #expect(shop.host.visibleWindows == ["page"])
        #expect(try await shop.host.run("splash.why")?.contains(reason) == true)
        #expect(shop.shownToday == 0)
    }

    @Test func `the outcome comes first, and the problems of an accepted feed last`() async throws {
        let text = #"""
            {"version": 1, "policy": {"skip": "Ring"}, "creatives": [
                {"id": "a", "title": "A", "color": "red"}, {"id": "b", "title": "B", "picture": "b.png"}]}
            """#
        let shop = FeedShop(FakeServer(["/feed.json": .text(text), "/b.png": .error(.status(404))]))
        await shop.launch()
        await shop.host.advance(by: .seconds(1))

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
        let shop = FeedShop(server)
        await shop.launch()
        await shop.host.advance(by: .seconds(7))
        server.answers.withLock { $0["/feed.json"] = .text("no feed") }

        await shop.comeBack()

        #expect(shop.host.frame.contains("about SUMMER"))
        let why = try await shop.host.run("splash.why")
        #expect(why?.contains("not JSON") == true)
        #expect(why?.contains("in force: 1 creative") == true)
    }

    @Test func `the last good feed is shown after a restart without a network`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "feed-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let picture = FakeServer.Answer.picture(width: 40, height: 20)
        let first = FeedShop(
            FakeServer(["/feed.json": .feed(["SUMMER"], picture: "a.png"), "/a.png": picture]),
            stateDirectory: folder
        )
        await first.launch()
        await first.host.advance(by: .seconds(1))
        #expect(first.host.frame.contains("▀"))
        await first.host.terminate()

        let second = laterShop(folder)
        await second.launch()
        await second.host.advance(by: .seconds(1))

        #expect(second.host.frame.contains("▀"))
        #expect(try await second.host.run("splash.why")?.contains("shown: 'summer'") == true)
    }

    /// A later start of the program, to which no server answers.
    private func laterShop(_ folder: String) -> FeedShop {
        FeedShop(FakeServer([:]), date: Date(timeIntervalSinceReferenceDate: 90_000), stateDirectory: folder)
    }

    @Test func `a feed that never changes is in force without a network after a run of forty days`() async {
        let folder = FileManager.default.temporaryDirectory.appending(path: "feed-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let server = FakeServer([
            "/feed.json": .feed(["SUMMER"], picture: "a.png"), "/a.png": .picture(width: 20, height: 10),
        ])
        let settings: [String: PlainValue] = ["cache-policy": "refresh"]
        let shop = FeedShop(server, settings, stateDirectory: folder)
        await shop.launch()
        for day in 0..<40 {
            await shop.host.enterBackground()
            await shop.host.advance(by: .seconds(86_400))
            // A picture that changes is put into the cache, which then leaves out what nobody has used.
            if day % 5 == 0 { server.answers.withLock { $0["/a.png"] = .picture(width: 21 + day, height: 10) } }
            await shop.host.enterForeground()
            await shop.host.advance(by: .seconds(30))
        }
        let date = shop.host.app.clock.date
        await shop.host.terminate()

        let later = FeedShop(FakeServer([:]), settings, date: date + 60, stateDirectory: folder)
        await later.launch()
        await later.host.advance(by: .seconds(5))

        #expect(later.host.frame.contains("SUMMER"))
    }

    @Test func `a creative keeps its total cap while another feed is in use`() async {
        let folder = FileManager.default.temporaryDirectory.appending(path: "feed-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let capped = #"{"version": 1, "creatives": [{"id": "summer", "headline": "x", "total-cap": 1}]}"#
        let (one, two) = (FakeServer(["/feed.json": .text(capped)]), FakeServer(["/feed.json": .feed(["WINTER"])]))
        var shown: [Int] = []
        for (day, server) in [one, one, two, one].enumerated() {
            let shop = FeedShop(
                server,
                feed: server === two ? "http://b.example/feed.json" : "http://a.example/feed.json",
                date: Date(timeIntervalSinceReferenceDate: 43_260 + Double(day) * 86_400),
                stateDirectory: folder
            )
            await shop.launch()
            await shop.host.advance(by: .seconds(10))
            if shop.host.events.contains(where: { $0.hasPrefix("splash.shown") }) { shown.append(day) }
            await shop.host.terminate()
        }

        #expect(shown == [0, 2])
    }

    @Test func `two programs with one store follow the newest feed, with its policy`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "feed-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        func feed(_ title: String, cap: Int) -> FakeServer.Answer {
            .text(
                #"{"version": 1, "policy": {"daily-cap": \#(cap)}, "creatives": [{"id": "\#(title)", "headline": "\#(title)"}]}"#
            )
        }
        func shop(_ server: FakeServer, hour: Double) -> FeedShop {
            FeedShop(server, date: Date(timeIntervalSinceReferenceDate: 3600 * hour), stateDirectory: folder)
        }
        let server = FakeServer(["/feed.json": feed("old", cap: 20)])
        let first = shop(server, hour: 1)
        await first.launch()
        await first.host.advance(by: .seconds(7))
        // Another program fetches the feed that shows nothing any more, and the first one then asks again.
        server.answers.withLock { $0["/feed.json"] = feed("new", cap: 0) }
        let second = shop(server, hour: 2)
        await second.launch()
        await second.host.advance(by: .seconds(7))
        await second.host.terminate()
        await first.comeBack()
        await first.comeBack()
        let policy = try await first.host.run("splash.policy") ?? ""
        let cap = policy.split(separator: "\n").first { $0.hasPrefix("daily-cap") }
        #expect(cap?.split(separator: " ") == ["daily-cap", "0", "feed"])
        await first.host.terminate()

        let third = shop(FakeServer([:]), hour: 30)
        await third.launch()
        await third.host.advance(by: .seconds(1))

        #expect(third.host.visibleWindows == ["page"])
        #expect(third.shownToday == 0)
    }

    @Test func `a feed in the cache keeps its policy when the store is lost`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "feed-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let feed = #"{"version": 1, "policy": {"daily-cap": 0}, "creatives": [{"id": "a", "headline": "A"}]}"#
        let first = FeedShop(FakeServer(["/feed.json": .text(feed)]), stateDirectory: folder)
        await first.launch()
        await first.host.advance(by: .seconds(7))
        first.host.app.store("splash-ad").update { $0 = [:] }
        await first.host.terminate()

        let second = laterShop(folder)
        await second.launch()
        await second.host.advance(by: .seconds(5))

        #expect(second.shownToday == 0)
        #expect(try await second.host.run("splash.policy")?.contains("daily-cap") == true)
    }

    @Test func `an empty feed removes all advertisements`() async throws {
        let server = FakeServer(["/feed.json": .feed(["SUMMER"])])
        let shop = FeedShop(server)
        await shop.launch()
        await shop.host.advance(by: .seconds(7))
        server.answers.withLock { $0["/feed.json"] = .feed([]) }

        await shop.comeBack()

        #expect(shop.host.visibleWindows == ["page"])
    }

    @Test func `an invalid address of the feed shows nothing, and why has the reason`() async throws {
        let shop = FeedShop(FakeServer([:]), feed: "file:///etc/passwd")
        await shop.launch()
        await shop.host.advance(by: .seconds(1))

        #expect(shop.host.visibleWindows == ["page"])
        #expect(try await shop.host.run("splash.why")?.contains("is not an http or https address") == true)
    }

    // MARK: - Pictures

    @Test func `an advertisement without its picture is left out, and another one is shown`() async throws {
        let server = FakeServer([
            "/feed.json": .text(
                #"""
                {"version": 1, "creatives": [
                    {"id": "broken", "headline": "about BROKEN", "picture": "b.png"},
                    {"id": "words", "headline": "about WORDS"}]}
                """#
            ), "/b.png": .text("no picture"),
        ])
        let shop = FeedShop(server)
        await shop.launch()
        await shop.host.advance(by: .seconds(1))

        #expect(shop.host.frame.contains("about WORDS"))
        #expect(try await shop.host.run("splash.why")?.contains("'broken': its picture was refused: http://") == true)
        #expect(shop.host.events.contains { $0.contains("/b.png is not used") })
    }

    @Test func `a fetch under way is not repeated, and a rejected picture is fetched again`() async {
        let server = FakeServer(["/feed.json": .feed(["SUMMER"], picture: "a.png"), "/a.png": .text("no picture")])
        let shop = FeedShop(server)
        await shop.launch()
        await shop.host.advance(by: .seconds(1))
        #expect(server.requests.withLock { $0 }.count { $0 == "/a.png" } == 1)
        server.answers.withLock { $0["/a.png"] = .picture(width: 4, height: 4) }

        await shop.comeBack()

        #expect(server.requests.withLock { $0 }.count { $0 == "/a.png" } == 2)
        #expect(shop.host.frame.contains("▀"))
    }

    @Test func `an unchanged feed is not sent again`() async {
        let server = FakeServer(["/feed.json": .feed(["SUMMER"])])
        let shop = FeedShop(server)
        await shop.launch()
        await shop.host.advance(by: .seconds(7))

        await shop.comeBack()

        #expect(server.tags.withLock { $0.map { $0 != nil } } == [false, true])
        #expect(shop.host.frame.contains("about SUMMER"))
    }

    // MARK: - The four cache policies

    @Test(
        arguments: [
            // The requests for a picture at the first start, and what is shown; then at a second start.
            ("use-cache", ["/a.png"], true, [], true), ("reload", ["/a.png"], true, ["/a.png"], true),
            ("refresh", ["/a.png"], true, ["/a.png"], true), ("background", ["/a.png"], false, [], true),
        ] as [(String, [String], Bool, [String], Bool)]
    )
    func `the cache policy decides what is fetched and what is shown`(
        policy: String,
        first: [String],
        isShownFirst: Bool,
        second: [String],
        isShownSecond: Bool
    ) async {
        let folder = FileManager.default.temporaryDirectory.appending(path: "feed-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        func run(at seconds: Double) async -> ([String], Bool) {
            let server = FakeServer([
                "/feed.json": .feed(["SUMMER"], picture: "a.png"), "/a.png": .picture(width: 40, height: 20),
            ])
            let shop = FeedShop(
                server,
                ["cache-policy": .string(policy)],
                date: Date(timeIntervalSinceReferenceDate: seconds),
                stateDirectory: folder
            )
            await shop.launch()
            await shop.host.advance(by: .seconds(2))
            let isShown = shop.host.frame.contains("▀")
            await shop.host.terminate()
            return (server.requests.withLock { $0 }.filter { $0.hasSuffix(".png") }, isShown)
        }

        let one = await run(at: 43_260)
        let two = await run(at: 43_360)

        #expect(one.0 == first)
        #expect(one.1 == isShownFirst)
        #expect(two.0 == second)
        #expect(two.1 == isShownSecond)
    }

    // MARK: - Several

    @Test func `the shares of several follow their weights`() async {
        let shop = FeedShop(
            FakeServer([
                "/feed.json": .text(
                    #"""
                    {"version": 1, "creatives": [
                        {"id": "often", "headline": "about OFTEN", "weight": 2},
                        {"id": "seldom", "headline": "about SELDOM"}]}
                    """#
                )
            ])
        )
        await shop.launch()
        var shown: [String] = []
        for _ in 0..<6 {
            await shop.host.advance(by: .seconds(1))
            shown.append(["OFTEN", "SELDOM"].filter { shop.host.frame.contains("about \($0)") }.joined())
            await shop.host.advance(by: .seconds(6))
            await shop.comeBack()
        }

        #expect(shown == ["OFTEN", "OFTEN", "SELDOM", "OFTEN", "OFTEN", "SELDOM"])
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

    // MARK: - The remote policy

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

    @Test func `clearing the cache removes what was fetched`() async throws {
        let server = FakeServer(["/feed.json": .feed(["SUMMER"])])
        let shop = FeedShop(server)
        await shop.launch()
        await shop.host.advance(by: .seconds(7))
        server.answers.withLock { $0 = [:] }

        try await shop.host.run("splash.clear-cache")
        await shop.comeBack()

        #expect(shop.host.visibleWindows == ["page"])
        #expect(shop.host.app.cache("splash-ad").keys.isEmpty)
    }

    // MARK: - The background

    @Test func `leaving the program fetches the feed, a screen lock does not`() async {
        let server = FakeServer(["/feed.json": .feed(["SUMMER"])])
        let shop = FeedShop(server)
        await shop.launch()
        await shop.host.advance(by: .seconds(7))
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
        let shop = FeedShop(server)
        await shop.launch()
        await shop.host.advance(by: .seconds(7))
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
        let shop = FeedShop(server)
        await shop.launch()
        await shop.host.advance(by: .seconds(1))

        try shop.host.app.plugins.disable("splash-ad")
        await shop.host.advance(by: .seconds(1))

        #expect(server.cancelled.withLock { $0 } > 0)
        #expect(shop.host.visibleWindows == ["page"])
    }
}
