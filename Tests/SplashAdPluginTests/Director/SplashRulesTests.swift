import Foundation
import HostRuntime
import HostTestKit
import TestSupport
import Testing

@testable import SplashAdPlugin

/// The frequency rules in a running host.
@MainActor @Suite(.tags(.advertisements)) struct SplashRulesTests {
    // A minute past the hour: no time zone has its midnight within the minutes that follow.
    private let start = Date(timeIntervalSinceReferenceDate: 43_260)

    @Test func `a launch and 24 returns in a day show 20 advertisements and five reasons`() async {
        let shop = host()
        await shop.launch()
        await shop.keyOnAd("s")
        for _ in 1..<25 { await shop.comeBack() }

        #expect(shop.impressions == 20)
        let reasons = shop.events.filter { $0.hasPrefix("info  splash-ad  no advertisement") }
        #expect(reasons.count == 5)
        #expect(Set(reasons).first?.hasPrefix("info  splash-ad  no advertisement: shown 20 of 20 times on 20") == true)
        #expect(shop.decisions.map(\.isAllowed) == (0..<25).map { $0 < 20 })
    }

    @Test func `a restart keeps the count and the date at which the program was left`() async throws {
        let folder = TemporaryFolder()
        func run(after seconds: Double) async -> [String] {
            let shop = host(["daily-cap": 2], date: start + seconds, folder)
            await shop.launch()
            let windows = shop.visibleWindows
            await shop.terminate()
            return windows
        }

        #expect(await run(after: 0) == ["page", "splash-ad"])
        #expect(await run(after: 10) == ["page"])
        #expect(await run(after: 21) == ["page", "splash-ad"])
        #expect(await run(after: 60) == ["page"])
    }

    @Test func `ending in the background does not count as leaving again`() async throws {
        let shop = host()
        await shop.launch()
        await shop.keyOnAd("s")
        await shop.enterBackground()
        await shop.advance(by: .seconds(60))

        await shop.terminate()

        let left = start.addingTimeInterval(0.8).timeIntervalSinceReferenceDate
        #expect(shop.app.store("splash-ad").value("left") == .double(left))
    }

    @Test func `an advertisement that was never painted is not counted`() async {
        let shop = host(["daily-cap": 1])
        let closing = shop.app.bus.observe(WindowDidChange.self) { [weak host = shop.app] change in
            if change.event == .shown, change.window.title == "splash-ad" { host?.windows.visibleWindows.last?.close() }
        }
        await shop.launch()
        closing.cancel()
        let first = shop.impressions

        await shop.comeBack()

        #expect(first == 0)
        #expect(shop.events.contains("info  splash-ad  no advertisement: it was removed before it appeared"))
        #expect(shop.impressions == 1)
    }

    @Test func `a presentation that enters the background before its first frame has failed`() async throws {
        let shop = host()
        await shop.launch()
        await shop.keyOnAd("s")
        await shop.advance(by: .seconds(1))

        try await shop.app.commands.run("splash.show")
        await shop.enterBackground()

        #expect(shop.events.contains("info  splash-ad  no advertisement: it was removed before it appeared"))
    }

    @Test func `a show by hand is neither refused by the rules nor counted`() async throws {
        let shop = host(["daily-cap": 1])
        await shop.launch()
        await shop.keyOnAd("s")

        try await shop.run("splash.show")
        await shop.keyOnAd("s")

        #expect(shop.impressions == 2)
        #expect(
            try await shop.run("splash.why") == """
                shown: 'built-in' for 0.8 s, then skipped
                by hand, 2001-01-01 12:01:00 UTC
                decided by: no rule; a show by hand asks none and is not counted
                """
        )
        #expect(shop.decisions.count == 1)
        let counts = shop.app.store("splash-ad").all
        #expect(counts["scenario/splash-ad"]?["executions"] == 1)
    }

    @Test func `why has the latest decision with each condition`() async throws {
        let shop = host(["daily-cap": 1], date: Date(timeIntervalSinceReferenceDate: 43_260))
        await shop.launch()
        await shop.keyOnAd("s")
        await shop.advance(by: .seconds(1))
        await shop.enterBackground()
        await shop.advance(by: .seconds(3))
        await shop.enterForeground()

        let why = try await shop.run("splash.why")

        #expect(
            why == """
                no advertisement: away for 3.0 s; more than 10.0 s needed
                on a return, 2001-01-01 12:01:04 UTC
                decided by: the shortest time away
                rules: refused
                  met      the screen stayed unlocked
                  met      all landing pages are closed
                  met      the program allows advertisements
                  not met  since the program was left: 3 s, more than 10 s needed
                  not met  shown today: 1 of 1 (2001-01-01)
                """
        )
    }

    @Test func `before the first occasion, why says that there was none`() async throws {
        let shop = host()
        await shop.launch()
        try shop.app.plugins.disable("splash-ad")
        try shop.app.plugins.enable("splash-ad")

        #expect(try await shop.run("splash.why") == "there was no occasion for an advertisement yet")
    }

    @Test func `reset gives the day's count again`() async throws {
        let shop = host(["daily-cap": 1])
        await shop.launch()
        await shop.keyOnAd("s")

        let text = try await shop.run("splash.reset")
        await shop.comeBack()

        #expect(text == "Reset the advertisements' counters")
        #expect(shop.impressions == 2)
    }

    @Test func `the policy lists the configured settings`() async throws {
        let shop = host(["daily-cap": 3])
        await shop.launch()

        let policy = try await shop.run("splash.policy")
        let settings = SplashSettings.read(configuration: ["daily-cap": 3]).settings
        #expect(
            policy == settings.policy + "\n\nin the cache: 0 bytes\nfetched today: 0 bytes of 32.0 MiB"
        )
    }

    private func host(
        _ settings: [String: PlainValue] = [:],
        date: Date? = nil,
        _ folder: TemporaryFolder? = nil
    ) -> TestHost {
        TestHost(
            plugins: [SplashAdPlugin.self],
            date: date ?? start,
            configuration: HostConfiguration(["splash-ad": .dictionary(settings)]),
            stateDirectory: folder?.path
        )
    }

    @Test func `an advertisement that can't be counted isn't shown, and why says so`() async throws {
        let folder = TemporaryFolder()
        try FileManager.default.createDirectory(
            atPath: folder.file("splash-ad.lock"),
            withIntermediateDirectories: true
        )
        let shop = await FeedShop.launched(FakeServer(["/feed.json": .feed(["SUMMER"])]), in: folder, for: .seconds(1))
        let why = try await shop.host.run("splash.why")
        try folder.remove("splash-ad.lock")
        await shop.comeBack()

        #expect(why?.contains("no advertisement: it couldn't be counted") == true)
        #expect(why?.contains("decided by: no advertisement that can't be counted") == true)
        #expect(shop.host.events.count { $0.hasPrefix("splash.shown") } == 1)
        #expect(shop.shownToday == 1)
    }
}

extension TestHost {
    /// The number of advertisements shown and skipped so far.
    fileprivate var impressions: Int { outcomes.count { $0.hasPrefix("skipped") } }

    /// Leaves for 11 s, comes back and skips the advertisement.
    fileprivate func comeBack() async {
        await enterBackground()
        await advance(by: .seconds(11))
        await enterForeground()
        await advance(by: .seconds(1))
        await key("s")
    }
}
