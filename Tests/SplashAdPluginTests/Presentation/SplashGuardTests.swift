import HostRuntime
import HostTestKit
import TestSupport
import Testing

@testable import SplashAdPlugin

/// No key and no touch acts on what can't be seen, whatever comes at the same moment.
@MainActor @Suite(.tags(.advertisements)) struct SplashGuardTests {
    private static let page = "https://example.com/dawn"
    private static let ad = Point(x: 5, y: 20)
    private static let wait = SplashPresentation.reactionTime + .milliseconds(50)

    /// A presentation with a landing page, wholly visible for some time.
    private func shown(_ change: (inout SplashSettings) -> Void = { _ in }) async throws -> (Shop, StagePlugin) {
        let (shop, stage) = try await Shop.withStage()
        stage.begin(change)
        stage.show(landing: SplashGuardTests.page)
        await shop.host.advance(by: .seconds(1))
        return (shop, stage)
    }

    private func skipControl(in size: Size = Size(width: 80, height: 24)) -> Point {
        let control = SkipControl.place(.textAndTime, in: size)
        return Point(x: control.minX + 2, y: control.minY)
    }

    @Test func `on a cover that waits, no tap acts, nor one that comes with the advertisement`() async throws {
        let (shop, stage) = try await Shop.withStage()
        stage.begin()
        await shop.host.advance(by: .seconds(1))
        for point in [SplashGuardTests.ad, skipControl()] { await shop.host.tap(point.x, point.y) }
        await shop.host.key("o")

        stage.show(landing: SplashGuardTests.page)
        for point in [SplashGuardTests.ad, skipControl()] { await shop.host.tap(point.x, point.y) }
        await shop.host.key("o")

        #expect(stage.opened == [])
        #expect(shop.outcomes == [])
        #expect(shop.page.taps == 0)
        #expect(shop.page.keys == [])
    }

    @Test func `a touch that began on the page below ends nowhere`() async throws {
        let (shop, stage) = try await Shop.withStage()
        await shop.host.touch(.began, at: SplashGuardTests.ad)
        stage.begin()
        stage.show(landing: SplashGuardTests.page)
        await shop.host.advance(by: .seconds(1))

        await shop.host.touch(.moved, at: Point(x: 9, y: 12))
        await shop.host.touch(.ended, at: Point(x: 9, y: 12))

        #expect(stage.opened == [])
        #expect(shop.outcomes == [])
    }

    @Test func `a touch that an alert or the background interrupts does nothing`() async throws {
        for isAlert in [true, false] {
            let (shop, stage) = try await shown()
            await shop.host.touch(.began, at: SplashGuardTests.ad)
            if isAlert {
                shop.open("alert", level: .alert, isModal: true)
            } else {
                await shop.host.enterBackground()
                await shop.host.enterForeground()
            }

            await shop.host.touch(.ended, at: SplashGuardTests.ad)

            #expect(stage.opened == [])
        }
    }

    @Test func `a tap counts anew after the screen has got another size`() async {
        let shop = await Shop.launched(LandingPlugin.self, for: .seconds(1))

        await shop.host.resize(to: Size(width: 100, height: 30))
        await shop.host.tap(5, 20)
        await shop.host.key("o")
        let early = shop.outcomes
        await shop.host.advance(by: SplashGuardTests.wait)
        await shop.host.tap(5, 20)

        #expect(early == [])
        #expect(shop.outcomes.map { $0.contains("clicked") } == [true])
    }

    @Test func `no tap goes through a window that hides all of it`() async throws {
        let (shop, stage) = try await shown()
        let picture = View()
        picture.background = Theme.page
        let front = shop.host.app.makeWindow(title: "front", level: SplashScreen.level + 9, root: picture)
        front.hitPolicy = .none
        front.show()
        await shop.host.advance(by: .seconds(1))

        for point in [SplashGuardTests.ad, skipControl()] { await shop.host.tap(point.x, point.y) }
        let hidden = (stage.opened, shop.outcomes)
        front.hide()
        await shop.host.tap(SplashGuardTests.ad.x, SplashGuardTests.ad.y)
        let early = stage.opened
        await shop.host.advance(by: SplashGuardTests.wait)
        await shop.host.tap(SplashGuardTests.ad.x, SplashGuardTests.ad.y)

        #expect(hidden == ([], []))
        #expect(early == [])
        #expect(stage.opened == [SplashGuardTests.page])
    }

    @Test func `the key o that is held while it appears opens nothing until it's released`() async throws {
        let (shop, stage) = try await Shop.withStage()
        stage.begin()
        stage.show(landing: SplashGuardTests.page)
        for _ in 0..<30 {
            await shop.host.advance(by: .milliseconds(50))
            await shop.host.key("o")
        }
        let held = stage.opened

        await shop.host.advance(by: SplashPresentation.repeatTime)
        await shop.host.key("o")

        #expect(held == [])
        #expect(stage.opened == [SplashGuardTests.page])
    }

    @Test func `a key that comes with the end of an alert skips nothing`() async throws {
        let (shop, _) = try await shown()
        let alert = shop.open("alert", level: .alert, isModal: true)
        await shop.host.advance(by: .seconds(1))

        alert.close()
        await shop.host.key("enter")
        let early = shop.outcomes
        await shop.host.keyOnAd("enter")

        #expect(early == [])
        #expect(shop.outcomes == ["skipped after 1.8 s"])
    }
}
