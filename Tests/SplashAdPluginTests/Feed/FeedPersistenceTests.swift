import Foundation
import HostRuntime
import HostTestKit
import Synchronization
import Testing

@testable import SplashAdPlugin

@MainActor @Suite struct FeedPersistenceTests {
    @Test func `the last good feed is shown after a restart without a network`() async throws {
        try await withTemporaryFolder { folder in
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

            let why = try await second.host.run("splash.why")
            #expect(second.host.frame.contains("▀"))
            #expect(why?.contains("shown: 'summer'") == true)
        }
    }

    /// A later start of the program, to which no server answers.
    private func laterShop(_ folder: String) -> FeedShop {
        FeedShop(FakeServer([:]), date: Date(timeIntervalSinceReferenceDate: 90_000), stateDirectory: folder)
    }

    @Test func `a feed that never changes is in force without a network after a run of forty days`() async {
        await withTemporaryFolder { folder in
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
    }

    @Test func `a creative keeps its total cap while another feed is in use`() async {
        await withTemporaryFolder { folder in
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
    }

    private func feed(_ title: String, cap: Int) -> FakeServer.Answer {
        .text(
            #"""
            {"version": 1, "policy": {"daily-cap": \#(cap)}, "creatives": [
                {"id": "\#(title)", "headline": "\#(title)"}]}
            """#
        )
    }

    private func shop(_ server: FakeServer, hour: Double, in folder: String) -> FeedShop {
        FeedShop(server, date: Date(timeIntervalSinceReferenceDate: 3600 * hour), stateDirectory: folder)
    }

    @Test func `two programs with one store follow the newest feed, with its policy`() async throws {
        try await withTemporaryFolder { folder in
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
    }

    @Test func `a feed in the cache keeps its policy when the store is lost`() async throws {
        try await withTemporaryFolder { folder in
            let feed = #"{"version": 1, "policy": {"daily-cap": 0}, "creatives": [{"id": "a", "headline": "A"}]}"#
            let first = FeedShop(FakeServer(["/feed.json": .text(feed)]), stateDirectory: folder)
            await first.launch()
            await first.host.advance(by: .seconds(7))
            first.host.app.store("splash-ad").update { $0 = [:] }
            await first.host.terminate()

            let second = laterShop(folder)
            await second.launch()
            await second.host.advance(by: .seconds(5))

            let policy = try await second.host.run("splash.policy")
            #expect(second.shownToday == 0)
            #expect(policy?.contains("daily-cap") == true)
        }
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
        #expect(shop.host.app.cache("splash-ad").totalBytes == 0)
    }
}
