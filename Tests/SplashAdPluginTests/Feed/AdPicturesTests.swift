import Foundation
import HostRuntime
import HostTestKit
import Synchronization
import TestSupport
import Testing

@testable import SplashAdPlugin

/// Fetching a feed that is larger than its budget.
@MainActor @Suite(.tags(.advertisements)) struct AdPicturesTests {
    /// A feed whose creatives have the given numbers of frames, one file each; a single frame is a picture.
    private func server(_ frames: [Int], delay: Duration = .zero, size: (Int, Int) = (150, 140)) -> FakeServer {
        var answers: [String: FakeServer.Answer] = [:]
        let creatives = frames.enumerated().map { place, count -> String in
            let names = (0..<count).map { "c\(place)-\($0).png" }
            for name in names { answers["/\(name)"] = .picture(width: size.0, height: size.1) }
            let list = names.map { #"{"picture": "\#($0)", "milliseconds": 100}"# }.joined(separator: ", ")
            let artwork = count == 1 ? #""picture": "\#(names[0])""# : #""animation": {"frames": [\#(list)]}"#
            return #"{"id": "c\#(place)", "headline": "about c\#(place)", \#(artwork)}"#
        }
        answers["/feed.json"] = .creatives(creatives.joined(separator: ", "))
        return FakeServer(answers, delay: delay)
    }

    private func bytes(_ server: FakeServer) -> Int { server.served.withLock { $0 } }

    @Test func `a large feed is fetched within the budget on any day, and no file twice`() async throws {
        let server = server(Array(repeating: 1, count: 32))
        let shop = await FeedShop.launched(
            server,
            ["budget-mebibytes": 1, "cache-policy": "use-cache"],
            for: .seconds(7)
        )
        for _ in 0..<3 {
            await shop.comeBack()
            await shop.host.advance(by: .seconds(7))
        }
        let firstDay = bytes(server)
        await shop.host.enterBackground()
        await shop.host.advance(by: .seconds(86_400))
        await shop.host.enterForeground()
        await shop.host.advance(by: .seconds(7))

        #expect((800_000...(1 << 20)).contains(firstDay))
        #expect(bytes(server) == firstDay)
        let pictures = server.requests.withLock { $0 }.filter { $0.hasSuffix(".png") }
        #expect(Set(pictures).count == pictures.count)
        #expect(server.open.withLock { $0.most } <= 4)
        let policy = try await shop.host.run("splash.policy")
        #expect(policy?.contains("left out: 'c31', because ") == true)
        // Once for each reason: first the budget of the day is spent, then that of the feed.
        let told = shop.host.events.filter { $0.contains("pictures of 'c31' are left out") }
        #expect(!told.isEmpty && Set(told).count == told.count)
        #expect(try await shop.host.run("splash.why")?.contains("'c31': its picture is left out") == true)
    }

    @Test func `another run on the same day continues with what is left of the budget`() async throws {
        let folder = TemporaryFolder()
        let server = server(Array(repeating: 1, count: 32))
        for _ in 0..<3 {
            let shop = await FeedShop.launched(server, ["budget-mebibytes": 1], in: folder, for: .seconds(7))
            _ = try await shop.host.run("splash.clear-cache")
            await shop.host.terminate()
        }

        #expect(bytes(server) <= 1 << 20)
    }

    @Test func `two programs on one state share the budget but for what they receive at once`() async throws {
        let folder = TemporaryFolder()
        let servers = (0..<2).map { _ in server(Array(repeating: 1, count: 32), delay: .milliseconds(100)) }
        let shops = servers.map { FeedShop($0, ["budget-mebibytes": 1], in: folder) }
        for shop in shops { await shop.launch() }

        for _ in 0..<40 {
            for shop in shops { await shop.host.advance(by: .milliseconds(110)) }
        }

        let onePicture = 100_000
        #expect(servers.map(bytes).reduce(0, +) <= (1 << 20) + onePicture)
    }

    @Test func `three programs on one state that fetch at the same time all get a part of the budget`() async throws {
        let folder = TemporaryFolder()
        let servers = (0..<3).map { _ in server([1], delay: .milliseconds(100)) }
        let shops = servers.map { FeedShop($0, in: folder) }
        for shop in shops { await shop.launch() }

        // The feed, and then its picture; what was refused once isn't asked for again so soon.
        for _ in 0..<20 {
            for shop in shops { await shop.host.advance(by: .milliseconds(110)) }
        }

        #expect(servers.map { $0.requests.withLock { $0.contains("/c0-0.png") } } == [true, true, true])
    }

    @Test func `the frames of an animation are fetched four at a time`() async {
        let server = server([24], delay: .milliseconds(100), size: (20, 10))
        // Decoding takes real time, which doesn't matter here.
        let shop = await FeedShop.launched(server, ["wait-seconds": 5], for: .seconds(5))

        #expect(shop.host.events.contains { $0.hasPrefix("splash.shown  creative=c0") })
        #expect(server.open.withLock { $0.most } == 4)
    }

    @Test func `an animation that is too large is left out after its first pictures, and another one is shown`()
        async throws
    {
        let server = server([64, 1])
        let shop = await FeedShop.launched(server, ["budget-mebibytes": 1], for: .seconds(3))

        #expect(shop.host.frame.contains("about c1"))
        #expect(bytes(server) < 1 << 19)
        let why = try await shop.host.run("splash.why")
        let reason = "'c0': its picture is left out: they would take 3.8 MiB, and the budget is 1.0 MiB"
        #expect(why?.contains(reason) == true)
    }

    @Test func `an animation of too many pixels is refused with the reason, and another one is shown`()
        async throws
    {
        let server = server([64, 1])
        let shop = FeedShop(server)
        // Ten of its frames.
        await FeedPlugin.$largestArea.withValue(10 * 150 * 140) { await shop.launch() }

        await shop.host.advance(by: .seconds(3))

        #expect(shop.host.frame.contains("about c1"))
        let reason = "'c0': its picture was refused: its pictures have more than 210000 pixels together"
        #expect(try await shop.host.run("splash.why")?.contains(reason) == true)
    }

    @Test func `a picture that has changed is shown even if another of its animation can't be fetched again`() async {
        let server = server([2], size: (150, 20))
        let shop = await FeedShop.launched(server, ["cache-policy": "refresh"], for: .seconds(10))
        await shop.comeBack()
        let old = shop.host.frame.text
        await shop.host.advance(by: .seconds(10))

        let second = server.answers.withLock { answers in
            answers["/c0-0.png"] = .picture(width: 20, height: 140)
            let second = answers["/c0-1.png"]
            answers["/c0-1.png"] = .error(.status(500))
            return second
        }
        await shop.comeBack()
        await shop.host.advance(by: .seconds(10))
        server.answers.withLock { $0["/c0-1.png"] = second }
        await shop.comeBack()

        #expect(old.contains("about c0"))
        #expect(shop.host.frame.contains("about c0"))
        #expect(shop.host.frame.text != old)
    }

    @Test func `a picture that several frames share is fetched again once`() async {
        let names = (0..<16).map { #"{"picture": "\#($0 % 2).png", "milliseconds": 100}"# }.joined(separator: ", ")
        let server = FakeServer([
            "/feed.json": .creatives(#"{"id": "a", "headline": "A", "animation": {"frames": [\#(names)]}}"#),
            "/0.png": .picture(width: 20, height: 20), "/1.png": .picture(width: 20, height: 22),
        ])
        let shop = await FeedShop.launched(server, ["cache-policy": "refresh"], for: .seconds(10))
        let before = server.requests.withLock { $0.count { $0.hasSuffix(".png") } }

        await shop.comeBack()
        await shop.host.advance(by: .seconds(10))

        let after = server.requests.withLock { $0.count { $0.hasSuffix(".png") } }
        #expect(shop.host.events.contains { $0.contains("splash.shown") })
        #expect(after - before == 2)
    }

    /// A feed whose pictures all fail.
    private func failing(_ error: FetchError.Reason, _ frames: [Int] = Array(repeating: 64, count: 32)) -> FakeServer {
        let server = server(frames, size: (1, 1))
        server.answers.withLock { answers in
            for path in answers.keys where path.hasSuffix(".png") { answers[path] = .error(error) }
        }
        return server
    }

    @Test func `after eight failed requests, pictures wait until the feed is fetched again`() async throws {
        let server = failing(.connection("no route"))
        let shop = await FeedShop.launched(server, for: .seconds(60))
        let first = server.requests.withLock { $0.count }

        await shop.comeBack()
        await shop.host.advance(by: .seconds(60))

        // Some are under way together when the last one fails.
        let most = 1 + 8 + 8
        #expect((1 + 8...most).contains(first))
        #expect((2 * (1 + 8)...2 * most).contains(server.requests.withLock { $0.count }))
        let why = try await shop.host.run("splash.why")
        #expect(why?.contains("requests have failed since the feed was fetched") == true)
    }

    @Test func `pictures that a server refuses don't keep the others away for ever`() async {
        let server = failing(.status(404), Array(repeating: 1, count: 24))
        server.answers.withLock { $0["/c23-0.png"] = .picture(width: 20, height: 10) }
        let shop = FeedShop(server)
        await shop.launch()

        for _ in 0..<8 { await shop.comeBack() }

        #expect(server.requests.withLock { $0.contains("/c23-0.png") })
    }

    @Test func `all bytes of a day count, those of the feed and of failed requests, too`() async {
        let server = failing(.status(404))
        server.head.withLock { $0 = 60_000 }
        let shop = await FeedShop.launched(server, for: .seconds(7))

        guard case .bytes(let feed)? = server.answers.withLock({ $0["/feed.json"] }) else { return }
        let spent = DailyBytes(shop.host.app.store("splash-ad").value("fetched"), at: shop.host.app.clock.date).spent
        #expect(spent == server.requests.withLock { $0.count } * 60_000 + feed.count)
    }

    @Test func `bytes are stored when no request is under way, and not with each`() async {
        let server = server([24], delay: .milliseconds(100), size: (20, 10))
        let shop = FeedShop(server, ["wait-seconds": 0])
        await shop.launch()
        // Each request takes longer than the one before, so that no two of them end at the same time.
        let count = Mutex(0)
        server.sleep.withLock { sleep in
            let body = sleep.body
            sleep.body = { delay in
                let turns = count.withLock { count in
                    count += 1
                    return count
                }
                try await body?(delay + .milliseconds(20 * turns))
            }
        }
        var stored: Set<PlainValue> = []
        for _ in 0..<600 {
            await shop.host.advance(by: .milliseconds(10))
            if let value = shop.host.app.store("splash-ad").value("fetched") { stored.insert(value) }
        }

        // The feed, and six times four pictures.
        #expect(server.requests.withLock { $0.count } == 25)
        #expect((1...7).contains(stored.count))
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

    @Test func `without a budget nothing is fetched, and the reason is shown`() async throws {
        let server = server([1])
        let shop = await FeedShop.launched(server, ["budget-mebibytes": 0], for: .seconds(1))

        #expect(bytes(server) == 0)
        #expect(shop.host.visibleWindows == ["page"])
        #expect(try await shop.host.run("splash.why")?.contains("today's 0 bytes are spent") == true)
    }

    @Test func `clearing the cache reports the freed bytes and keeps the named pictures`() async throws {
        let server = server([1, 1, 1])
        let shop = await FeedShop.launched(server, for: .seconds(7))

        let answer = try await shop.host.run("splash.clear-cache", ["keep": "c1"])
        await shop.comeBack()
        await shop.host.advance(by: .seconds(7))

        // Two pictures of 150 x 140 pixels, and the feed.
        #expect(answer == "Forgot what was fetched and freed 124 KiB; kept the pictures of c1")
        let asked = server.requests.withLock { $0 }
        #expect(asked.count { $0 == "/c0-0.png" } == 2)
        #expect(asked.count { $0 == "/c1-0.png" } == 1)
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
