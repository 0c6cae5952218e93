import Foundation
import HostRuntime
import HostTestKit
import Synchronization
import Testing

@testable import SplashAdPlugin

/// Faults of servers, other processes and observers.
@MainActor @Suite struct SplashFaultTests {
    // MARK: - Rules of a new feed

    @Test func `a feed with a daily cap of zero applies to the very launch that fetches it`() async {
        let shop = FeedShop(
            FakeServer([
                "/feed.json": .text(
                    #"{"version": 1, "policy": {"daily-cap": 0}, "creatives": [{"id": "a", "headline": "about A"}]}"#
                )
            ])
        )

        await shop.launch()
        await shop.host.advance(by: .seconds(1))

        #expect(shop.host.visibleWindows == ["page"])
        #expect(shop.outcomes == ["splash ended  failed  after 0.0 s visible"])
        #expect(shop.shownToday == 0)
    }

    // MARK: - Counters

    @Test func `an advertisement that can't be counted isn't shown, and why says so`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "counters-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let lock = folder.appending(path: "splash-ad.lock")
        try FileManager.default.createDirectory(at: lock, withIntermediateDirectories: true)
        let shop = FeedShop(FakeServer(["/feed.json": .feed(["SUMMER"])]), stateDirectory: folder.path)

        await shop.launch()
        await shop.host.advance(by: .seconds(1))
        let why = try await shop.host.run("splash.why")
        try FileManager.default.removeItem(at: lock)
        await shop.comeBack()

        #expect(why?.contains("no advertisement: it couldn't be counted") == true)
        #expect(why?.contains("decided by: no advertisement that can't be counted") == true)
        #expect(shop.host.events.filter { $0.hasPrefix("splash shown") }.count == 1)
        #expect(shop.shownToday == 1)
    }

    // MARK: - Landing pages

    @Test func `an observer of a click cannot put a second advertisement over the landing page`() async throws {
        let shop = Shop(LandingPlugin.self)
        var errors: [String] = []
        let watching = shop.host.app.bus.observe(SplashAdDidEnd.self) { [host = shop.host.app] _ in
            host.commands.start("splash.show", [:]) { if case .failure(let error) = $0 { errors.append("\(error)") } }
        }
        await shop.host.launch()
        await shop.host.advance(by: .seconds(1))

        await shop.host.tap(5, 20)
        await shop.host.advance(by: .seconds(1))
        watching.cancel()

        #expect(shop.host.visibleWindows == ["page"])
        #expect(errors.count == 1)
    }

    @Test func `an answer to the end of an advertisement cannot put a second one over the landing page`() async throws {
        let shop = Shop(LandingPlugin.self, ["minimum-background-seconds": 0])
        await shop.host.launch()
        await shop.host.advance(by: .seconds(1))
        let watching = shop.host.app.bus.observe(named: SplashNotifications.ended) { [bus = shop.host.app.bus] _ in
            bus.post(named: SplashNotifications.offer)
        }
        var answers: [String] = []
        let answered = shop.host.app.bus.observe(named: SplashNotifications.answered) {
            answers.append("\($0.values["shown"] ?? .null): \($0.values["reason"] ?? .null)")
        }
        await shop.host.advance(by: .seconds(2))

        await shop.host.tap(5, 20)
        watching.cancel()
        answered.cancel()
        await shop.host.advance(by: .seconds(1))

        #expect(answers.count == 1)
        #expect(answers.first?.hasPrefix("false: ") == true)
        #expect(answers.first?.contains("the page that an advertisement led to is open") == true)
        #expect(!shop.host.visibleWindows.contains("splash-ad"))
    }

    // MARK: - Covers

    @Test func `a return is not covered for a feed that has never come`() async {
        let shop = FeedShop(FakeServer([:], delay: .seconds(60)), ["cache-policy": "use-cache"])
        await shop.launch()
        await shop.host.advance(by: .seconds(5))
        let before = shop.outcomes.count

        for _ in 0..<3 { await shop.comeBack() }

        #expect(shop.host.visibleWindows == ["page"])
        #expect(shop.outcomes.count == before)
    }

    // MARK: - Damaged pictures
    // MARK: - Damaged pictures

    @Test func `a damaged picture in the cache is rejected once, and not fetched again and again`() async throws {
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

    // MARK: - The wait

    @Test func `without a wait the last good advertisement is shown at launch`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "feed-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for run in 0..<2 {
            let shop = FeedShop(
                FakeServer(run == 0 ? ["/feed.json": .feed(["SUMMER"])] : [:]),
                ["wait-seconds": run == 0 ? 3 : 0],
                date: Date(timeIntervalSinceReferenceDate: 43_260 + Double(run) * 100),
                stateDirectory: folder
            )
            await shop.launch()
            await shop.host.advance(by: .seconds(1))
            #expect(shop.host.frame.contains("about SUMMER"), "run \(run)")
            await shop.host.terminate()
        }
    }

    @Test func `an advertisement that another process fetched is shown when the wait is over`() async throws {
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
        second.host.app.cache("splash-ad").insert(
            GradientPNG.bytes(width: 40, height: 20),
            for: "http://ads.example/a.png",
            at: second.host.app.clock.date
        )
        await second.host.advance(by: .seconds(3))

        #expect(second.host.frame.contains("▀"))
    }

    // MARK: - Caps

    @Test func `when all caps are reached no cover flashes over the page`() async throws {
        let shop = FeedShop(
            FakeServer([
                "/feed.json": .text(
                    #"{"version": 1, "creatives": [{"id": "rare", "headline": "about RARE", "daily-cap": 1}]}"#
                )
            ])
        )
        await shop.launch()
        await shop.host.advance(by: .seconds(7))
        _ = shop.host.drainEvents()

        await shop.comeBack()

        #expect(!shop.host.events.contains { $0.hasPrefix("window shown") })
        #expect(try await shop.host.run("splash.why")?.contains("'rare': shown 1 of 1 times today") == true)
    }

    @Test func `an advertisement's own cap applies although it is not in every feed`() async {
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

    // MARK: - The cached version

    @Test func `a launch asks only for changes since the last one`() async throws {
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

    @Test func `a feed that is cleared while the server is asked for changes is fetched again at once`() async throws {
        let server = FakeServer(["/feed.json": .feed(["SUMMER"])])
        let shop = FeedShop(server)
        await shop.launch()
        await shop.host.advance(by: .seconds(7))
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

    // MARK: - Observers

    @Test(arguments: ["disable", "show", "terminate", "background"], ["skip", "finish", "tap", "gaveUp"])
    func `whatever an observer of the end does, each presentation has one outcome`(
        act: String,
        end: String
    ) async throws {
        let shop = Shop(LandingPlugin.self)
        var count = 0
        let watching = shop.host.app.bus.observe(SplashAdDidEnd.self) { [host = shop.host.app] _ in
            count += 1
            guard count == 1 else { return }
            switch act {
            case "disable": try? host.plugins.disable("splash-ad")
            case "show": host.commands.start("splash.show", [:]) { _ in }
            case "terminate": host.terminate()
            default: host.suspend()
            }
        }
        await shop.host.launch()
        await shop.host.advance(by: .seconds(1))
        switch end {
        case "skip": await shop.host.key("s")
        case "finish": await shop.host.advance(by: .seconds(5))
        case "tap": await shop.host.tap(5, 20)
        default: shop.host.app.windows.visibleWindows.last?.close()
        }
        await shop.host.advance(by: .seconds(1))
        if act == "show", end != "tap" {
            #expect(shop.host.visibleWindows == ["page", "splash-ad"])
            await shop.host.key("s")
            await shop.host.advance(by: .seconds(1))
            #expect(count == 2)
        } else {
            #expect(count == 1)
        }
        watching.cancel()
        // A program that was left is stopped, and ends its animation at the return.
        if act == "background" {
            await shop.host.enterForeground()
            await shop.host.advance(by: .seconds(1))
        }
        if act != "terminate" { #expect(shop.host.visibleWindows == ["page"]) }
        #expect(shop.host.events.filter { $0.hasPrefix("error") } == [])
    }
}
