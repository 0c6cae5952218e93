import Foundation
import HostRuntime
import HostTestKit
import TestSupport
import Testing

@testable import SplashAdPlugin

/// The command `splash.check-feed`, with the network and the files that it reads.
@MainActor @Suite struct FeedCheckerTests {
    private let folder = TemporaryFolder()
    private let host: TestHost
    private let landing = CommandParameter(name: "address", title: "Address")

    init() {
        let folder = folder
        let landing = landing
        host = TestHost(
            plugins: [SplashAdPlugin.self],
            configuration: HostConfiguration(["splash-ad": ["budget-mebibytes": 1]]),
            stateDirectory: folder.file("state")
        ) { host in
            try? host.commands.offer(Command(id: "page.open", title: "Open", parameters: [landing]) { _ in nil })
            return host
        }
    }

    private static let address = "https://ads.example/today/feed.json"

    /// Runs the command to its end, and returns its result, or its error, in lines.
    private func check(_ feed: String, for duration: Duration = .seconds(1)) async -> (isGood: Bool, lines: [String]) {
        if host.app.lifecycleState == .notRunning { await host.launchIntoBackground() }
        var result: Result<String?, any Error>?
        host.app.commands.start("splash.check-feed", ["feed": .string(feed)]) { result = $0 }
        await host.advance(by: duration)
        switch result {
        case .success(let text): return (true, (text ?? "").split(separator: "\n").map { String($0) })
        case .failure(let error): return (false, "\(error)".split(separator: "\n").map { String($0) })
        case nil: return (false, ["it did not end"])
        }
    }

    /// Serves a feed of creatives, and checks it.
    private func check(creatives: String, for duration: Duration = .seconds(1)) async -> (isGood: Bool, lines: [String])
    {
        host.network[FeedCheckerTests.address] = .text("{\"version\": 1, \"creatives\": [\n\(creatives)]}")
        return await check(FeedCheckerTests.address, for: duration)
    }

    private func serve(_ answers: [String: TestAnswer]) {
        for (name, answer) in answers { host.network["https://ads.example/today/\(name)"] = answer }
    }

    /// The places and the words of findings, without the address before them.
    private func findings(_ lines: [String]) -> [String] {
        lines.dropLast().map { $0.replacing("\(FeedCheckerTests.address):", with: "") }
    }

    @Test func `a token in an address is in no line, whatever the check finds`() async {
        let address = FeedCheckerTests.address + "?token=abc123"
        host.network[address] = .text(
            #"{"version": 1, "creatives": [{"id": "a", "title": "A", "picture": "a.png?sig=abc123"}]}"#
        )

        host.network[address + "&x=1"] = .redirect(to: "http://ads.example/?token=abc123")

        let found = await check(address).lines
        let missing = await check(address + "&x=1").lines
        let refused = await check("ftp://ads.example/?token=abc123").lines

        #expect(found.first?.contains("?token=•••:") == true)
        #expect(found.contains { $0.contains("a.png?sig=•••") })
        for lines in [found, missing, refused] {
            #expect(lines.count > 0 && !lines.contains { $0.contains("abc123") })
        }
    }

    nonisolated private static let png = GradientPNG.bytes(width: 4, height: 4)

    // MARK: - Pictures

    @Test(
        arguments: [
            (.status(404), "error: PICTURE is not used: the server answered 404"),
            (.failure("the connection was reset"), "error: PICTURE is not used: the connection was reset"),
            (
                .redirect(to: "http://ads.example/a.png"),
                "error: PICTURE is not used: it redirects to "
                    + "'http://ads.example/a.png', which is not encrypted any more"
            ),
            (
                .redirect(to: "https://ads.example/today/a.png"),
                "error: PICTURE is not used: "
                    + "it redirects more than 5 times"
            ),
            (.text("<!DOCTYPE html><p>Sign in"), "error: PICTURE is not used: Not a PNG: it is an HTML page."),
            (.bytes([0xFF, 0xD8, 0xFF, 0xE0]), "error: PICTURE is not used: Not a PNG: it is a JPEG file."),
            (.bytes([]), "error: PICTURE is not used: Not a PNG: it is an empty file."),
            (
                .bytes(Array(png.dropLast(20))),
                "error: PICTURE is not used: "
                    + "The PNG ends within the chunk at byte 33. A file ends with a chunk IEND."
            ),
            (.bytes(Array(png.dropLast(12))), "warning: PICTURE: The PNG ends without a chunk IEND."),
            (
                .bytes([UInt8](repeating: 0, count: 4 << 20 + 1)),
                "error: PICTURE is not used: "
                    + "the response is over 4194304 bytes"
            ),
            (.bytes(png).delayed(by: .seconds(16)), "error: PICTURE is not used: no complete response within 15 s"),
            (
                .bytes(
                    GradientPNG.bytes(width: 1, height: 1).replacing(
                        [0, 0, 0, 1, 0, 0, 0, 1],
                        with: [0, 1, 0, 0, 0, 0, 0, 1]
                    )
                ),
                "error: PICTURE is not used: The PNG's chunk IHDR at byte 8 is damaged: its checksum does not match "
                    + "its data."
            ),
        ] as [(TestAnswer, String)]
    )
    func `a picture that can't be shown is found at its address`(answer: TestAnswer, finding: String) async {
        serve(["a.png": answer])

        let (isGood, lines) = await check(
            creatives: #"{"id": "a", "title": "A", "picture": "a.png"}, {"id": "b", "title": "B"}"#,
            for: .seconds(20)
        )

        let picture = "creative 'a': the picture https://ads.example/today/a.png"
        #expect(!isGood)
        #expect(findings(lines) == ["2:38: " + finding.replacing("PICTURE", with: picture)])
        let kind = finding.prefix { $0 != ":" }
        #expect(lines.last == "2 creatives, 1 shown as meant; 1 \(kind)")
    }

    @Test func `each picture is fetched once, and found wherever it can't be shown`() async {
        serve(["a.png": .bytes(FeedCheckerTests.png), "b.png": .status(404)])

        let (_, lines) = await check(
            creatives: """
                {"id": "a", "picture": "a.png"},
                {"id": "b", "picture": "b.png"},
                {"id": "c", "picture": "b.png"}
                """
        )

        #expect(
            findings(lines).map { $0.prefix(59) } == [
                "3:24: error: creative 'b': the picture https://ads.example/",
                "4:24: error: creative 'c': the picture https://ads.example/",
            ]
        )
        #expect(lines.last == "3 creatives, 1 shown as meant; 2 errors")
        let pictures = host.network.requests.filter { $0.hasSuffix(".png") }
        #expect(pictures.map { $0.suffix(5) }.sorted() == ["a.png", "b.png"])
    }

    @Test func `an animation that flashes is a warning`() async {
        serve(["a.png": .bytes(GradientPNG.animation([0, 255], milliseconds: 100))])

        let (isGood, lines) = await check(creatives: #"{"id": "a", "picture": "a.png"}"#)

        #expect(!isGood)
        #expect(
            findings(lines) == [
                "2:24: warning: creative 'a': its animation would flash more than three times a second; "
                    + "it is played 1.7 times as slowly"
            ]
        )
    }

    @Test func `after eight requests without an answer the other pictures aren't asked for`() async {
        let creatives = (1...32).map { #"{"id": "c\#($0)", "picture": "\#($0).png"}"# }

        let (_, lines) = await check(creatives: creatives.joined(separator: ",\n"))

        let asked = host.network.requests.count(where: { $0.hasSuffix(".png") })
        #expect(asked < 16)
        let reason = " was not fetched: 8 requests got no complete response"
        #expect(lines.filter { $0.hasSuffix(reason) }.count == 32 - asked)
    }

    @Test func `a landing page that the program has no command for is a warning`() async throws {
        host.network[FeedCheckerTests.address] = .text(
            #"{"version": 1, "creatives": [{"id": "a", "title": "A", "landing": "shop:a"}]}"#
        )
        let other = TestHost(plugins: [SplashAdPlugin.self])
        other.network[FeedCheckerTests.address] = host.network[FeedCheckerTests.address]
        await other.launchIntoBackground()
        var failure: (any Error)?

        #expect(await check(FeedCheckerTests.address).isGood)
        other.app.commands.start("splash.check-feed", ["feed": .string(FeedCheckerTests.address)]) {
            if case .failure(let error) = $0 { failure = error }
        }
        await other.advance(by: .seconds(1))

        #expect(
            "\(try #require(failure))".hasPrefix(
                "\(FeedCheckerTests.address):1:67: warning: creative 'a': its landing page can't be opened: "
                    + "the program offers no command 'page.open'\n"
            )
        )
    }

    @Test func `the largest feed of the format is checked`() async {
        for creative in 1...32 { serve(["\(creative).png": .bytes(FeedCheckerTests.png)]) }
        let creatives = (1...32).map { #"{"id": "c\#($0)", "picture": "\#($0).png"}"# }

        let (isGood, lines) = await check(creatives: creatives.joined(separator: ",\n"), for: .seconds(60))

        #expect(isGood)
        #expect(lines.first?.hasPrefix("\(FeedCheckerTests.address) is good: 32 creatives, 32 pictures, ") == true)
    }

    // MARK: - Feeds

    @Test(
        arguments: [
            (.status(410), ": error: the feed is not used: the server answered 410"),
            (.text("<html>"), ":1:1: error: the feed is an HTML or XML page, not JSON"),
            (
                .bytes([UInt8](repeating: 0x20, count: 300_000)),
                ": error: the feed is not used: the response is over 262144 bytes"
            ),
            (
                .text("{}").delayed(by: .seconds(16)),
                ": error: the feed is not used: no complete response within 15 s"
            ),
        ] as [(TestAnswer, String)]
    )
    func `a feed that doesn't come is an error`(answer: TestAnswer, finding: String) async {
        host.network[FeedCheckerTests.address] = answer

        let (isGood, lines) = await check(FeedCheckerTests.address, for: .seconds(20))

        #expect(!isGood)
        #expect(lines == [FeedCheckerTests.address + finding, "0 creatives, 0 shown as meant; 1 error"])
    }

    @Test func `addresses are relative to the one that answered`() async {
        host.network["https://ads.example/feed"] = .redirect(to: FeedCheckerTests.address)
        serve(["a.png": .bytes(FeedCheckerTests.png)])
        host.network[FeedCheckerTests.address] = .text(
            #"{"version": 1, "creatives": [{"id": "a", "picture": "a.png"}]}"#
        )

        #expect(await check("https://ads.example/feed").isGood)
    }

    @Test func `an address of another kind is refused`() async {
        #expect(await check("ftp://ads.example/").lines == ["'ftp://ads.example/' is not an http or https address"])
    }

    // MARK: - Files

    @Test func `a feed in a file has its pictures beside it, and those of other servers on the network`() async throws {
        let text = """
            {"version": 1, "creatives": [{"id": "a", "picture": "a%20b.png?v=2"}, {"id": "b", "picture": "/a%20b.png"},
              {"id": "c", "picture": "https://cdn.example/c.png"},
              {"id": "d", "picture": "d.png"},
              {"id": "e", "picture": "%2E%2E/%2e%2e%2Fa%20b.png"}]}
            """
        try folder.write(text, to: "feed.json")
        try folder.write(FeedCheckerTests.png, to: "a b.png")
        host.network["https://cdn.example/c.png"] = .bytes(FeedCheckerTests.png)
        let path = folder.file("feed.json")

        let (isGood, lines) = await check(path)

        #expect(!isGood)
        #expect(
            lines.first == "\(path):3:26: error: creative 'd': the picture \(folder.file("d.png")) is not used: "
                + "there is no such file"
        )
        #expect(
            lines.dropFirst().first?.hasPrefix("\(path):4:26: error: creative 'e': the picture https://server.invalid/")
                == true
        )
        #expect(lines.last == "5 creatives, 3 shown as meant; 2 errors")
    }

    @Test func `a folder, a pipe, a device or nothing is no feed`() async throws {
        #expect(mkfifo(folder.file("pipe"), 0o600) == 0)
        try folder.write(String(repeating: " ", count: 300_000), to: "large.json")
        let kinds = "it is a folder, a pipe or a device, and not a file"

        for (path, reason) in [
            (folder.path, kinds), (folder.file("pipe"), kinds), ("/dev/zero", kinds),
            (folder.file("none.json"), "there is no such file"),
            (folder.file("large.json"), "the file is over 262144 bytes"),
        ] {
            #expect(await check(path).lines.first == "\(path): error: the feed is not used: \(reason)")
        }
    }

    @Test func `a path with control characters is escaped`() async {
        #expect(await check("a\u{1B}[2J\n.json").lines.first?.hasPrefix(#"a\u{1B}[2J\n.json: error: "#) == true)
    }

    // MARK: - What it leaves alone

    @Test func `a check counts, caches, shows and puts in force nothing`() async throws {
        serve(["a.png": .bytes(FeedCheckerTests.png)])
        await host.launch()
        await host.advance(by: .seconds(30))
        let (policy, windows) = (try await host.run("splash.policy"), host.visibleWindows)
        let before = try contents(of: folder.path)

        let (isGood, _) = await check(creatives: #"{"id": "a", "picture": "a.png"}"#)

        #expect(isGood)
        #expect(host.visibleWindows == windows)
        #expect(try contents(of: folder.path) == before)
        #expect(try await host.run("splash.policy") == policy)
    }

    /// The bytes of all files in a folder, by their paths; the log's aside.
    private func contents(of path: String) throws -> [String: Data] {
        var files: [String: Data] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: path) where !name.contains("log") {
            files[name] = FileManager.default.contents(atPath: "\(path)/\(name)")
        }
        return files
    }

    @Test func `cancelling ends a check, and what it fetches`() async {
        serve(["a.png": .bytes(FeedCheckerTests.png).delayed(by: .seconds(10))])
        host.network[FeedCheckerTests.address] = .text(
            #"{"version": 1, "creatives": [{"id": "a", "picture": "a.png"}]}"#
        )
        await host.launchIntoBackground()
        var result: Result<String?, any Error>?
        let run = host.app.commands.start("splash.check-feed", ["feed": .string(FeedCheckerTests.address)]) {
            result = $0
        }
        await host.advance(by: .seconds(1))

        run.cancel()
        await host.advance(by: .zero)

        #expect(throws: CancellationError.self) { try result?.get() }
        #expect(!host.hasPendingTimers)
    }

    @Test func `progress says how many pictures were checked`() async {
        serve(["a.png": .bytes(FeedCheckerTests.png), "b.png": .bytes(FeedCheckerTests.png).delayed(by: .seconds(1))])
        host.network[FeedCheckerTests.address] = .text(
            #"{"version": 1, "creatives": [{"id": "a", "picture": "a.png"}, {"id": "b", "picture": "b.png"}]}"#
        )
        await host.launchIntoBackground()
        var told: [CommandProgress] = []
        host.app.commands.start("splash.check-feed", ["feed": .string(FeedCheckerTests.address)]) { _ in
        } onProgress: {
            told.append($0)
        }
        await host.advance(by: .seconds(2))

        #expect(
            told.map(\.text) == [
                "reading the feed", "checked 0 of 2 pictures", "checked 1 of 2 pictures", "checked 2 of 2 pictures",
            ]
        )
        #expect(told.map(\.percentage) == [nil, "0 %", "50 %", "100 %"])
    }
}
