import HostRuntime
import HostTestKit
import TestSupport
import Testing

@testable import SplashAdPlugin

/// Taps, which count once the advertisement has been visible for 0.4 s, and what they open.
@MainActor @Suite(.tags(.advertisements)) struct SplashTapTests {
    private static let page = "https://example.com/dawn"

    private func shown(_ change: (inout SplashSettings) -> Void = { _ in }) async throws -> (Shop, StagePlugin) {
        let (shop, stage) = try await Shop.withStage()
        stage.begin(change)
        stage.show(landing: SplashTapTests.page)
        return (shop, stage)
    }

    @Test func `a tap closes it, with the outcome before its page is opened`() async throws {
        let (shop, stage) = try await shown()
        await shop.host.advance(by: .seconds(1))
        var outcomes: [String] = []
        stage.screens.last?.onOpen = { page in outcomes = shop.outcomes + [page] }

        await shop.host.tap(5, 20)

        #expect(outcomes == ["clicked after 1.0 s", SplashTapTests.page])
        #expect(shop.keyWindow == "page")
    }

    @Test(
        arguments: [
            (.content, 60, false), (.content, 450, false), (.content, 690, false), (.content, 750, true),
            (.none, 60, false), (.none, 390, false), (.none, 450, true),
        ] as [(SplashSettings.Fade, Int, Bool)]
    )
    func `a tap or the key o counts once all of it has been visible for 0.4 s, and goes nowhere before`(
        fade: SplashSettings.Fade,
        milliseconds: Int,
        counts: Bool
    ) async throws {
        for isKey in [false, true] {
            let (shop, stage) = try await shown { $0.fade = fade }
            await shop.host.advance(by: .milliseconds(milliseconds))

            if isKey { await shop.host.key("o") } else { await shop.host.tap(5, 20) }

            #expect(stage.opened == (counts ? [SplashTapTests.page] : []))
            #expect(shop.outcomes.count == (counts ? 1 : 0))
            #expect(shop.page.taps == 0)
        }
    }

    @Test(
        arguments: [
            (.content, 690, false), (.content, 750, true), (.none, 390, false), (.none, 450, true),
        ] as [(SplashSettings.Fade, Int, Bool)]
    )
    func `a key or a tap skips it once all of it has been visible for 0.4 s, and does nothing before`(
        fade: SplashSettings.Fade,
        milliseconds: Int,
        counts: Bool
    ) async throws {
        let control = SkipControl.place(.textAndTime, in: Size(width: 80, height: 24))
        for isKey in [false, true] {
            let (shop, _) = try await shown { $0.fade = fade }
            await shop.host.advance(by: .milliseconds(milliseconds))

            if isKey { await shop.host.key("s") } else { await shop.host.tap(control.minX + 2, control.minY) }

            #expect(shop.outcomes.map { $0.contains("skipped") } == (counts ? [true] : []))
        }
    }

    @Test func `a key that was for the wait doesn't skip the advertisement that comes`() async throws {
        let (shop, stage) = try await Shop.withStage()
        stage.begin()
        await shop.host.advance(by: .seconds(1))
        stage.show()
        await shop.host.advance(by: .milliseconds(20))

        await shop.host.key("s")

        #expect(shop.outcomes == [])
    }

    @Test(arguments: ["return", "alert"])
    func `a tap that comes with what uncovers it goes nowhere`(cover: String) async throws {
        let (shop, stage) = try await shown()
        await shop.host.advance(by: .seconds(1))
        if cover == "return" {
            await shop.host.enterBackground()
            await shop.host.advance(by: .seconds(5))
            await shop.host.enterForeground()
        } else {
            let alert = shop.open("alert", level: .alert, isModal: true)
            await shop.host.advance(by: .seconds(1))
            alert.hide()
        }

        await shop.host.tap(5, 20)
        let early = stage.opened
        await shop.host.advance(by: .milliseconds(450))
        await shop.host.tap(5, 20)

        #expect(early == [])
        #expect(stage.opened == [SplashTapTests.page])
    }

    @Test func `a touch that began before it counts does nothing`() async throws {
        let (shop, stage) = try await shown()
        let control = SkipControl.place(.textAndTime, in: Size(width: 80, height: 24))
        // The control can be seen after 0.3 s, and a tap counts after 0.7 s.
        for (wait, place) in [(250, Point(x: control.minX + 2, y: control.minY + 1)), (300, Point(x: 5, y: 20))] {
            await shop.host.advance(by: .milliseconds(wait))
            await shop.host.touch(.began, at: place)
            await shop.host.advance(by: .milliseconds(100))
            await shop.host.touch(.ended, at: place)
        }

        #expect(stage.opened == [])
        #expect(shop.outcomes == [])
    }

    @Test func `a tap on the skip control does not open the advertisement, even before it can be used`() async throws {
        let (shop, stage) = try await shown { $0.skipAfterSeconds = 3 }
        await shop.host.advance(by: .seconds(1))
        let control = SkipControl.place(.textAndTime, in: Size(width: 80, height: 24))

        await shop.host.tap(control.minX + 2, control.minY)
        let early = shop.outcomes
        await shop.host.advance(by: .seconds(3))
        await shop.host.tap(control.minX + 2, control.minY)

        #expect(early == [])
        #expect(stage.opened == [])
        #expect(shop.outcomes.map { $0.contains("skipped") } == [true])
    }

    @Test func `the key o opens the landing page, and the hint says so`() async throws {
        let (shop, stage) = try await shown()
        await shop.host.advance(by: .seconds(1))
        let isHinted = shop.host.frame.contains("o to open · esc to skip")

        await shop.host.key("o")

        #expect(isHinted)
        #expect(stage.opened == [SplashTapTests.page])
        #expect(shop.outcomes.count == 1)
    }

    /// Returns the place of a text on the screen.
    private func place(of text: String, in shop: Shop) throws -> Point {
        let lines = (0..<shop.host.frame.size.height).map(shop.host.frame.line)
        let y = try #require(lines.firstIndex { $0.contains(text) })
        let start = try #require(lines[y].firstRange(of: text)?.lowerBound)
        return Point(x: TextWidth.width(of: String(lines[y][..<start])), y: y)
    }

    @Test(arguments: [("o to open", "clicked"), ("esc to skip", "skipped")])
    func `a tap on a hint does what its key does`(hint: String, outcome: String) async throws {
        let (shop, _) = try await shown()
        await shop.host.advance(by: .seconds(1))

        let place = try place(of: hint, in: shop)
        await shop.host.tap(place.x, place.y)

        #expect(shop.outcomes.map { $0.contains(outcome) } == [true])
    }

    @Test func `a tap on a hint that begins too early does nothing`() async throws {
        let (shop, stage) = try await shown()
        await shop.host.advance(by: .milliseconds(500))
        let place = try place(of: "esc to skip", in: shop)

        await shop.host.tap(place.x, place.y)

        #expect(stage.opened == [])
        #expect(shop.outcomes == [])
    }

    @Test func `the hint stays while the advertisement fades out`() async throws {
        let (shop, _) = try await shown()
        await shop.host.advance(by: .seconds(1))

        await shop.host.tap(5, 20)
        await shop.host.advance(by: .milliseconds(60))

        #expect(!shop.host.frame.contains("esc or space to skip"))
    }

    @Test func `without a landing page the key o does nothing, and no hint mentions it`() async throws {
        let (shop, stage) = try await Shop.withStage()
        stage.begin()
        stage.show()
        await shop.host.advance(by: .seconds(1))

        await shop.host.key("o")

        #expect(!shop.host.frame.contains("o to open"))
        #expect(shop.host.frame.contains("esc or space to skip"))
        #expect(shop.outcomes == [])
    }

    @Test func `opening the page may end the plugin`() async throws {
        let (shop, stage) = try await shown()
        await shop.host.advance(by: .seconds(1))
        stage.screens.last?.onOpen = { _ in try? shop.host.app.plugins.disable("splash-ad") }

        await shop.host.tap(5, 20)

        #expect(shop.outcomes == ["clicked after 1.0 s"])
        #expect(shop.host.visibleWindows == ["page"])
    }

    // MARK: - Skipping

    @Test func `until it can be skipped, keys do nothing, the control counts down, and no hint mentions skipping`()
        async throws
    {
        let (shop, stage) = try await Shop.withStage()
        stage.begin { $0.skipAfterSeconds = 2 }
        stage.show()
        await shop.host.advance(by: .milliseconds(500))

        for key in ["escape", "enter", "space", "s"] { await shop.host.key(key) }
        let early = (shop.host.frame.contains("Skip in 2"), shop.host.frame.contains("to skip"))
        await shop.host.advance(by: .milliseconds(1600))
        let late = (shop.host.frame.contains("Skip 3"), shop.host.frame.contains("to skip"))
        await shop.host.key("s")

        #expect(early == (true, false))
        #expect(late == (true, true))
        #expect(shop.outcomes == ["skipped after 2.1 s"])
    }

    // MARK: - Double clicks

    @Test(arguments: [SplashSettings.Transition.fade, .none])
    func `the second of two clicks that arrive together does not reach the page below`(
        transition: SplashSettings.Transition
    ) async throws {
        let (shop, stage) = try await shown { $0.transition = transition }
        await shop.host.advance(by: .seconds(1))

        await shop.host.tap(5, 20, count: 2)
        let together = shop.page.taps
        await shop.host.tap(9, 20)
        let beside = shop.page.taps
        await shop.host.advance(by: .seconds(1))
        await shop.host.tap(5, 20)

        #expect(stage.opened.count == 1)
        #expect([together, beside, shop.page.taps] == [0, 1, 2])
        #expect(shop.host.visibleWindows == ["page"])
    }

    @Test func `the same applies to two clicks on the skip control`() async throws {
        let (shop, _) = try await shown()
        await shop.host.advance(by: .seconds(1))
        let control = SkipControl.place(.textAndTime, in: Size(width: 80, height: 24))

        await shop.host.tap(control.minX + 2, control.minY, count: 2)

        #expect(shop.page.taps == 0)
        #expect(shop.outcomes.count == 1)
    }

    @Test func `a landing page that cannot be opened shows a message`() async throws {
        let shop = await Shop.launched(LandingPlugin.self, for: .seconds(1))
        shop.landing.open()
        struct NoTelephone: Error, CustomStringConvertible { let description = "tel: is for telephones" }
        shop.landingError = NoTelephone()

        await shop.host.tap(5, 20)
        await shop.host.advance(by: .seconds(1))
        let said = shop.host.frame.contains("The page could not be opened: tel: is for telephones")
        await shop.host.advance(by: .seconds(4))

        #expect(said)
        #expect(shop.host.visibleWindows == ["page"])
    }

    // MARK: - No second advertisement over the landing page

    @Test func `an observer of a click cannot put a second advertisement over the landing page`() async throws {
        let shop = Shop(LandingPlugin.self)
        var errors: [String] = []
        let watching = shop.host.app.bus.observe(named: SplashNotifications.ended) { [host = shop.host.app] _ in
            host.commands.start("splash.show", [:]) { if case .failure(let error) = $0 { errors.append("\(error)") } }
        }
        await shop.host.launch()
        await shop.host.advance(by: .seconds(1))

        await shop.host.tap(5, 20)
        await shop.host.advance(by: .seconds(1))
        watching.cancel()

        #expect(shop.host.visibleWindows == ["page"])
        #expect(errors.count == 1)
    }

    @Test func `an answer to the end of an advertisement cannot put a second one over the landing page`() async throws {
        let shop = await Shop.launched(LandingPlugin.self, ["minimum-background-seconds": 0], for: .seconds(1))
        let watching = shop.host.app.bus.observe(named: SplashNotifications.ended) { [bus = shop.host.app.bus] _ in
            bus.post(named: SplashNotifications.offer)
        }
        var answers: [String] = []
        let answered = shop.host.app.bus.observe(named: SplashNotifications.answered) {
            answers.append("\($0.values["shown"] ?? .null): \($0.values["reason"] ?? .null)")
        }
        await shop.host.advance(by: .seconds(2))

        await shop.host.tap(5, 20)
        watching.cancel()
        answered.cancel()
        await shop.host.advance(by: .seconds(1))

        #expect(answers.count == 1)
        #expect(answers.first?.hasPrefix("false: ") == true)
        #expect(answers.first?.contains("the page that an advertisement led to is open") == true)
        #expect(!shop.host.visibleWindows.contains("splash-ad"))
    }
}
