import Foundation
import HostRuntime
import HostTestKit
import Synchronization
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

    private func run(_ policy: String, in folder: String, at seconds: Double) async -> ([String], Bool) {
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
        await withTemporaryFolder { folder in
            let one = await run(policy, in: folder, at: 43_260)
            let two = await run(policy, in: folder, at: 43_360)

            #expect(one.0 == first)
            #expect(one.1 == isShownFirst)
            #expect(two.0 == second)
            #expect(two.1 == isShownSecond)
        }
    }
}
