import HostRuntime
import HostTestKit
import Synchronization
import TestSupport
import Testing

@testable import SplashAdPlugin

@MainActor @Suite struct SplashAdPluginTests {
    // MARK: - A launch into the background

    @Test func `a launch into the background shows nothing, counts nothing and stores no presence`() async throws {
        let host = TestHost(plugins: [SplashAdPlugin.self])
        let store = host.app.store("splash-ad")
        store.update { $0["left"] = -3600.0 }
        let before = store.all

        await host.launchIntoBackground()
        await host.advance(by: .seconds(60))
        let account = try await host.run("splash.why")
        await host.terminate()

        #expect(account?.hasPrefix("there was no occasion for an advertisement yet") == true)
        #expect(host.decisions.isEmpty)
        #expect(host.events.filter { $0.hasPrefix("splash ") || $0.hasPrefix("window shown  splash") } == [])
        #expect(store.all == before)
    }

    @Test func `a launch into the background fetches nothing, and its commands know the feed of an earlier run`()
        async throws
    {
        let folder = TemporaryFolder()
        let server = FakeServer(["/feed.json": .feed(["SUMMER"])])
        let first = await FeedShop.launched(server, in: folder, for: .seconds(10))
        await first.host.terminate()
        let requests = server.requests.withLock(\.self)

        let second = FeedShop(server, in: folder)
        await second.launchIntoBackground()
        await second.host.advance(by: .seconds(60))
        var result: Result<String?, any Error>?
        second.host.app.commands.start("splash.clear-cache", ["keep": "summer"]) { result = $0 }
        await second.host.advance(by: .seconds(1))
        await second.host.terminate()

        #expect(!requests.isEmpty)
        #expect(server.requests.withLock(\.self) == requests)
        #expect(try result?.get()?.hasSuffix("kept the pictures of summer") == true)
    }

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
        #expect(shop.outcomes == ["interrupted after 1.0 s"])
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
