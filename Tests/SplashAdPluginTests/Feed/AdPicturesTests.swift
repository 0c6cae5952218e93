import Foundation
import HostRuntime
import HostTestKit
import Synchronization
import TestSupport
import Testing

@testable import SplashAdPlugin

/// Fetching ahead, within the budget of a day.
@MainActor @Suite(.tags(.advertisements)) struct AdPicturesTests {
    /// A feed of as many creatives with a picture each.
    private func server(_ count: Int, delay: Duration = .zero, padding: Int = 62_500) -> FakeServer {
        var answers: [String: FakeServer.Answer] = [:]
        let creatives = (0..<count).map { place in
            answers["/\(place).png"] = .picture(width: 20, height: 10, largerBy: padding)
            return #"{"id": "c\#(place)", "headline": "about c\#(place)", "picture": "\#(place).png"}"#
        }
        answers["/feed.json"] = .creatives(creatives.joined(separator: ", "))
        return FakeServer(answers, delay: delay)
    }

    private func bytes(_ server: FakeServer) -> Int { server.served.withLock { $0 } }

    private func pictures(_ server: FakeServer) -> [String] {
        server.requests.withLock { $0 }.filter { $0.hasSuffix(".png") }
    }

    @Test func `a feed's pictures are fetched one after another in the order of their turns`() async {
        let server = server(6)
        let shop = await FeedShop.launched(server, for: .seconds(7))

        #expect(shop.host.frame.contains("the page"))
        #expect(pictures(server) == (0..<6).map { "/\($0).png" })
        #expect(server.open.withLock { $0.most } == 1)
    }

    @Test func `once the budget of a day is spent nothing more is fetched ahead, and that is said once`() async throws {
        let server = server(32)
        let shop = await FeedShop.launched(server, ["budget-mebibytes": 1], for: .seconds(7))
        for _ in 0..<3 {
            await shop.comeBack()
            await shop.host.advance(by: .seconds(7))
        }
        let firstDay = bytes(server)
        let logged = shop.host.events
        let why = try await shop.host.run("splash.why")
        let policy = try await shop.host.run("splash.policy")
        await shop.host.enterBackground()
        await shop.host.advance(by: .seconds(86_400))
        await shop.host.enterForeground()
        await shop.comeBack()
        await shop.host.advance(by: .seconds(7))

        let picture = 64_000
        #expect((1 << 20..<(1 << 20) + picture).contains(firstDay))
        let pause = "no more pictures are fetched ahead: today's 1.0 MiB are spent"
        #expect(why?.contains(pause) == true)
        #expect(why?.contains("'c31': its picture has not been fetched yet") == true)
        #expect(policy?.contains("fetched today: 1.0 MiB of 1.0 MiB") == true)
        #expect(logged.count { $0.contains(pause) } == 1)
        #expect(Set(pictures(server)).count == 32)
    }

    @Test func `another run on the same day continues with what is left of the budget`() async throws {
        let folder = TemporaryFolder()
        let server = server(32)
        for _ in 0..<3 {
            let shop = await FeedShop.launched(server, ["budget-mebibytes": 1], in: folder, for: .seconds(7))
            _ = try await shop.host.run("splash.clear-cache")
            await shop.host.terminate()
        }

        // A launch with nothing stored waits for one picture, which isn't fetched ahead.
        let picture = 64_000
        #expect(bytes(server) < (1 << 20) + 3 * picture)
    }

    @Test func `what another program on one state has fetched today counts`() async throws {
        let folder = TemporaryFolder()
        let servers = (0..<2).map { _ in server(32) }
        for server in servers {
            let shop = await FeedShop.launched(server, ["budget-mebibytes": 1], in: folder, for: .seconds(7))
            _ = try await shop.host.run("splash.clear-cache")
        }

        #expect(bytes(servers[0]) > 1 << 20)
        #expect(pictures(servers[1]).count == 1)
    }

    /// A feed whose pictures all fail.
    private func failing(_ error: FetchError.Reason, _ count: Int = 32) -> FakeServer {
        let server = server(count, padding: 0)
        server.answers.withLock { answers in
            for path in answers.keys where path.hasSuffix(".png") { answers[path] = .error(error) }
        }
        return server
    }

    @Test func `after eight failed requests, pictures wait until the feed is fetched again`() async throws {
        let server = failing(.connection("no route"))
        let shop = await FeedShop.launched(server, for: .seconds(60))
        let first = pictures(server).count

        await shop.comeBack()
        await shop.host.advance(by: .seconds(60))

        // One may be under way when the last one fails.
        #expect((8...9).contains(first))
        #expect((16...18).contains(pictures(server).count))
        let why = try await shop.host.run("splash.why")
        #expect(why?.contains("requests have failed since the feed was fetched") == true)
    }

    @Test func `pictures that a server refuses don't keep the others away for ever`() async {
        let server = failing(.status(404), 24)
        server.answers.withLock { $0["/23.png"] = .picture(width: 20, height: 10) }
        let shop = FeedShop(server)
        await shop.launch()

        for _ in 0..<8 { await shop.comeBack() }

        #expect(server.requests.withLock { $0.contains("/23.png") })
    }

    @Test func `all bytes of a day count, those of the feed and of failed requests, too`() async {
        let server = failing(.status(404))
        server.head.withLock { $0 = 60_000 }
        let shop = await FeedShop.launched(server, for: .seconds(7))

        guard case .bytes(let feed)? = server.answers.withLock({ $0["/feed.json"] }) else { return }
        let spent = DailyBytes(shop.host.app.store("splash-ad").value("fetched"), at: shop.host.app.clock.date).spent
        #expect(spent == server.requests.withLock { $0.count } * 60_000 + feed.count)
    }

    @Test func `bytes are stored when a series of requests has ended, and not with each`() async {
        let server = server(24, delay: .milliseconds(100), padding: 0)
        let shop = FeedShop(server, ["wait-seconds": 0])
        await shop.launch()
        var stored: Set<PlainValue> = []
        for _ in 0..<600 {
            await shop.host.advance(by: .milliseconds(10))
            if let value = shop.host.app.store("splash-ad").value("fetched") { stored.insert(value) }
        }

        #expect(server.requests.withLock { $0.count } == 25)
        #expect(stored.count == 1)
    }

    @Test func `failed requests end with the budget of the day`() async {
        let server = failing(.connection("no route"))
        server.head.withLock { $0 = 60_000 }
        let shop = FeedShop(server, ["budget-mebibytes": 1])
        await shop.launch()
        for _ in 0..<20 { await shop.comeBack() }

        // Each of the 21 fetches asks for the feed, whatever is left.
        let pictures = server.requests.withLock { $0.count { $0.hasSuffix(".png") } }
        #expect((1...18).contains(pictures))
    }

    @Test func `without a budget only what a launch waits for is fetched`() async throws {
        let server = server(3)
        let shop = await FeedShop.launched(server, ["budget-mebibytes": 0], for: .seconds(1))

        #expect(shop.host.frame.contains("about c0"))
        #expect(pictures(server) == ["/0.png"])
        #expect(try await shop.host.run("splash.why")?.contains("today's 0 bytes are spent") == true)
    }

    @Test func `clearing the cache reports the freed bytes and keeps the named pictures`() async throws {
        let server = server(3)
        let shop = await FeedShop.launched(server, for: .seconds(7))

        let answer = try await shop.host.run("splash.clear-cache", ["keep": "c1"])
        await shop.comeBack()
        await shop.host.advance(by: .seconds(7))

        // Two pictures of 62 KiB, and the feed.
        #expect(answer == "Forgot what was fetched and freed 124 KiB; kept the pictures of c1")
        let asked = server.requests.withLock { $0 }
        #expect(asked.count { $0 == "/0.png" } == 2)
        #expect(asked.count { $0 == "/1.png" } == 1)
        await #expect(throws: SplashRefusal.unknownCreative("c9", nearest: "c0")) {
            try await shop.host.run("splash.clear-cache", ["keep": "c9"])
        }
    }

    // MARK: - Invisible pictures

    @Test func `an invisible picture without words is rejected`() async throws {
        let clear = FakeServer.Answer.bytes(ClearPNG.bytes)
        let feed = #"{"version": 1, "creatives": [{"id": "a", "picture": "a.png"}]}"#
        let shop = await FeedShop.launched(FakeServer(["/feed.json": .text(feed), "/a.png": clear]), for: .seconds(1))

        #expect(shop.host.visibleWindows == ["page"])
        let why = try await shop.host.run("splash.why")
        #expect(why?.contains("'a': its picture was refused: it is fully transparent, and there are no words") == true)
    }

    @Test func `an invisible picture with words is shown`() async {
        let feed = #"{"version": 1, "creatives": [{"id": "a", "headline": "about A", "picture": "a.png"}]}"#
        let shop = await FeedShop.launched(
            FakeServer(["/feed.json": .text(feed), "/a.png": .bytes(ClearPNG.bytes)]),
            for: .seconds(1)
        )

        #expect(shop.host.frame.contains("about A"))
    }
}

/// A PNG file with one transparent pixel.
private enum ClearPNG {
    static let bytes: [UInt8] = [
        0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0x00, 0x00, 0x0D, 0x49, 0x48, 0x44, 0x52, 0x00, 0x00,
        0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x06, 0x00, 0x00, 0x00, 0x1F, 0x15, 0xC4, 0x89, 0x00, 0x00, 0x00,
        0x0B, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9C, 0x63, 0x60, 0x00, 0x02, 0x00, 0x00, 0x05, 0x00, 0x01, 0x7A, 0x5E,
        0xAB, 0x3F, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
    ]
}
