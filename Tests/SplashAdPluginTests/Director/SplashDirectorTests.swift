import HostRuntime
import HostTestKit
import TestSupport
import Testing

@testable import SplashAdPlugin

/// When an advertisement is shown: at launch, on a return, and never after a lock.
@MainActor @Suite(.tags(.advertisements)) struct SplashDirectorTests {
    @Test(arguments: ["content", "none"])
    func `no frame shows the page before the advertisement at launch`(fade: String) async {
        let shop = Shop(SplashAdPlugin.self, ["fade": .string(fade)])

        await shop.host.launch()

        // This is the only frame so far.
        #expect(shop.host.changedFrames == 1)
        #expect(shop.host.frame.contains("the page") == false)
        for _ in 0..<400 {
            await shop.host.advance(by: .milliseconds(10))
            #expect(shop.host.frame.contains("the page") == false)
        }
    }

    @Test(arguments: ["content", "none"])
    func `no frame shows the page before the advertisement on a return`(fade: String) async {
        let shop = await Shop.launched(SplashAdPlugin.self, ["fade": .string(fade)])
        await shop.host.keyOnAd("s")
        await shop.host.advance(by: .seconds(1))
        await shop.host.enterBackground()
        await shop.host.advance(by: .seconds(11))
        let before = shop.host.changedFrames

        await shop.host.enterForeground()

        #expect(shop.host.changedFrames == before + 1)
        for _ in 0..<400 {
            #expect(shop.host.frame.contains("the page") == false)
            await shop.host.advance(by: .milliseconds(10))
        }
    }

    @Test func `it is shown at launch just above the status bar, and fills the screen`() async {
        let shop = Shop()

        await shop.host.launch()

        let window = shop.host.app.windows.visibleWindows.last
        #expect(window?.title == "splash-ad")
        #expect(window?.level == .statusBar + 1)
        #expect(window?.frame == Rect(x: 0, y: 0, width: 80, height: 24))
        #expect(window?.alpha == 1)
    }

    @Test func `the shortest time away can be configured`() async {
        let shop = await Shop.launched(SplashAdPlugin.self, ["minimum-background-seconds": 0])
        await shop.host.keyOnAd("s")
        await shop.host.advance(by: .seconds(1))

        await shop.leave(for: .milliseconds(1))

        #expect(shop.host.visibleWindows == ["page", "splash-ad"])
    }

    @Test func `it is never shown after a lock`() async {
        let shop = await Shop.launched()
        await shop.host.keyOnAd("s")
        await shop.host.advance(by: .seconds(1))

        await shop.host.lock()
        await shop.host.enterBackground()
        await shop.host.advance(by: .seconds(60))
        await shop.host.unlock()
        await shop.host.enterForeground()
        await shop.host.advance(by: .seconds(1))

        #expect(shop.host.visibleWindows == ["page"])
    }

    @Test func `a plugin that is enabled later waits for the next return`() async throws {
        let shop = await Shop.launched()
        try shop.host.app.plugins.disable("splash-ad")

        try shop.host.app.plugins.enable("splash-ad")
        await shop.host.advance(by: .seconds(1))
        let atOnce = shop.host.visibleWindows
        await shop.leave(for: .seconds(11))

        #expect(atOnce == ["page"])
        #expect(shop.host.visibleWindows == ["page", "splash-ad"])
    }

    @Test func `an open landing page also keeps advertisements of another instance of the plugin away`() async throws {
        let shop = await Shop.launched(LandingPlugin.self, for: .seconds(1))
        await shop.host.key("o")
        try shop.host.app.plugins.disable("splash-ad")
        try shop.host.app.plugins.enable("splash-ad")

        await shop.leave(for: .seconds(30))
        let during = shop.host.visibleWindows
        shop.landing.open()
        await shop.leave(for: .seconds(30))

        #expect(during == ["page"])
        #expect(shop.host.visibleWindows == ["page", "splash-ad"])
    }

    @Test func `a show while another advertisement is on the screen is refused, with the reason in the log`() async {
        let shop = await Shop.launched()

        await #expect(throws: SplashRefusal.isUp) { try await shop.host.run("splash.show") }

        #expect(shop.host.visibleWindows == ["page", "splash-ad"])
        #expect(
            shop.host.events.contains(
                "warning  splash-ad  no advertisement by hand: another advertisement is on the screen; it has to end first"
            )
        )
    }

    @Test func `a show in the background is refused`() async {
        let shop = await Shop.launched()
        await shop.host.keyOnAd("s")
        await shop.host.enterBackground()

        await #expect(throws: SplashRefusal.inBackground) { try await shop.host.run("splash.show") }
    }
}
