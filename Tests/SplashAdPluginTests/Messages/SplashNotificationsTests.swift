import Foundation
import HostRuntime
import HostTestKit
import Synchronization
import TestSupport
import Testing

@testable import SplashAdPlugin

/// The named notifications, for a program that imports no plugin.
@MainActor @Suite(.tags(.advertisements)) struct SplashNotificationsTests {
    /// A listener for the named notifications, with their nonces and places apart.
    @MainActor private final class Ear {
        private(set) var heard: [String] = []
        private(set) var nonces: [String] = []
        private(set) var places: [[Int?]] = []
        private static let place = ["x", "y", "width", "height", "level"]
        private var subscriptions: [Subscription] = []

        init(_ host: AppHost) {
            for name in ["splash.shown", "splash.clicked", "splash.ended", "splash.answered"] {
                let subscription = host.bus.observe(named: NotificationName(name)) { [weak self] in
                    let notification = $0
                    self?.nonces.append($0["nonce"]?.stringValue ?? "")
                    self?.places.append(Ear.place.map { notification[$0]?.intValue })
                    let values = $0.values.filter { $0.key != "nonce" && !Ear.place.contains($0.key) }
                    self?.heard.append("\(NamedNotification(name: $0.name, values: values))")
                }
                subscriptions.append(subscription)
            }
        }
    }

    @Test func `a program receives shown, clicked and ended in this order`() async {
        let shop = Shop(LandingPlugin.self)
        let ear = Ear(shop.host.app)
        await shop.host.launch()
        await shop.host.advance(by: .seconds(2))

        await shop.host.key("o")

        let landing = "landing=https://example.com/dawn"
        #expect(
            ear.heard == [
                "splash.shown  creative=built-in \(landing) occasion=launch",
                "splash.clicked  creative=built-in \(landing) seconds=2.0",
                "splash.ended  creative=built-in \(landing) outcome=clicked seconds=2.0",
            ]
        )
    }

    @Test(arguments: [("full", 0, 24), ("upper", 0, 18), ("lower", 6, 18)])
    func `each has the place of the advertisement at its time`(area: String, y: Int, height: Int) async {
        let shop = Shop(LandingPlugin.self, ["area": .string(area)])
        let ear = Ear(shop.host.app)
        await shop.host.launch()
        await shop.host.advance(by: .seconds(2))
        await shop.host.resize(to: Size(width: 40, height: 12))
        await shop.host.advance(by: .seconds(1))
        await shop.host.key("o")

        #expect(ear.places == [[0, y, 80, height, 1001], [0, 0, 40, 12, 1001], [0, 0, 40, 12, 1001]])
    }

    // MARK: - Nonces

    private static func nonces(of presentations: Int) async -> [String] {
        let shop = Shop(LandingPlugin.self, ["minimum-background-seconds": 0])
        let ear = Ear(shop.host.app)
        await shop.host.launch()
        for _ in 0..<presentations {
            await shop.host.advance(by: .seconds(2))
            await shop.host.key("o")
            shop.landing.open()
            await shop.host.advance(by: .seconds(1))
            shop.host.app.bus.post(named: SplashNotifications.offer)
            await shop.host.advance(by: .seconds(1))
        }
        return ear.nonces
    }

    @Test func `a presentation has the same nonce in all its messages, and no two have one`() async {
        let named = await SplashNotificationsTests.nonces(of: 2)

        // Shown, clicked, ended; and for an offer shown, answered, clicked, ended; then another one is shown.
        #expect(named.count == 9)
        #expect(Set(named.prefix(3)).count == 1)
        #expect(Set(named[3..<7]).count == 1)
        #expect(Set(named).count == 3)
        #expect(named.allSatisfy { $0.count == 32 && $0.allSatisfy { $0.isHexDigit && !$0.isUppercase } })
    }

    @Test func `the nonces of two runs of the same program are alike where time is moved by hand`() async {
        let first = await SplashNotificationsTests.nonces(of: 2)
        let second = await SplashNotificationsTests.nonces(of: 2)

        #expect(first == second)
    }

    @Test func `an offer that is refused at once has no nonce`() async {
        let (shop, ear) = await afterLaunch()

        shop.host.app.bus.post(named: SplashNotifications.offer)

        #expect(ear.nonces.last?.isEmpty == true)
    }

    // MARK: - No beacons

    @Test func `nothing is requested when an advertisement is shown, clicked and ended, but its feed`() async {
        let feed = "http://ads.example/feed.json"
        let host = TestHost(
            plugins: [SplashAdPlugin.self],
            configuration: HostConfiguration(["advertising": ["feed": .string(feed)]])
        ) { host in
            let address = CommandParameter(name: "address", title: "Address")
            try? host.commands.offer(Command(id: "page.open", title: "Open", parameters: [address]) { _ in nil })
            let window = host.makeWindow(title: "page", root: Page())
            window.makeKeyAndVisible()
            return window
        }
        let creative = #"{"id": "a", "headline": "A", "picture": "a.png", "landing": "https://landing.example/"}"#
        host.network[feed] = .text(#"{"version": 1, "creatives": [\#(creative)]}"#)
        host.network["http://ads.example/a.png"] = .bytes(GradientPNG.bytes(width: 4, height: 4))
        await host.launch()
        await host.advance(by: .seconds(1))
        let ear = Ear(host.app)
        let atFirst = host.network.requests

        await host.key("o")
        await host.advance(by: .seconds(20))
        let clicked = host.network.requests
        await host.enterBackground()
        await host.advance(by: .seconds(60))
        await host.enterForeground()
        await host.advance(by: .seconds(20))

        #expect(
            ear.heard.map { $0.prefix { $0 != " " } } == [
                "splash.clicked", "splash.ended", "splash.shown", "splash.ended",
            ]
        )
        #expect(atFirst == [feed, "http://ads.example/a.png"])
        #expect(clicked == atFirst)
        #expect(Set(host.network.requests) == Set(atFirst))
    }

    // MARK: - Holds

    private func afterLaunch(_ settings: [String: PlainValue] = [:]) async -> (Shop, Ear) {
        let shop = Shop(SplashAdPlugin.self, settings)
        let ear = Ear(shop.host.app)
        await shop.host.launch()
        await shop.host.keyOnAd("s")
        await shop.host.advance(by: .seconds(1))
        return (shop, ear)
    }

    @Test func `a program keeps advertisements away for a while, and why has the reason`() async throws {
        let (shop, _) = await afterLaunch()

        shop.host.app.bus.post(named: NotificationName("splash.hold"), ["reason": "payment", "seconds": 120])
        await shop.leave(for: .seconds(30))
        let during = shop.host.visibleWindows
        let why = try await shop.host.run("splash.why")
        shop.host.app.bus.post(named: NotificationName("splash.release"), ["reason": "payment"])
        await shop.leave(for: .seconds(30))

        #expect(during == ["page"])
        #expect(why?.contains("no advertisement: they are kept away by 'payment'") == true)
        #expect(why?.contains("decided by: no advertisement while the program keeps them away") == true)
        #expect(shop.host.visibleWindows == ["page", "splash-ad"])
    }

    @Test func `a hold that is never released ends by itself`() async {
        let (shop, _) = await afterLaunch()
        shop.host.app.bus.post(named: NotificationName("splash.hold"), ["reason": "payment", "seconds": 20])

        await shop.leave(for: .seconds(21))

        #expect(shop.host.visibleWindows == ["page", "splash-ad"])
    }

    @Test func `a hold whose seconds are no number is an error, and holds nothing`() async {
        let (shop, _) = await afterLaunch()

        shop.host.app.bus.post(named: NotificationName("splash.hold"), ["seconds": "abc"])
        await shop.leave(for: .seconds(30))

        #expect(shop.host.events.contains { $0.contains("is a number from 0 to 3600, not 'abc'; nothing was held") })
        #expect(shop.host.visibleWindows == ["page", "splash-ad"])
    }

    @Test func `a hold also refuses a show by hand`() async throws {
        let (shop, _) = await afterLaunch()
        shop.host.app.bus.post(named: NotificationName("splash.hold"))

        await #expect(throws: SplashRefusal.self) { try await shop.host.run("splash.show") }
        #expect(try await shop.host.run("splash.why")?.contains("\nby hand, ") == true)
    }

    @Test func `a hold keeps an advertisement on the screen and removes a waiting cover`() async {
        let (shop, _) = await afterLaunch()
        await shop.leave(for: .seconds(30))
        shop.host.app.bus.post(named: NotificationName("splash.hold"))
        await shop.host.advance(by: .seconds(1))
        #expect(shop.host.visibleWindows == ["page", "splash-ad"])

        let waiting = FeedShop(FakeServer([:], delay: .seconds(100)))
        await waiting.launch()
        #expect(waiting.host.visibleWindows == ["page", "splash-ad"])
        waiting.host.app.bus.post(named: NotificationName("splash.hold"))
        await waiting.host.advance(by: .milliseconds(10))
        #expect(waiting.host.visibleWindows == ["page"])
    }

    // MARK: - An offer

    @Test func `a program asks for an advertisement by the rules, and receives the outcome`() async {
        let (shop, ear) = await afterLaunch()
        let offer = NotificationName("splash.offer")

        shop.host.app.bus.post(named: offer)
        await shop.host.advance(by: .seconds(10))
        shop.host.app.bus.post(named: offer)
        await shop.host.advance(by: .seconds(1))

        let answers = ear.heard.filter { $0.hasPrefix("splash.answered") }
        #expect(answers.count == 2)
        #expect(answers.first?.hasPrefix("splash.answered  reason=no advertisement: the last one was ") == true)
        #expect(answers.first?.hasSuffix(" s ago; more than 10.0 s needed shown=false") == true)
        #expect(
            ear.heard.suffix(2) == [
                "splash.shown  creative=built-in occasion=offer",
                "splash.answered  reason=shown: 'built-in', still on the screen shown=true",
            ]
        )
        #expect(shop.host.visibleWindows == ["page", "splash-ad"])
    }

    @Test func `an offer of an advertisement that then can't be read is answered once, with the reason`() async throws {
        let folder = TemporaryFolder()
        let picture = FakeServer.Answer.picture(width: 4, height: 4)
        let server = FakeServer(["/feed.json": .feed(["SUMMER"], picture: "a.png"), "/a.png": picture])
        func launched(at seconds: Double) async -> FeedShop {
            let date = Date(timeIntervalSinceReferenceDate: 43_260 + seconds)
            let shop = await FeedShop.launched(server, date: date, in: folder, for: .seconds(1))
            return shop
        }
        await launched(at: 0).host.terminate()
        // No answer, so that nothing is decoded ahead; and too soon for an advertisement at launch.
        server.delay.withLock { $0 = .seconds(1000) }
        let shop = await launched(at: 5)
        await shop.host.advance(by: .seconds(20))
        let cache = shop.host.app.cache("splash-ad")
        cache.insert(Array("no picture".utf8), for: "http://ads.example/a.png", at: shop.host.app.clock.date)
        let ear = Ear(shop.host.app)

        shop.host.app.bus.post(named: NotificationName("splash.offer"))
        await shop.host.advance(by: .seconds(4))

        #expect(ear.heard.count == 1)
        #expect(ear.heard.first?.hasPrefix("splash.answered  reason=no advertisement: ") == true)
        #expect(ear.heard.first?.hasSuffix(" shown=false") == true)
    }

    // MARK: - The end

    @Test(arguments: ["skipped", "removed"])
    func `a wait that ends without an advertisement has no end that a program hears`(
        end: String
    ) async throws {
        let shop = FeedShop(FakeServer([:], delay: .seconds(100)))
        let ear = Ear(shop.host.app)
        await shop.launch()
        await shop.host.advance(by: .seconds(1))

        if end == "skipped" {
            await shop.host.key("escape")
        } else {
            try shop.host.app.plugins.disable("splash-ad")
        }

        #expect(ear.heard == [])
    }

    @Test func `the log has what was shown, clicked and ended`() async {
        let shop = await Shop.launched(LandingPlugin.self, for: .seconds(1))
        await shop.host.key("o")

        let log = shop.host.events.filter { $0.hasPrefix("info  splash-ad") }
        #expect(
            log == [
                "info  splash-ad  shown: 'built-in' at launch",
                "info  splash-ad  clicked: 'built-in' after 1.0 s, to https://example.com/dawn",
                "info  splash-ad  ended: 'built-in' clicked after 1.0 s",
            ]
        )
    }

    @Test func `the offer command returns the decision, and the daily cap applies`() async throws {
        let (shop, _) = await afterLaunch(["daily-cap": 1])
        await shop.host.advance(by: .seconds(60))

        let answer = try await shop.host.run("splash.offer")

        let text = "no advertisement: shown 1 of 1 times on 2001-01-01\nrules: refused\n"
        #expect(answer?.hasPrefix(text) == true)
        #expect(shop.host.visibleWindows == ["page"])
    }

    @Test func `an offer during an advertisement is refused, and the advertisement keeps its account`() async throws {
        let shop = await Shop.launched()

        let answer = try await shop.host.run("splash.offer")

        #expect(answer == "no advertisement: another advertisement is on the screen; it has to end first")
        #expect(try await shop.host.run("splash.why")?.contains("\nat launch, ") == true)
    }
}
