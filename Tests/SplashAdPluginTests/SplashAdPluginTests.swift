import HostRuntime
import HostTestKit
import Testing

@testable import SplashAdPlugin

@MainActor @Suite struct SplashAdPluginTests {
    // MARK: - The end

    @Test func `a deactivation during a presentation interrupts it and leaves nothing behind`() async throws {
        let shop = await Shop.launched(for: .seconds(1))
        weak let view = shop.host.app.windows.visibleWindows.last?.rootView
        weak let window = shop.host.app.windows.visibleWindows.last
        let wasThere = view != nil && window != nil

        try shop.host.app.plugins.disable("splash-ad")

        #expect(wasThere)
        #expect(view == nil)
        #expect(window == nil)
        #expect(shop.host.visibleWindows == ["page"])
        #expect(shop.keyWindow == "page")
        #expect(shop.host.app.commands["splash.show"] == nil)
        #expect(shop.outcomes == ["splash ended  interrupted  after 1.0 s visible"])
    }

    @Test func `a deactivation releases the plugin and its resources`() async throws {
        let shop = await Shop.launched(WatchedPlugin.self, for: .milliseconds(100))
        let wasThere = WatchedPlugin.latest != nil && WatchedPlugin.director != nil

        try shop.host.app.plugins.disable("splash-ad")

        #expect(wasThere)
        #expect(WatchedPlugin.latest == nil)
        #expect(WatchedPlugin.director == nil)
    }

    // MARK: - The picture

    @Test func `it follows the size of the screen`() async {
        let shop = await Shop.launched(for: .seconds(1))

        for size in [Size(width: 1, height: 1), Size(width: 200, height: 60), Size(width: 20, height: 5)] {
            await shop.host.resize(to: size)
            await shop.host.advance(by: .milliseconds(50))
            #expect(shop.host.frame.size == size)
            #expect(shop.host.frame.contains("the page") == false)
        }

        #expect(shop.host.frame.contains("Skip 4"))
        #expect(shop.host.frame.contains("DAWN"))
    }

    @Test func `with ASCII only, the screen has only ASCII`() async {
        let shop = await Shop.launched(isASCII: true, for: .seconds(1))

        #expect(shop.host.frame.text.utf8.allSatisfy { $0 < 0x80 })
        #expect(shop.host.frame.contains("########"))
        #expect(shop.host.frame.contains("Skip 4"))
    }

    @Test func `an invalid setting is a warning in the log`() async {
        let shop = Shop(SplashAdPlugin.self, ["seconds": "many"])

        await shop.host.launch()

        #expect(
            shop.host.events.contains(
                "warning  splash-ad  the setting 'splash-ad.seconds' is a whole number from 1 to 60, not 'many'; "
                    + "it's ignored (the program)"
            )
        )
        #expect(shop.host.visibleWindows == ["page", "splash-ad"])
    }
}
