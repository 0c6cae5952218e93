import HostRuntime
import HostTestKit
import Synchronization
import TestSupport
import Testing

@testable import SplashAdPlugin

@MainActor @Suite struct SplashPreviewTests {
    private static let feed = """
        {"id": "trip", "headline": "about a trip", "landing": "shop:trip"},
        {"id": "coat", "headline": "about a coat", "picture": "coat.png", "area": "upper", "skip": "ring"},
        {"id": "gone", "headline": "about what is gone", "daily-cap": 0, "seconds": 9, "skip": "text"}
        """

    private func server(_ creatives: String = feed) -> FakeServer {
        FakeServer(["/feed.json": .creatives(creatives), "/coat.png": .picture(width: 60, height: 40)])
    }

    private func preview(_ shop: FeedShop, _ id: String, _ values: [String: PlainValue] = [:]) async throws -> String {
        let arguments = ["creative": .string(id)].merging(values) { $1 }
        var result: Result<String?, any Error>?
        shop.host.app.commands.start("splash.preview", arguments) { result = $0 }
        // Files are read and written outside the main actor, for which a host waits when its time moves on.
        for _ in 0..<10 where result == nil { await shop.host.advance(by: .seconds(1)) }
        return try #require(result).get() ?? ""
    }

    @Test func `a preview is what the screen shows after the fade`() async throws {
        let shop = await FeedShop.launched(server(), for: .milliseconds(500))
        let (shown, size) = (shop.host.frame.text, shop.host.frame.size)

        let text = try await preview(shop, "trip", ["size": .string(size.inWords)])

        #expect(text == shown)
        #expect(text.contains("about a trip"))
        #expect(text.contains("Skip 5"))
    }

    @Test func `a preview shows nothing, and neither counts nor keeps nor posts anything`() async throws {
        let server = server()
        let shop = await FeedShop.launched(server, ["budget-mebibytes": 0], for: .seconds(9))
        // But for the time of the latest use.
        func kept() -> [String: PlainValue] { shop.host.app.store("splash-ad").all.filter { $0.key != "left" } }
        let before = (shop.host.events, shop.shownToday, kept())
        let asked = server.requests.withLock { $0.count }

        for id in ["trip", "coat", "gone", "coat"] { _ = try await preview(shop, id) }

        #expect(shop.host.visibleWindows == ["page"])
        #expect(shop.host.events.filter { $0.hasPrefix("splash") } == before.0.filter { $0.hasPrefix("splash") })
        #expect(shop.shownToday == before.1)
        #expect(kept() == before.2)
        #expect(server.requests.withLock { $0.dropFirst(asked) } == ["/coat.png", "/coat.png"])
    }

    @Test func `while the consent is withdrawn, a preview fetches nothing, and reads files`() async throws {
        let server = server()
        let shop = await FeedShop.launched(server, for: .seconds(9))
        try await shop.host.run("splash.consent", ["state": "withdrawn"])
        let asked = server.requests.withLock { $0.count }
        let folder = TemporaryFolder()
        try folder.write(#"{"version": 1, "creatives": [\#(SplashPreviewTests.feed)]}"#, to: "feed.json")

        let error = await #expect(throws: (any Error).self) {
            try await preview(shop, "trip", ["feed": "http://ads.example/feed.json"])
        }
        let draft = try await preview(shop, "trip", ["feed": .string(folder.file("feed.json"))])

        #expect(error.map { "\($0)" }?.contains("the consent to advertisements is withdrawn") == true)
        #expect(draft.contains("about a trip"))
        #expect(server.requests.withLock { $0.count } == asked)
    }

    @Test func `it has the look of its creative, whatever the rules say about it`() async throws {
        let shop = await FeedShop.launched(server(), for: .seconds(9))

        let gone = try await preview(shop, "gone")
        let coat = try await preview(shop, "coat", ["colors": "none", "ascii": true])

        #expect(gone.contains("about what is gone"))
        #expect(gone.contains("Skip") && !gone.contains("Skip 9"))
        // The cover beside it has the program's name.
        #expect(coat.contains("test-host"))
        #expect(coat.contains("about a coat") && coat.allSatisfy(\.isASCII))
    }

    @Test func `several sizes become a file each, in place of those before`() async throws {
        let folder = TemporaryFolder()
        try folder.write("old", to: "ad-20x5.svg")
        let shop = await FeedShop.launched(server(), for: .seconds(9))

        let file = PlainValue.string(folder.file("ad.svg"))
        let answer = try await preview(shop, "coat", ["size": "20x5,80x24,20x5", "file": file])
        _ = try await preview(shop, "trip", ["size": "30x9", "file": .string(folder.file("one.txt"))])

        #expect(folder.names == ["ad-20x5.svg", "ad-80x24.svg", "one.txt"])
        #expect(answer == "Wrote \(folder.file("ad-20x5.svg"))\nWrote \(folder.file("ad-80x24.svg"))")
        #expect(folder.text("ad-20x5.svg")?.hasPrefix("<svg") == true)
        #expect(folder.text("one.txt")?.contains("about a trip") == true)
    }

    @Test func `several sizes as text follow one another`() async throws {
        let shop = await FeedShop.launched(server(), for: .seconds(9))

        let text = try await preview(shop, "trip", ["size": "30x8,40x12"])

        #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count == 8 + 12 + 3)
        #expect(text.hasPrefix("30x8\n") && text.contains("\n\n40x12\n"))
    }

    // MARK: - Other feeds

    /// A folder with a feed whose creatives have the pictures `dot.png`, which is there, and `lost.png`, which isn't.
    private func draftFolder() throws -> TemporaryFolder {
        let folder = TemporaryFolder()
        let creatives = """
            {"id": "draft", "headline": "about a draft", "picture": "dot.png"}, {"id": "empty"},
            {"id": "lost", "headline": "lost", "picture": "lost.png"}
            """
        try folder.write(
            #"{"version": 1, "policy": {"skip-word": "Later"}, "creatives": [\#(creatives)]}"#,
            to: "feed.json"
        )
        try folder.write(GradientPNG.bytes(width: 60, height: 40), to: "dot.png")
        return folder
    }

    @Test func `a creative of a file has the pictures beside it and its settings, and the feed in force stays`()
        async throws
    {
        let folder = try draftFolder()
        let server = server()
        let shop = await FeedShop.launched(server, for: .seconds(9))
        let asked = server.requests.withLock { $0.count }

        let text = try await preview(shop, "draft", ["feed": .string(folder.file("feed.json"))])

        #expect(text.contains("about a draft"))
        #expect(text.contains("Later 5"))
        #expect(text.contains("▀"))
        #expect(server.requests.withLock { $0.count } == asked)
        #expect(try await preview(shop, "trip").contains("about a trip"))
    }

    @Test func `a creative of another server's feed is drawn without a change of what is in force`() async throws {
        let server = server()
        server.answers.withLock { $0["/next.json"] = .creatives(#"{"id": "next", "headline": "about the next"}"#) }
        let shop = await FeedShop.launched(server, for: .seconds(9))

        let text = try await preview(shop, "next", ["feed": "http://ads.example/next.json"])

        #expect(text.contains("about the next"))
        await #expect(throws: SplashRefusal.self) { try await preview(shop, "next") }
    }

    @Test func `while nothing is in force, the creative comes from the configured feed`() async throws {
        let shop = FeedShop(server())
        await shop.launchIntoBackground()

        #expect(try await preview(shop, "trip").contains("about a trip"))
        #expect(shop.shownToday == 0)
    }

    @Test(arguments: [
        ("draf", "feed.json", "no advertisement of the feed FEED has the id 'draf'; did you mean 'draft'?"),
        ("x", "feed.json", "no advertisement of the feed FEED has the id 'x'; it has draft, lost"),
        ("lost", "feed.json", "the picture FOLDER/lost.png can't be shown: there is no such file"),
        ("draft", "no.json", "the feed FOLDER/no.json is not used: there is no such file; splash.check-feed says more"),
        ("draft", "dot.png", "the feed FOLDER/dot.png is not used: it "),
    ])
    func `a feed or a picture that can't be used says why`(id: String, file: String, expected: String) async throws {
        let folder = try draftFolder()
        let shop = await FeedShop.launched(server(), for: .seconds(9))

        let error = await #expect(throws: PreviewError.self) {
            try await preview(shop, id, ["feed": .string(folder.file(file))])
        }

        let said = error?.description.replacing(folder.file("feed.json"), with: "FEED")
            .replacing(folder.path, with: "FOLDER")
        #expect(said?.hasPrefix(expected) == true, "\(said ?? "")")
    }

    @Test func `a creative that its feed leaves out says why`() async throws {
        let folder = try draftFolder()
        let shop = await FeedShop.launched(server(), for: .seconds(9))

        let error = await #expect(throws: PreviewError.self) {
            try await preview(shop, "empty", ["feed": .string(folder.file("feed.json"))])
        }

        #expect(error?.description.hasPrefix("creative 'empty': there is nothing to show") == true)
    }

    // MARK: - Refusals

    @Test(
        arguments: [
            (["creative": "tripp"], "no advertisement has the id 'tripp'; did you mean 'trip'?"),
            (["creative": "x"], "no advertisement has the id 'x'; splash.why lists them"),
            (
                ["size": "80"],
                "'size' is a size such as 80x24, or several such as 20x5,80x24, with sides from 1 to 1000, not '80'"
            ),
            (
                ["size": "1x1,1001x1"],
                "'size' is a size such as 80x24, or several such as 20x5,80x24, with sides from 1 to 1000, not '1001x1'"
            ),
            (["file": "ad.png"], "'file' ends in .txt or .svg, and 'ad.png' doesn't"),
            (
                ["file": "/no/such/folder/ad.svg"],
                "the file '/no/such/folder/ad.svg' can't be written; is its folder there, and may you write to it?"
            ),
            (
                ["creative": "lost"],
                "the picture http://ads.example/lost.png can't be shown: there is no server"
            ),
        ] as [([String: PlainValue], String)]
    )
    func `what can't be drawn or written says why`(values: [String: PlainValue], expected: String) async throws {
        let lost = #"{"id": "lost", "headline": "lost", "picture": "lost.png"}"#
        let shop = await FeedShop.launched(server("\(SplashPreviewTests.feed), \(lost)"), for: .seconds(9))

        let error = await #expect(throws: (any Error).self) { try await preview(shop, "trip", values) }

        #expect(error.map { "\($0)" } == expected)
    }

    @Test func `a creative that is asked for by hand is shown whatever its caps say, and waits for its picture`()
        async throws
    {
        let server = server()
        let shop = await FeedShop.launched(server, for: .seconds(9))
        let shown = shop.shownToday

        for id in ["gone", "coat"] {
            try await shop.host.run("splash.show", ["creative": .string(id)])
            await shop.host.advance(by: .seconds(1))
            #expect(shop.host.frame.contains("about \(id == "gone" ? "what is gone" : "a coat")"))
            await shop.host.advance(by: .seconds(10))
        }

        #expect(shop.shownToday == shown)
        await #expect(throws: SplashRefusal.unknownCreative("goat", nearest: "coat")) {
            try await shop.host.run("splash.show", ["creative": "goat"])
        }
    }

    @Test func `the creatives in force are the choices`() async throws {
        let shop = await FeedShop.launched(server(), for: .seconds(9))

        for (id, expected) in [
            ("splash.preview", ["trip", "coat", "gone"]), ("splash.show", ["", "trip", "coat", "gone"]),
        ] {
            guard case .choice(let fetch)? = shop.host.app.commands[id]?.parameters.first?.kind else {
                Issue.record("\(id) has no choices")
                continue
            }
            #expect(try await fetch().map(\.value) == expected)
        }
    }
}
