import Foundation
import HostTestKit
import Synchronization
import Testing

@testable import HostRuntime
@testable import SplashAdPlugin

/// What servers, other processes and observers do that nobody would wish for.
@MainActor @Suite struct SplashFaultTests {
    @Test func `a picture that is kept but is none is refused once, and not asked for again and again`() async throws {
        let shop = FeedShop(
            FakeServer([
                "/feed.json": .text(
                    #"""
                    {"version": 1, "policy": {"cache-policy": "background"},
                     "creatives": [{"id": "a", "picture": "/feed.json"}]}
                    """#
                )
            ])
        )

        await shop.launch()
        await shop.host.advance(by: .seconds(1))
        await shop.comeBack()

        #expect(shop.host.visibleWindows == ["page"])
        #expect(try await shop.host.run("splash.why")?.contains("refused") == true)
    }

    @Test func `what another process has fetched meanwhile is shown when the wait is over`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "feed-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let server = FakeServer(["/feed.json": .feed(["SUMMER"], picture: "a.png")])
        func shop(at seconds: Double) -> FeedShop {
            FeedShop(
                server,
                ["cache-policy": "refresh"],
                date: Date(timeIntervalSinceReferenceDate: seconds),
                stateDirectory: folder
            )
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
        second.host.host.cache("splash-ad").insert(
            GradientPNG.bytes(width: 40, height: 20),
            for: "http://ads.example/a.png",
            at: second.host.host.clock.date
        )
        await second.host.advance(by: .seconds(3))

        #expect(second.host.frame.contains("▀"))
    }

    @Test func `an advertisement's own cap holds although it is not in every feed`() async {
        func feed(_ id: String) -> FakeServer.Answer {
            .text(#"{"version": 1, "creatives": [{"id": "\#(id)", "headline": "about \#(id)", "daily-cap": 1}]}"#)
        }
        let server = FakeServer(["/feed.json": feed("a")])
        let shop = FeedShop(server)
        await shop.launch()
        await shop.host.advance(by: .seconds(7))
        for id in ["bb", "ccc", "a"] {
            server.answers.withLock { $0["/feed.json"] = feed(id) }
            await shop.comeBack()
            await shop.host.advance(by: .seconds(7))
        }

        #expect(shop.outcomes.count == 3)
        #expect(shop.shownToday == 3)
    }

    @Test func `a start asks only for what has changed since the last one`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "feed-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let server = FakeServer(["/feed.json": .feed(["SUMMER"])])
        for run in 0..<2 {
            let shop = FeedShop(
                server,
                date: Date(timeIntervalSinceReferenceDate: 43_260 + Double(run) * 100),
                stateDirectory: folder
            )
            await shop.launch()
            await shop.host.advance(by: .seconds(1))
            #expect(shop.host.frame.contains("about SUMMER"), "run \(run)")
            await shop.host.terminate()
        }

        #expect(server.tags.withLock { $0 }.map { $0 != nil } == [false, true])
    }

    @Test func `what is forgotten while the server says that nothing has changed is fetched again`() async throws {
        let server = FakeServer(["/feed.json": .feed(["SUMMER"])])
        let shop = FeedShop(server)
        await shop.launch()
        await shop.host.advance(by: .seconds(7))
        server.delay.withLock { $0 = .seconds(5) }
        await shop.host.enterBackground()
        await shop.host.advance(by: .seconds(1))
        try await shop.host.run("splash.clear-cache")
        await shop.host.advance(by: .seconds(20))
        server.delay.withLock { $0 = .zero }
        await shop.host.enterForeground()
        await shop.host.advance(by: .seconds(1))

        #expect(shop.host.frame.contains("about SUMMER"))
    }
}
