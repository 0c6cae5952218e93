import Foundation
import HostRuntime
import HostTestKit
import Synchronization
import TestSupport
import Testing

@testable import SplashAdPlugin

/// The last good feed, which is used without a network and after a restart.
@MainActor @Suite(.tags(.advertisements)) struct FeedPersistenceTests {
    @Test func `the last good feed is shown after a restart without a network`() async throws {
        let folder = TemporaryFolder()
        let picture = FakeServer.Answer.picture(width: 40, height: 20)
        let first = await FeedShop.launched(
            FakeServer(["/feed.json": .feed(["SUMMER"], picture: "a.png"), "/a.png": picture]),
            in: folder,
            for: .seconds(1)
        )
        #expect(first.host.frame.contains("▀"))
        await first.host.terminate()

        let second = laterShop(folder)
        await second.launch()
        await second.host.advance(by: .seconds(1))

        let why = try await second.host.run("splash.why")
        #expect(second.host.frame.contains("▀"))
        #expect(why?.contains("shown: 'summer'") == true)
    }

    /// A later start of the program, to which no server answers.
    private func laterShop(_ folder: TemporaryFolder) -> FeedShop {
        FeedShop(FakeServer([:]), date: Date(timeIntervalSinceReferenceDate: 90_000), in: folder)
    }

    @Test func `a feed that never changes is in force without a network after a run of forty days`() async throws {
        let folder = TemporaryFolder()
        let server = FakeServer([
            "/feed.json": .feed(["SUMMER"], picture: "a.png"), "/a.png": .picture(width: 20, height: 10),
        ])
        let shop = FeedShop(server, in: folder)
        await shop.launch()
        for visit in 0..<8 {
            await shop.host.enterBackground()
            await shop.host.advance(by: .seconds(5 * 86_400))
            // A picture that changes is put into the cache, which then leaves out what nobody has used.
            server.answers.withLock { $0["/a.png"] = .picture(width: 21 + visit, height: 10) }
            await shop.host.enterForeground()
            await shop.host.advance(by: .seconds(30))
        }
        let date = shop.host.app.clock.date
        await shop.host.terminate()

        let later = await FeedShop.launched(FakeServer([:]), date: date + 60, in: folder, for: .seconds(5))

        #expect(later.host.frame.contains("SUMMER"))
    }

    @Test func `a creative keeps its total cap while another feed is in use`() async throws {
        let folder = TemporaryFolder()
        let capped = #"{"version": 1, "creatives": [{"id": "summer", "headline": "x", "total-cap": 1}]}"#
        let (one, two) = (FakeServer(["/feed.json": .text(capped)]), FakeServer(["/feed.json": .feed(["WINTER"])]))
        var shown: [Int] = []
        for (day, server) in [one, one, two, one].enumerated() {
            let shop = await FeedShop.launched(
                server,
                feed: server === two ? "http://b.example/feed.json" : "http://a.example/feed.json",
                date: Date(timeIntervalSinceReferenceDate: 43_260 + Double(day) * 86_400),
                in: folder,
                for: .seconds(10)
            )
            if shop.host.events.contains(where: { $0.hasPrefix("splash.shown") }) { shown.append(day) }
            await shop.host.terminate()
        }

        #expect(shown == [0, 2])
    }

    private func feed(_ title: String, cap: Int) -> FakeServer.Answer {
        .text(
            #"""
            {"version": 1, "policy": {"daily-cap": \#(cap)}, "creatives": [
                {"id": "\#(title)", "headline": "\#(title)"}]}
            """#
        )
    }

    private func shop(_ server: FakeServer, hour: Double, in folder: TemporaryFolder) -> FeedShop {
        FeedShop(server, date: Date(timeIntervalSinceReferenceDate: 3600 * hour), in: folder)
    }

    @Test func `two programs with one store follow the newest feed, with its policy`() async throws {
        let folder = TemporaryFolder()
        let server = FakeServer(["/feed.json": feed("old", cap: 20)])
        let first = shop(server, hour: 1, in: folder)
        await first.launch()
        await first.host.advance(by: .seconds(7))
        // Another program fetches the feed that shows nothing any more, and the first one then asks again.
        server.answers.withLock { $0["/feed.json"] = feed("new", cap: 0) }
        let second = shop(server, hour: 2, in: folder)
        await second.launch()
        await second.host.advance(by: .seconds(7))
        await second.host.terminate()
        await first.comeBack()
        await first.comeBack()
        let policy = try await first.host.run("splash.policy") ?? ""
        let cap = policy.split(separator: "\n").first { $0.hasPrefix("daily-cap") }
        #expect(cap?.split(separator: " ") == ["daily-cap", "0", "feed"])
        await first.host.terminate()

        let third = shop(FakeServer([:]), hour: 30, in: folder)
        await third.launch()
        await third.host.advance(by: .seconds(1))

        #expect(third.host.visibleWindows == ["page"])
        #expect(third.shownToday == 0)
    }

    @Test func `a feed in the cache keeps its policy when the store is lost`() async throws {
        let folder = TemporaryFolder()
        let feed = #"{"version": 1, "policy": {"daily-cap": 0}, "creatives": [{"id": "a", "headline": "A"}]}"#
        let first = await FeedShop.launched(FakeServer(["/feed.json": .text(feed)]), in: folder, for: .seconds(7))
        first.host.app.store("splash-ad").update { $0 = [:] }
        await first.host.terminate()

        let second = laterShop(folder)
        await second.launch()
        await second.host.advance(by: .seconds(5))

        let policy = try await second.host.run("splash.policy")
        #expect(second.shownToday == 0)
        #expect(policy?.contains("daily-cap") == true)
    }

    @Test func `clearing the cache removes what was fetched`() async throws {
        let server = FakeServer(["/feed.json": .feed(["SUMMER"])])
        let shop = await FeedShop.launched(server, for: .seconds(7))
        server.answers.withLock { $0 = [:] }

        try await shop.host.run("splash.clear-cache")
        await shop.comeBack()

        #expect(shop.host.visibleWindows == ["page"])
        #expect(shop.host.app.cache("splash-ad").totalBytes == 0)
    }

    // MARK: - Asking for changes only

    @Test func `a launch asks only for changes since the last one`() async throws {
        let folder = TemporaryFolder()
        let server = FakeServer(["/feed.json": .feed(["SUMMER"])])
        for run in 0..<2 {
            let shop = await FeedShop.launched(
                server,
                date: Date(timeIntervalSinceReferenceDate: 43_260 + Double(run) * 100),
                in: folder,
                for: .seconds(1)
            )
            #expect(shop.host.frame.contains("about SUMMER"), "run \(run)")
            await shop.host.terminate()
        }

        #expect(server.tags.withLock { $0 }.map { $0 != nil } == [false, true])
    }

    @Test func `a feed that is cleared while the server is asked for changes is fetched again at once`() async throws {
        let server = FakeServer(["/feed.json": .feed(["SUMMER"])])
        let shop = await FeedShop.launched(server, for: .seconds(7))
        server.delay.withLock { $0 = .milliseconds(100) }
        await shop.host.enterBackground()
        await shop.host.advance(by: .milliseconds(50))
        try await shop.host.run("splash.clear-cache")
        await shop.host.advance(by: .seconds(20))
        server.answers.withLock { $0 = [:] }
        await shop.host.enterForeground()
        await shop.host.advance(by: .seconds(1))

        #expect(shop.host.frame.contains("about SUMMER"))
    }

    @Test func `an unchanged feed is not sent again`() async {
        let server = FakeServer(["/feed.json": .feed(["SUMMER"])])
        let shop = await FeedShop.launched(server, for: .seconds(7))

        await shop.comeBack()

        #expect(server.tags.withLock { $0.map { $0 != nil } } == [false, true])
        #expect(shop.host.frame.contains("about SUMMER"))
    }

    @Test func `a feed that is current by its server's word isn't asked for again before`() async {
        let server = FakeServer(["/feed.json": .feed(["SUMMER"])])
        server.freshSeconds.withLock { $0 = 60 }
        let shop = await FeedShop.launched(server, for: .seconds(7))

        var counts: [Int] = []
        for _ in 0..<6 {
            await shop.comeBack()
            counts.append(server.tags.withLock { $0.count })
        }

        // The user leaves 7, 19, 31, 43, 55 and 67 s after the fetch.
        #expect(counts == [1, 1, 1, 1, 1, 2])
    }

    @Test func `a feed that is current is current in the next run, too`() async throws {
        let folder = TemporaryFolder()
        let server = FakeServer(["/feed.json": .feed(["SUMMER"])])
        server.freshSeconds.withLock { $0 = 600 }
        var counts: [Int] = []
        for seconds in [43_260.0, 43_460, 43_900, 44_000] {
            let shop = await FeedShop.launched(
                server,
                date: Date(timeIntervalSinceReferenceDate: seconds),
                in: folder,
                for: .seconds(2)
            )
            await shop.host.terminate()
            counts.append(server.tags.withLock { $0.count })
        }

        #expect(counts == [1, 1, 2, 2])
    }
}
