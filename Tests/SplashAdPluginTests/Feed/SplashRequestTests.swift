import Foundation
import HostRuntime
import HostTestKit
import Synchronization
import TestSupport
import Testing

@testable import SplashAdPlugin

/// The list of the feed's last requests.
@MainActor @Suite struct SplashRequestTests {
    private func request(
        _ address: String,
        status: Int? = 200,
        problem: String? = nil
    ) throws -> SplashRequest {
        SplashRequest(
            try HTTPAddress(address),
            at: Date(timeIntervalSinceReferenceDate: 0),
            status: status,
            bytes: 2048,
            time: .milliseconds(35),
            problem: problem
        )
    }

    @Test func `a request says when it was, what came, and why that is rejected`() throws {
        let good = try request("https://ads.example/feed.json")
        let bad = try request("https://ads.example/feed.json", status: nil, problem: "it is empty")

        #expect(
            good.lines(in: .gmt) == [
                "2001-01-01 00:00:00 UTC  status 200  2.0 KiB  35 ms", "  https://ads.example/feed.json",
            ]
        )
        #expect(bad.lines(in: .gmt).first?.contains("no answer") == true)
        #expect(bad.lines(in: .gmt).last == "  rejected: it is empty")
    }

    @Test(arguments: ["https://ads.example/feed?key=secret", "https://ads.example/feed?a=1&key=secret#secret"])
    func `what may be secret in an address is neither kept nor shown`(address: String) throws {
        let request = try request(address, problem: "'\(address)' was not fetched")

        #expect(request.address == "https://ads.example/feed?…")
        #expect(!"\(request)\(request.lines(in: .gmt))".contains("secret"))
    }

    @Test func `the command lists requests and the reasons against what came, the newest first`() async throws {
        let server = FakeServer(["/feed.json": .feed(["SUMMER"], picture: "a.png"), "/a.png": .error(.status(404))])
        let shop = await FeedShop.launched(server, for: .seconds(7))
        server.answers.withLock { $0["/feed.json"] = .text("no feed") }
        await shop.comeBack()

        let lines = try #require(try await shop.host.run("splash.requests")).split(separator: "\n").map(String.init)

        #expect(lines[0].contains("status 200"))
        #expect(lines[1] == "  http://ads.example/feed.json")
        #expect(lines[2].hasPrefix("  rejected: it is not JSON"))
        #expect(lines.contains("  http://ads.example/a.png"))
        #expect(lines.contains("  rejected: the server answered 404"))
        #expect(lines.dropLast().last == "  http://ads.example/feed.json")
    }

    @Test func `the newest twenty requests of a run are kept, and not on the disk`() async throws {
        let folder = TemporaryFolder()
        let shop = FeedShop(FakeServer(["/feed.json": .error(.status(503))]), in: folder)
        await shop.launch()
        for _ in 0..<30 { await shop.comeBack() }

        let text = try await shop.host.run("splash.requests") ?? ""

        #expect(text.components(separatedBy: "http://ads.example/feed.json").count - 1 == SplashRequestLog.limit)
        #expect(!folder.names.contains { $0.contains("requests") })
    }

    @Test func `before the first request the command says so`() async throws {
        let shop = await FeedShop.launched(FakeServer([:]), feed: "file:///etc/passwd", for: .seconds(1))

        let nothing = "No advertisement has been requested yet.\n\n"
        let note = "A check or a preview of a feed keeps nothing, and isn't in this list."
        #expect(try await shop.host.run("splash.requests") == nothing + note)
    }
}
