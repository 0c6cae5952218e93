import Foundation
import HostRuntime
import HostTestKit
import Synchronization
import TestSupport
import Testing

@testable import SplashAdPlugin

/// The person's say: without their permission nothing is fetched and nothing is shown.
@MainActor @Suite(.tags(.advertisements)) struct SplashPermissionTests {
    private let server = FakeServer([
        "/feed.json": .feed(["SUMMER"], picture: "a.png"), "/a.png": .picture(width: 40, height: 20),
    ])
    private var requests: [String] { server.requests.withLock { $0 } }

    // MARK: - Consent

    @Test func `where a consent is needed, nothing is fetched or shown before it is given, and why says so first`()
        async throws
    {
        let shop = await FeedShop.launched(server, ["needs-consent": true], for: .seconds(1))
        await shop.comeBack()
        var byHand: Result<String?, any Error>?
        shop.host.app.commands.start("splash.show", completion: { byHand = $0 })
        // Its choices are those of the cache, which nothing has read yet.
        await shop.host.advance(by: .seconds(1))
        let offer = try await shop.host.run("splash.offer")

        let forbidden = "nothing is fetched or shown: they need the person's consent, which splash.consent gives"
        let why = try await shop.host.run("splash.why")
        let policy = try await shop.host.run("splash.policy")
        #expect(requests == [])
        #expect(shop.host.visibleWindows == ["page"])
        #expect(why?.hasPrefix(forbidden + "\n") == true)
        #expect(why?.contains("  not met  the person allows advertisements") == true)
        #expect(throws: SplashRefusal.self) { _ = try byHand?.get() }
        #expect(policy?.hasPrefix(forbidden + "\n") == true)
        #expect(
            offer?.hasPrefix("no advertisement: they need the person's consent, which splash.consent gives") == true
        )
    }

    @Test func `with the consent, the feed is fetched when the user leaves, and shown on the return`() async throws {
        let shop = await FeedShop.launched(server, ["needs-consent": true], for: .seconds(1))

        let text = try await shop.host.run("splash.consent", ["state": "given"])
        await shop.host.advance(by: .seconds(1))
        let before = requests
        await shop.comeBack()

        #expect(text == "The consent to advertisements is given")
        #expect(before == [])
        #expect(shop.host.frame.contains("SUMMER"))
        #expect(try await shop.host.run("splash.why")?.contains("met      the person allows advertisements") == true)
    }

    @Test func `a built-in advertisement needs the consent as well`() async throws {
        let shop = await Shop.launched(SplashAdPlugin.self, ["needs-consent": true], for: .seconds(1))

        #expect(shop.host.visibleWindows == ["page"])
        await #expect(throws: SplashRefusal.self) { try await shop.host.run("splash.show") }
    }

    @Test func `withdrawing the consent ends the advertisement on the screen, and deletes what was fetched`()
        async throws
    {
        let shop = await FeedShop.launched(server, for: .seconds(2))
        #expect(shop.host.app.cache("splash-ad").totalBytes > 0)
        let before = requests

        try await shop.host.run("splash.consent", ["state": "withdrawn"])
        await shop.comeBack()

        #expect(shop.outcomes == ["interrupted after 2.0 s"])
        #expect(shop.host.visibleWindows == ["page"])
        #expect(requests == before)
        #expect(shop.host.app.cache("splash-ad").totalBytes == 0)
    }

    @Test func `a cover that waits goes at once, and its fetches are cancelled`() async throws {
        server.delay.withLock { $0 = .seconds(2) }
        let shop = await FeedShop.launched(server, for: .seconds(1))
        let covered = shop.host.visibleWindows

        try await shop.host.run("splash.consent", ["state": "withdrawn"])
        let after = shop.host.visibleWindows
        await shop.host.advance(by: .seconds(10))

        #expect(covered == ["page", "splash-ad"])
        #expect(after == ["page"])
        #expect(requests == ["/feed.json"])
        #expect(server.cancelled.withLock { $0 } == 1)
        #expect(try await shop.host.run("splash.why")?.contains("no advertisement: the consent") == true)
    }

    @Test func `pictures that are being fetched are cancelled as well`() async throws {
        server.delay.withLock { $0 = .seconds(2) }
        // The feed is here after 2 s, and its picture would be after 4.
        let shop = await FeedShop.launched(server, ["cache-policy": "background"], for: .seconds(3))

        try await shop.host.run("splash.consent", ["state": "withdrawn"])
        await shop.host.advance(by: .seconds(10))

        #expect(requests == ["/feed.json", "/a.png"])
        #expect(server.cancelled.withLock { $0 } == 1)
        #expect(server.served.withLock { $0 } == 0)
    }

    @Test func `a feed can't say whether a consent is needed`() async throws {
        server.answers.withLock {
            $0["/feed.json"] = .creatives(#"{"id": "a", "headline": "A"}"#, policy: #"{"needs-consent": true}"#)
        }
        let shop = await FeedShop.launched(server, for: .seconds(1))

        let why = try await shop.host.run("splash.why")
        #expect(why?.contains("'needs-consent' can only be set in the configuration; false is used") == true)
        #expect(shop.host.visibleWindows == ["page", "splash-ad"])
    }

    @Test func `the choices of the consent mark the current one`() async throws {
        let shop = await FeedShop.launched(server, for: .seconds(1))
        try await shop.host.run("splash.consent", ["state": "given"])

        guard case .choice(let fetch)? = shop.host.app.commands["splash.consent"]?.parameters.first?.kind else {
            Issue.record("there is no choice")
            return
        }
        let choices = try await fetch()

        #expect(choices.map(\.value) == ["given", "withdrawn", "unknown"])
        #expect(choices.map(\.isCurrent) == [true, false, false])
    }

    // MARK: - Without advertisements

    @Test func `until a day there are no advertisements, and then there are`() async throws {
        let shop = await FeedShop.launched(server, for: .seconds(7))
        let before = requests

        let text = try await shop.host.run("splash.ad-free", ["until": "2001-01-02"])
        await shop.comeBack()
        let during = (shop.host.visibleWindows, requests)
        // From one minute past noon to midnight.
        await shop.host.advance(by: .seconds(43_200))
        await shop.comeBack()

        #expect(text == "There are no advertisements until 2001-01-02")
        #expect(during.0 == ["page"])
        #expect(during.1 == before)
        #expect(shop.host.frame.contains("SUMMER"))
    }

    @Test func `off brings advertisements back`() async throws {
        let shop = await FeedShop.launched(server, for: .seconds(7))
        try await shop.host.run("splash.ad-free", ["until": "forever"])
        await shop.comeBack()
        let during = shop.host.visibleWindows

        let text = try await shop.host.run("splash.ad-free", ["until": "off"])
        await shop.comeBack()

        #expect(during == ["page"])
        #expect(text == "Advertisements are no longer switched off")
        #expect(shop.host.frame.contains("SUMMER"))
    }

    @Test(arguments: [
        (
            "tomorrow",
            "is a day such as 2026-12-01, an instant such as 2026-12-01T09:30:00Z, 'forever' or 'off', not 'tomorrow'"
        ), ("2001-01-01", "has to be in the future; 'off' brings advertisements back at once"),
    ])
    func `an end that is no moment, or is over, is an error and changes nothing`(
        until: String,
        message: String
    ) async throws {
        let shop = await FeedShop.launched(server, for: .seconds(7))

        await #expect(throws: CommandFieldError("until", message)) {
            try await shop.host.run("splash.ad-free", ["until": .string(until)])
        }

        #expect(shop.host.app.store("splash-ad").value("ad-free") == nil)
    }

    // MARK: - Kept

    @Test func `both are kept over a restart`() async throws {
        for (command, values) in [
            ("splash.consent", ["state": "withdrawn"]), ("splash.ad-free", ["until": "forever"]),
        ] as [(String, [String: PlainValue])] {
            let folder = TemporaryFolder()
            let first = await FeedShop.launched(server, in: folder, for: .seconds(7))
            try await first.host.run(command, values)
            await first.host.terminate()
            let before = requests

            let date = Date(timeIntervalSinceReferenceDate: 90_000)
            let second = await FeedShop.launched(server, date: date, in: folder, for: .seconds(5))

            #expect(second.host.visibleWindows == ["page"])
            #expect(requests == before)
        }
    }

    @Test func `a consent that one process withdraws is withdrawn for another at its next occasion`() async throws {
        let folder = TemporaryFolder()
        let first = await FeedShop.launched(server, in: folder, for: .seconds(1))
        let second = await FeedShop.launched(server, in: folder, for: .seconds(7))
        await first.host.enterBackground()
        await first.host.advance(by: .seconds(11))
        try await second.host.run("splash.consent", ["state": "withdrawn"])
        let before = requests

        await first.host.enterForeground()
        await first.host.advance(by: .seconds(1))
        let returned = first.host.visibleWindows
        await first.comeBack()

        // The one that was on its screen before doesn't go on.
        #expect(first.outcomes == ["interrupted after 1.0 s"])
        #expect(returned == ["page"])
        #expect(first.host.visibleWindows == ["page"])
        #expect(requests == before)
    }

    /// Launches with a slow server, and withdraws the consent in another process after a while.
    private func withdrawing(
        after duration: Duration,
        _ settings: [String: PlainValue] = [:],
        in folder: TemporaryFolder
    ) async throws -> FeedShop {
        server.delay.withLock { $0 = .seconds(2) }
        let first = await FeedShop.launched(server, settings, in: folder, for: duration)
        let second = FeedShop(FakeServer([:]), in: folder)
        await second.launch()
        try await second.host.run("splash.consent", ["state": "withdrawn"])
        await second.host.terminate()
        await first.host.advance(by: .seconds(10))
        return first
    }

    @Test func `a feed that is being fetched when another process withdraws the consent isn't kept`() async throws {
        let folder = TemporaryFolder()
        let first = try await withdrawing(after: .seconds(1), in: folder)

        #expect(requests == ["/feed.json"])
        #expect(server.cancelled.withLock { $0 } == 0)
        #expect(first.host.app.cache("splash-ad").totalBytes == 0)
        #expect(first.host.app.store("splash-ad").value("feed") == nil)
        #expect(first.host.visibleWindows == ["page"])
    }

    @Test func `a picture that is being fetched when another process withdraws the consent isn't kept`() async throws {
        let folder = TemporaryFolder()
        // The feed is here after 2 s, and its picture after 4.
        let first = try await withdrawing(after: .seconds(3), ["cache-policy": "background"], in: folder)

        #expect(requests == ["/feed.json", "/a.png"])
        #expect(server.served.withLock { $0 } > 0)
        #expect(first.host.app.cache("splash-ad").totalBytes == 0)
    }

    @Test func `a cover that is given up because of the permission counts nothing in the report`() async throws {
        let folder = TemporaryFolder()
        let first = try await withdrawing(after: .seconds(1), in: folder)
        let second = FeedShop(server, ["wait-seconds": 5])
        await second.launch()
        await second.host.advance(by: .seconds(1))
        let covered = second.host.visibleWindows
        try await second.host.run("splash.ad-free", ["until": "forever"])

        #expect(covered == ["page", "splash-ad"])
        for shop in [first, second] {
            #expect(shop.host.visibleWindows == ["page"])
            let report = try await shop.host.run("splash.report", ["format": "csv"])
            #expect(report?.contains("none") == false)
            #expect(report?.split(separator: "\n").count == 1)
            #expect(try await shop.host.run("splash.why")?.contains("no advertisement: th") == true)
        }
    }

    @Test func `the person's say is neither counted nor reset`() async throws {
        let shop = await FeedShop.launched(server, for: .seconds(7))
        try await shop.host.run("splash.consent", ["state": "withdrawn"])
        try await shop.host.run("splash.ad-free", ["until": "forever"])

        try await shop.host.run("splash.reset")
        await shop.comeBack()

        #expect(shop.host.visibleWindows == ["page"])
        #expect(try await shop.host.run("splash.why")?.contains("the consent to advertisements is withdrawn") == true)
    }

    // MARK: - In any order

    @Test func `in any order of states, occasions and times, nothing is fetched or shown while it is forbidden`()
        async throws
    {
        var (checks, steps) = (0, 0)
        for seed in seeds(of: 1...24) {
            checks += try await checksWhileForbidden(seed: seed, steps: 20)
            steps += 20
        }

        #expect(checks > steps / 5)
        #expect(checks < steps)
    }

    /// Takes random steps, and returns how many of them were forbidden to show an advertisement.
    private func checksWhileForbidden(seed: UInt64, steps: Int) async throws -> Int {
        var random = SeededGenerator(seed: seed)
        let needsConsent = Bool.random(using: &random)
        let policy = Bool.random(using: &random) ? "revalidate" : "background"
        let host = TestHost(
            plugins: [SplashAdPlugin.self],
            date: Date(timeIntervalSinceReferenceDate: 43_260),
            configuration: HostConfiguration([
                "splash-ad": [
                    "needs-consent": .bool(needsConsent), "cache-policy": .string(policy), "seconds": 2,
                    "daily-cap": 1000, "minimum-background-seconds": 1,
                ],
                "advertising": ["feed": "http://ads.example/feed.json"],
            ])
        )
        let feed = #"{"version": 1, "creatives": [{"id": "a", "headline": "A", "picture": "a.png"}]}"#
        let delay = Duration.milliseconds(Int.random(in: 0...700, using: &random))
        host.network["http://ads.example/feed.json"] = .text(feed).delayed(by: delay)
        host.network["http://ads.example/a.png"] =
            .bytes(GradientPNG.bytes(width: 20, height: 10)).delayed(by: delay)
        var (consent, isAdFree, checks) = ("unknown", false, 0)
        var isForbidden: Bool { consent == "withdrawn" || consent == "unknown" && needsConsent || isAdFree }
        func shows() -> Int { host.events.count { $0.hasPrefix("splash.shown") } }

        await host.launch()
        for _ in 0..<steps {
            switch Int.random(in: 0..<8, using: &random) {
            case 0, 1:
                consent = ["given", "withdrawn", "unknown"].randomElement(using: &random) ?? ""
                try await host.run("splash.consent", ["state": .string(consent)])
            case 2:
                isAdFree = Bool.random(using: &random)
                try await host.run("splash.ad-free", ["until": isAdFree ? "2030-01-01" : "off"])
            default: break
            }
            let (wasForbidden, requests, before) = (isForbidden, host.network.requests.count, shows())
            switch Int.random(in: 0..<4, using: &random) {
            case 0: _ = try await host.run("splash.offer")
            case 1: _ = try? await host.run("splash.show")
            case 2:
                await host.enterBackground()
                await host.advance(by: .milliseconds(Int.random(in: 0...4000, using: &random)))
                await host.enterForeground()
            default: await host.advance(by: .milliseconds(Int.random(in: 0...4000, using: &random)))
            }
            // One that has ended before may still fade out.
            await host.advance(by: .seconds(1))
            guard wasForbidden else { continue }
            checks += 1
            #expect(host.network.requests.count == requests, "seed \(seed)")
            #expect(shows() == before, "seed \(seed)")
            #expect(host.visibleWindows == ["page"], "seed \(seed)")
        }
        return checks
    }
}
