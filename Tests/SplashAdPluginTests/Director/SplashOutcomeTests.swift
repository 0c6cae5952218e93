import Foundation
import HostRuntime
import HostTestKit
import Synchronization
import TestSupport
import Testing

@testable import SplashAdPlugin

/// Exactly one outcome of each presentation, whatever happens.
@MainActor @Suite(.tags(.advertisements)) struct SplashOutcomeTests {
    private static let feeds: [FakeServer.Answer] = [
        .feed(["SUMMER"]), .feed(["SUMMER", "AUTUMN"], picture: "a.png"), .feed([]), .text("{"), .error(.status(500)),
        .text(
            #"""
            {"version": 1, "policy": {"daily-cap": 1000, "skip": "ring", "transition": "wipe",
             "minimum-background-seconds": 0, "area": "lower"},
             "creatives": [{"id": "anim", "title": "ANIM", "landing": "shop:x", "picture": "b.png"}]}
            """#
        ),
        .text(
            #"""
            {"version": 1, "policy": {"daily-cap": 1000, "cache-policy": "background", "skip": "none",
             "transition": "slide", "fade": "window", "minimum-background-seconds": 0, "seconds": 1},
             "creatives": [{"id": "pic", "headline": "pic", "landing": "shop:x", "picture": "c.png"}]}
            """#
        ),
    ]

    @Test(arguments: seeds(of: 0..<12))
    func `in any order of events each presentation has one outcome, and the page is the user's in the end`(
        seed: UInt64
    ) async throws {
        var random = SeededGenerator(seed: seed)
        let server = FakeServer([
            "/feed.json": Self.feeds[Int(seed) % Self.feeds.count], "/a.png": .picture(width: 40, height: 20),
            "/b.png": .bytes(GradientPNG.animation([40, 60], milliseconds: 20)),
            "/c.png": .picture(width: 300, height: 1),
        ])
        let shop = FeedShop(server, seed % 3 == 0 ? ["wait-seconds": 1] : [:])
        let address = CommandParameter(name: "address", title: "Address")
        let host = shop.host.app
        try host.commands.offer(
            Command(id: "page.open", title: "Open", parameters: [address]) { [weak host] _ in
                let alert = host?.makeWindow(
                    title: "landing",
                    level: .alert,
                    frame: Rect(x: 0, y: 0, width: 4, height: 2),
                    root: View()
                )
                alert?.makeKeyAndVisible()
                try await host?.clock.sleep(for: .seconds(2))
                alert?.close()
                return nil
            }
        )
        var (shown, ended): ([String], [String]) = ([], [])
        let watching = [
            host.bus.observe(named: SplashNotifications.shown) { shown.append($0["nonce"]?.stringValue ?? "") },
            host.bus.observe(named: SplashNotifications.ended) { ended.append($0["nonce"]?.stringValue ?? "") },
        ]
        var alerts: [Window] = []
        var trail: [String] = []
        await shop.launch()
        for _ in 0..<60 {
            let step = Int.random(in: 0..<24, using: &random)
            trail.append("\(step)")
            switch step {
            case 0, 1, 2, 3: await shop.host.advance(by: .milliseconds(Int.random(in: 1...900, using: &random)))
            case 4: await shop.host.advance(by: .seconds(Int.random(in: 1...30, using: &random)))
            case 5, 6: await shop.host.enterBackground()
            case 7, 8, 9: await shop.host.enterForeground()
            case 10: await shop.host.lock()
            case 11: await shop.host.unlock()
            case 12:
                let sizes = [(1, 1), (2, 1), (1, 50), (80, 24), (200, 60), (40, 16), (50, 14), (11, 5)]
                let size = sizes.randomElement(using: &random) ?? (80, 24)
                await shop.host.resize(to: Size(width: size.0, height: size.1))
            case 13: await shop.host.key(["s", "o", "x", "escape"].randomElement(using: &random) ?? "s")
            case 14: await shop.host.tap(0, 0)
            case 15, 16: _ = try? await shop.host.run("splash.show")
            case 17:
                _ = try? await shop.host.run(
                    ["splash.why", "splash.reset", "splash.clear-cache", "splash.policy"].randomElement(using: &random)
                        ?? ""
                )
            case 18:
                try? host.plugins.disable("splash-ad")
                if Bool.random(using: &random) { await shop.host.advance(by: .milliseconds(100)) }
                FeedPlugin.$server.withValue(server) { try? host.plugins.enable("splash-ad") }
            case 19:
                let alert = host.makeWindow(
                    title: "alert",
                    level: .alert,
                    frame: Rect(x: 0, y: 0, width: 4, height: 2),
                    root: View()
                )
                alert.isModal = Bool.random(using: &random)
                alert.makeKeyAndVisible()
                alerts.append(alert)
            case 20: alerts.popLast()?.close()
            case 21:
                server.delay.withLock {
                    $0 = [.zero, .milliseconds(500), .seconds(4), .seconds(100)].randomElement(using: &random) ?? .zero
                }
            case 22: server.answers.withLock { $0["/feed.json"] = Self.feeds.randomElement(using: &random) }
            default:
                shop.host.setDate(Date(timeIntervalSinceReferenceDate: Double.random(in: 0...200_000, using: &random)))
                await shop.host.advance(by: .milliseconds(1))
            }
        }
        for alert in alerts { alert.close() }
        await shop.host.unlock()
        await shop.host.enterForeground()
        await shop.host.resize(to: Size(width: 80, height: 24))
        await shop.host.advance(by: .seconds(30))

        #expect(shop.host.visibleWindows == ["page"], "\(trail)")
        #expect(shown == ended && Set(shown).count == shown.count, "\(trail)")
        #expect(host.windows.keyWindow?.title == "page", "\(trail)")
        #expect(shop.host.events.filter { $0.hasPrefix("error") } == [], "\(trail)")
        await shop.host.terminate()
        for subscription in watching { subscription.cancel() }
    }

    @Test(arguments: ["key", "countdown", "disable", "terminate", "close"])
    func `every presentation has exactly one outcome`(ending: String) async throws {
        let shop = await Shop.launched(for: .seconds(1))

        switch ending {
        case "key": await shop.host.keyOnAd("s")
        case "countdown": await shop.host.advance(by: .seconds(4))
        case "disable": try shop.host.app.plugins.disable("splash-ad")
        case "close": shop.host.app.windows.visibleWindows.last?.close()
        default: break
        }
        await shop.host.keyOnAd("s")
        await shop.host.advance(by: .seconds(10))
        await shop.host.terminate()

        #expect(shop.outcomes.count == 1)
    }

    @Test(arguments: ["disable", "show", "terminate", "background"], ["skip", "finish", "tap", "gaveUp"])
    func `whatever an observer of the end does, each presentation has one outcome`(
        act: String,
        end: String
    ) async throws {
        let shop = Shop(LandingPlugin.self)
        var count = 0
        let watching = shop.host.app.bus.observe(named: SplashNotifications.ended) { [host = shop.host.app] _ in
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
