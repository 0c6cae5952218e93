import HostRuntime
import HostTestKit
import TestSupport
import Testing

@testable import SplashAdPlugin

/// The advertisement's window: countdown, keys, touches and fades.
@MainActor @Suite(.tags(.advertisements)) struct SplashScreenTests {
    // MARK: - The countdown

    @Test func `the countdown shows N to 0 and ends there`() async {
        let shop = await Shop.launched(SplashAdPlugin.self, ["seconds": 3, "fade": "none"])

        var shown: [String] = []
        for _ in 0..<3 {
            shown += ["Skip 3", "Skip 2", "Skip 1", "Skip 0"].filter { shop.host.frame.contains($0) }
            await shop.host.advance(by: .seconds(1))
        }
        await shop.host.advance(by: .milliseconds(20))

        #expect(shown == ["Skip 3", "Skip 2", "Skip 1"])
        #expect(shop.outcomes == ["finished after 3.0 s"])
        #expect(shop.host.frame.contains("Skip 0"))
    }

    @Test func `the countdown pauses in the background, and the same presentation continues`() async {
        let shop = await Shop.launched(SplashAdPlugin.self, ["seconds": 3], for: .milliseconds(1500))

        await shop.leave(for: .seconds(60))
        let windows = shop.host.visibleWindows
        let isStill2 = shop.host.frame.contains("Skip 2")
        await shop.host.advance(by: .milliseconds(1400))
        let early = shop.outcomes
        await shop.host.advance(by: .milliseconds(200))

        #expect(windows == ["page", "splash-ad"])
        #expect(isStill2)
        #expect(early == [])
        #expect(shop.outcomes == ["finished after 3.0 s"])
    }

    @Test(arguments: [WindowLevel.alert, .statusBar + 101])
    func `the countdown pauses under a modal window`(level: WindowLevel) async {
        let shop = await Shop.launched(SplashAdPlugin.self, ["seconds": 2], for: .seconds(1))

        let alert = shop.open("alert", level: level, isModal: true)
        await shop.host.advance(by: .seconds(60))
        let during = shop.outcomes
        alert.close()
        await shop.host.advance(by: .milliseconds(900))
        let before = shop.outcomes
        await shop.host.advance(by: .milliseconds(200))

        #expect(during == [])
        #expect(before == [])
        #expect(shop.outcomes == ["finished after 2.0 s"])
    }

    @Test func `no other window pauses the countdown, at whatever level`() async {
        let shop = await Shop.launched(SplashAdPlugin.self, ["seconds": 2], for: .seconds(1))

        shop.open("inspector", level: .alert + 100)
        await shop.host.advance(by: .milliseconds(1100))

        #expect(shop.outcomes == ["finished after 2.0 s"])
    }

    @Test func `a window that becomes modal or no more is followed`() async {
        let shop = await Shop.launched(SplashAdPlugin.self, ["seconds": 5])
        let window = shop.open("inspector", level: .alert + 100)

        window.isModal = true
        await shop.host.advance(by: .seconds(60))
        let during = shop.outcomes
        window.isModal = false
        window.frame = Rect(x: 0, y: 0, width: 9, height: 2)
        await shop.host.advance(by: .milliseconds(5100))

        #expect(during == [])
        #expect(shop.outcomes == ["finished after 5.0 s"])
    }

    @Test func `under a modal window an advertisement waits, and counts once it can be seen`() async throws {
        let shop = await Shop.launched(for: .seconds(6))
        let tools = shop.open("tools", level: SplashScreen.level + 100, isModal: true)
        func shows() -> [Int] {
            let rule = ScenarioRule.maxExecutions(.max, per: .day)
            let store = shop.host.app.store("splash-ad")
            let decision = Scenario(id: "splash-ad", rule: rule, store: store, timeZone: .gmt)
                .decide(at: shop.host.app.clock.date)
            return [
                decision.conditions.first?.value.intValue ?? -1,
                shop.host.events.count { $0.hasPrefix("splash.shown") },
            ]
        }

        await shop.leave(for: .seconds(11))
        await shop.host.advance(by: .seconds(60))
        let hidden = shows()
        tools.close()
        await shop.host.advance(by: .milliseconds(100))
        let seen = shows()
        await shop.host.advance(by: .seconds(5))

        #expect(hidden == [1, 1])
        #expect(seen == [2, 2])
        #expect(shop.outcomes.last == "finished after 5.0 s")
    }

    @Test(arguments: [true, false])
    func `an earlier alert keeps the keyboard, and then gives it to the advertisement`(
        pageWantsKeys: Bool
    ) async throws {
        let shop = await Shop.launched()
        await shop.host.keyOnAd("s")
        await shop.host.advance(by: .seconds(1))
        let alert = shop.open("alert", level: .alert)
        shop.host.app.windows.visibleWindows.first?.canBecomeKey = pageWantsKeys

        try await shop.host.run("splash.show")
        await shop.host.advance(by: SplashPresentation.reactionTime)
        let during = shop.keyWindow
        alert.close()

        #expect(during == "alert")
        #expect(shop.keyWindow == "splash-ad")
    }

    @Test func `an alert without the keyboard does not leave it to the page below`() async {
        let shop = Shop()
        shop.open("alert", level: .alert, isKey: false)

        await shop.host.launch()
        await shop.host.advance(by: SplashPresentation.reactionTime)

        #expect(shop.keyWindow == "splash-ad")
    }

    // MARK: - Touches and keys

    @Test(arguments: ["escape", "enter", "space", "s", "ctrl-[", "ctrl-m", "shift-escape", "shift-space"])
    func `a key skips it`(key: String) async {
        let shop = await Shop.launched(for: .seconds(2))

        await shop.host.key(key)

        #expect(shop.outcomes == ["skipped after 2.0 s"])
    }

    @Test func `keys that were typed before it could be seen go nowhere`() async {
        let shop = await Shop.launched(LandingPlugin.self)

        await shop.host.type("so")
        await shop.host.advance(by: .milliseconds(690))
        await shop.host.key("escape")
        await shop.host.advance(by: .milliseconds(110))
        let early = shop.outcomes
        await shop.host.key("s")

        #expect(shop.page.keys == [])
        #expect(early == [])
        #expect(shop.outcomes == ["skipped after 0.8 s"])
    }

    @Test func `keys that are typed with a return go nowhere while one goes on`() async {
        let shop = await Shop.launched(LandingPlugin.self, for: .seconds(1))
        await shop.host.enterBackground()
        await shop.host.advance(by: .seconds(60))
        await shop.host.enterForeground()

        await shop.host.type("o")
        await shop.host.keyOnAd("s")

        #expect(shop.page.keys == [])
        #expect(shop.outcomes == ["skipped after 1.8 s"])
    }

    @Test func `other keys are swallowed`() async {
        let shop = await Shop.launched(for: SplashPresentation.reactionTime)

        await shop.host.type("qwx")
        await shop.host.key("tab")

        #expect(shop.page.keys == [])
        #expect(shop.host.visibleWindows == ["page", "splash-ad"])
    }

    @Test(arguments: ["f2", "shift-f6", "ctrl-g", "alt-left"])
    func `a key for the whole program works as without an advertisement`(key: String) async throws {
        let shop = Shop()
        var runs = 0
        try shop.host.app.commands.offer(
            Command(id: "act", title: "Act", key: KeyEvent(name: key)) { _ in
                runs += 1
                return nil
            }
        )
        await shop.host.launch()

        await shop.host.keyOnAd(key)

        #expect(runs == 1)
        #expect(shop.page.keys == [])
        #expect(shop.outcomes == [])
    }

    @Test func `ctrl-c still ends the program, and the presentation with it`() async {
        let shop = await Shop.launched(for: .seconds(1))

        await shop.host.key("ctrl-c")

        #expect(shop.host.app.lifecycleState == .terminated)
        #expect(shop.outcomes == ["interrupted after 1.0 s"])
    }

    @Test(arguments: [Size(width: 80, height: 24), Size(width: 20, height: 5), Size(width: 200, height: 60)])
    func `a tap on the skip control skips it at any size, and does not reach the page below`(size: Size) async {
        let shop = await Shop.launched(size: size)
        let control = SkipControl.place(.textAndTime, in: size)

        await shop.host.tap(control.minX + 2, control.minY)
        let early = shop.outcomes
        await shop.host.advance(by: .milliseconds(800))
        await shop.host.tap(control.minX + 2, control.minY)

        #expect(early == [])
        #expect(shop.outcomes == ["skipped after 0.8 s"])
        #expect(shop.page.taps == 0)
    }

    @Test func `a tap elsewhere does nothing without a landing page, nor does it reach the page below`() async {
        let shop = await Shop.launched(for: .seconds(1))

        await shop.host.tap(5, 20)

        #expect(shop.outcomes == [])
        #expect(shop.page.taps == 0)
    }

    @Test func `a window that opens below it waits for the keyboard until it ends`() async {
        let shop = await Shop.launched(for: SplashPresentation.reactionTime)
        shop.open("login", level: .normal)
        let during = shop.keyWindow

        await shop.host.keyOnAd("s")

        #expect(during == "splash-ad")
        #expect(shop.keyWindow == "login")
    }

    @Test func `a program without a key window does not leave it without the keyboard`() async {
        let shop = Shop()
        shop.host.app.windows.visibleWindows.first?.canBecomeKey = false

        await shop.host.launch()
        let first = shop.keyWindow
        shop.host.app.windows.visibleWindows.first?.canBecomeKey = true
        shop.host.app.windows.visibleWindows.first?.makeKey()

        #expect(first == "splash-ad")
        #expect(shop.keyWindow == "splash-ad")
    }

    @Test func `a window above it stays above and gets its touches`() async {
        let shop = Shop()
        let ball = shop.open("ball", level: .statusBar + 100, isKey: false)

        await shop.host.launch()
        await shop.host.advance(by: SplashPresentation.reactionTime)

        #expect(shop.host.visibleWindows == ["page", "splash-ad", "ball"])
        #expect(shop.host.app.windows.window(at: .zero) === ball)
        #expect(shop.keyWindow == "splash-ad")
    }

    // MARK: - Fades

    @Test func `the cover is opaque from the first frame and the content appears over 0.3 s`() async {
        let shop = await Shop.launched()
        let cell = Point(x: 6, y: 20)

        let first = shop.host.frame.cell(at: cell)?.style.background
        await shop.host.advance(by: .milliseconds(150))
        let half = shop.host.frame.cell(at: cell)?.style.background
        await shop.host.advance(by: .milliseconds(200))
        let full = shop.host.frame.cell(at: cell)?.style.background
        await shop.host.advance(by: .seconds(1))

        #expect(first == PosterColors.cover)
        #expect(half != first)
        #expect(half != full)
        #expect(shop.host.frame.cell(at: cell)?.style.background == full)
    }

    @Test func `a window fade shows the page through it, and gets touches from its first frame on`() async {
        let shop = await Shop.launched(SplashAdPlugin.self, ["fade": "window"])
        let shinesThrough = shop.host.frame.line(20).hasPrefix("the")
        let touched = shop.host.app.windows.window(at: .zero)?.title

        await shop.host.advance(by: .milliseconds(350))

        #expect(shinesThrough)
        #expect(touched == "splash-ad")
        #expect(shop.host.frame.contains("the page") == false)
    }

    @Test(arguments: ["content", "window", "none"])
    func `with reduced motion it appears and disappears at once`(fade: String) async {
        let shop = Shop(SplashAdPlugin.self, ["fade": .string(fade)], reducesMotion: true)

        await shop.host.launch()
        let first = shop.host.frame
        await shop.host.keyOnAd("s")
        let windows = shop.host.visibleWindows

        #expect(first.contains("the page") == false)
        #expect(first.contains("Coffee that gets up before you do"))
        #expect(first.cell(at: Point(x: 23, y: 15))?.style.foreground == PosterColors.headline)
        #expect(windows == ["page"])
    }
}
