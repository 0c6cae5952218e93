import Foundation
import HostRuntime
import HostTestKit
import Synchronization
import TestSupport
import Testing

@testable import SplashAdPlugin

@MainActor @Suite struct FeedPictureTests {
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
        let shop = await FeedShop.launched(server, for: .seconds(1))

        #expect(shop.host.frame.contains("about WORDS"))
        #expect(try await shop.host.run("splash.why")?.contains("'broken': its picture was refused: http://") == true)
        #expect(shop.host.events.contains { $0.contains("/b.png is not used") })
    }

    @Test func `a fetch under way is not repeated, and a rejected picture is fetched again`() async {
        let server = FakeServer(["/feed.json": .feed(["SUMMER"], picture: "a.png"), "/a.png": .text("no picture")])
        let shop = await FeedShop.launched(server, for: .seconds(1))
        #expect(server.requests.withLock { $0 }.count { $0 == "/a.png" } == 1)
        server.answers.withLock { $0["/a.png"] = .picture(width: 4, height: 4) }

        for _ in 0..<2 { await shop.comeBack() }

        #expect(server.requests.withLock { $0 }.count { $0 == "/a.png" } == 2)
        #expect(shop.host.frame.contains("▀"))
    }

    @Test func `a picture that stays bad is fetched less and less often, and named once`() async throws {
        let server = FakeServer(["/feed.json": .feed(["SUMMER"], picture: "a.png"), "/a.png": .text("no picture")])
        let shop = FeedShop(server)
        await shop.launch()
        func fetches(after returns: Int) async -> Int {
            for _ in 0..<returns { await shop.comeBack() }
            return server.requests.withLock { $0 }.count { $0 == "/a.png" }
        }

        let counts = [await fetches(after: 2), await fetches(after: 10), await fetches(after: 100)]

        // After 10 s, and then 100 and 1,000 s after the one before.
        #expect(counts == [2, 3, 4])
        #expect(shop.host.events.count { $0.contains("/a.png is not used") } == 1)
    }

    @Test func `another feed gives a bad picture another try at once`() async {
        let server = FakeServer(["/feed.json": .feed(["SUMMER"], picture: "a.png"), "/a.png": .text("no picture")])
        let shop = FeedShop(server)
        await shop.launch()
        for _ in 0..<3 { await shop.comeBack() }
        server.answers.withLock {
            $0["/feed.json"] = .feed(["FALL"], picture: "a.png")
            $0["/a.png"] = .picture(width: 4, height: 4)
        }

        await shop.comeBack()

        #expect(shop.host.frame.contains("about FALL"))
    }

    @Test func `addresses are relative to the address that answered, also in the next run`() async throws {
        let folder = TemporaryFolder()
        let server = FakeServer([
            "/feed.json": .moved("/new/feed.json"), "/new/feed.json": .feed(["SUMMER"], picture: "a.png"),
            "/new/a.png": .picture(width: 40, height: 20),
        ])
        let first = await FeedShop.launched(server, in: folder, for: .seconds(7))
        await first.host.terminate()
        let next = await FeedShop.launched(
            FakeServer([:]),
            date: Date(timeIntervalSinceReferenceDate: 43_460),
            in: folder,
            for: .seconds(1)
        )

        #expect(server.requests.withLock { $0 } == ["/feed.json", "/new/a.png"])
        #expect(next.host.frame.contains("▀"))
    }

    @Test func `a picture with a flaw is shown, and why names the flaw`() async throws {
        guard case .bytes(let bytes) = FakeServer.Answer.picture(width: 40, height: 20) else { return }
        let server = FakeServer([
            "/feed.json": .feed(["SUMMER"], picture: "a.png"), "/a.png": .bytes(bytes.dropLast(12)),
        ])
        let shop = await FeedShop.launched(server, for: .seconds(1))

        #expect(shop.host.frame.contains("▀"))
        let flaw = "the picture http://ads.example/a.png: The PNG ends without a chunk IEND."
        #expect(shop.host.events.count { $0.contains(flaw) } == 1)
        #expect(try await shop.host.run("splash.why")?.contains(flaw) == true)
    }

    // MARK: - Pictures that change

    @Test(arguments: ["revalidate", "background"])
    func `a picture that is a day old is fetched again if it has changed`(policy: String) async {
        let server = FakeServer([
            "/feed.json": .feed(["SUMMER"], picture: "a.png"), "/a.png": .picture(width: 150, height: 20),
        ])
        let shop = await FeedShop.launched(server, ["cache-policy": .string(policy)], for: .seconds(7))
        await shop.comeBack()
        let cache = shop.host.app.cache("splash-ad")
        let old = cache.size(of: "http://ads.example/a.png")
        server.answers.withLock { $0["/a.png"] = .picture(width: 20, height: 140) }
        await shop.host.advance(by: .seconds(80_000))
        await shop.comeBack()
        let young = server.requests.withLock { $0.count { $0 == "/a.png" } }
        await shop.host.advance(by: .seconds(10_000))
        for _ in 0..<2 { await shop.comeBack() }

        #expect(young == 1)
        #expect(server.requests.withLock { $0.count { $0 == "/a.png" } } == 2)
        #expect(old != nil)
        #expect(cache.size(of: "http://ads.example/a.png") != old)
    }

    @Test func `a changed picture that can't be shown is asked for once a day, and the one before stays`() async {
        let server = FakeServer([
            "/feed.json": .feed(["SUMMER"], picture: "a.png"), "/a.png": .picture(width: 40, height: 20),
        ])
        let shop = await FeedShop.launched(server, for: .seconds(7))
        server.answers.withLock { $0["/a.png"] = .text("no picture at all") }
        await shop.host.advance(by: .seconds(100_000))
        let before = server.requests.withLock { $0.count { $0 == "/a.png" } }

        for _ in 0..<5 { await shop.comeBack() }

        #expect(server.requests.withLock { $0.count { $0 == "/a.png" } } == before + 1)
        let host = shop.host.app
        let kept = host.cache("splash-ad").bytes(for: "http://ads.example/a.png", at: host.clock.date)
        #expect(kept == GradientPNG.bytes(width: 40, height: 20))
    }

    @Test func `an unchanged picture that is a day old is asked for once a day, and not sent`() async {
        let server = FakeServer([
            "/feed.json": .feed(["SUMMER"], picture: "a.png"), "/a.png": .picture(width: 40, height: 20),
        ])
        let shop = await FeedShop.launched(server, for: .seconds(7))
        let sent = server.served.withLock { $0 }
        for _ in 0..<3 {
            await shop.host.advance(by: .seconds(86_400))
            for _ in 0..<3 { await shop.comeBack() }
        }

        #expect(server.requests.withLock { $0.count { $0 == "/a.png" } } == 4)
        #expect(server.served.withLock { $0 } == sent)
    }

    // MARK: - The cache policies

    private func run(_ policy: String, in folder: TemporaryFolder, at seconds: Double) async -> ([String], Bool) {
        let server = FakeServer([
            "/feed.json": .feed(["SUMMER"], picture: "a.png"), "/a.png": .picture(width: 40, height: 20),
        ])
        let shop = await FeedShop.launched(
            server,
            ["cache-policy": .string(policy)],
            date: Date(timeIntervalSinceReferenceDate: seconds),
            in: folder,
            for: .seconds(2)
        )
        let isShown = shop.host.frame.contains("▀")
        await shop.host.terminate()
        return (server.requests.withLock { $0 }.filter { $0.hasSuffix(".png") }, isShown)
    }

    @Test(
        arguments: [
            // The requests for a picture at the first start, and whether it's shown.
            ("revalidate", ["/a.png"], true), ("background", ["/a.png"], false),
        ] as [(String, [String], Bool)]
    )
    func `the cache policy decides whether the first start waits`(
        policy: String,
        first: [String],
        isShownFirst: Bool
    ) async throws {
        let folder = TemporaryFolder()
        let one = await run(policy, in: folder, at: 43_260)
        let two = await run(policy, in: folder, at: 43_360)

        #expect(one.0 == first)
        #expect(one.1 == isShownFirst)
        #expect(two.0 == [])
        #expect(two.1)
    }

    @Test func `an animation that would flash is played more slowly, with a warning`() async throws {
        let server = FakeServer([
            "/feed.json": .creatives(#"{"id": "strobe", "headline": "about STROBE", "picture": "strobe.png"}"#),
            "/strobe.png": .bytes(GradientPNG.animation([0, 255], milliseconds: 50)),
        ])
        let shop = await FeedShop.launched(server, for: .seconds(1))

        var colors: [Color?] = []
        for _ in 0..<100 {
            await shop.host.advance(by: .milliseconds(10))
            colors.append(shop.host.frame.cell(at: Point(x: 40, y: 8))?.style.background)
        }
        let changes = zip(colors, colors.dropFirst()).count { $0 != $1 }

        #expect((5...6).contains(changes))
        let warning =
            "creative 'strobe': its animation would flash more than three times a second; "
            + "it is played 3.4 times as slowly"
        #expect(shop.host.events.count { $0.contains(warning) } == 1)
        #expect(try await shop.host.run("splash.why")?.contains(warning) == true)
    }

    @Test func `a damaged picture in the cache is rejected once, and not fetched again and again`() async throws {
        let shop = await FeedShop.launched(
            FakeServer([
                "/feed.json": .text(
                    #"""
                    {"version": 1, "policy": {"cache-policy": "background"},
                     "creatives": [{"id": "a", "picture": "/feed.json"}]}
                    """#
                )
            ]),
            for: .seconds(1)
        )
        await shop.comeBack()

        #expect(shop.host.visibleWindows == ["page"])
        #expect(try await shop.host.run("splash.why")?.contains("refused") == true)
    }
}
