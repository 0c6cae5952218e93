import HostRuntime
import HostTestKit
import TestSupport
import Testing

@testable import SplashAdPlugin

/// The cover until the advertisement comes: no flash of the page below.
@MainActor @Suite(.tags(.advertisements)) struct SplashCoverTests {
    @Test func `no frame shows the page before the cover, and the cover shows the program's name`() async throws {
        let (shop, _) = try await Shop.withStage(["launch": true])

        #expect(shop.host.changedFrames == 1)
        #expect(shop.host.frame.contains("the page") == false)
        #expect(shop.host.frame.contains("test-host"))
        #expect(shop.host.frame.cell(at: .zero)?.style.background == PosterColors.cover)
    }

    @Test func `a cover that waits says which key ends the wait`() async throws {
        let (shop, stage) = try await Shop.withStage()
        stage.begin()
        await shop.host.advance(by: .milliseconds(50))
        let waiting = shop.host.frame.contains("esc to skip")
        stage.show()
        await shop.host.advance(by: .milliseconds(20))

        #expect(waiting)
        #expect(!shop.host.frame.contains("esc to skip"))
    }

    @Test func `the cover gets the keys and the touches`() async throws {
        let (shop, stage) = try await Shop.withStage()
        stage.begin()
        await shop.host.advance(by: .milliseconds(500))

        await shop.host.type("x")
        await shop.host.tap(5, 20)

        #expect(shop.keyWindow == "splash-ad")
        #expect(shop.page.keys == [])
        #expect(shop.page.taps == 0)
        #expect(shop.outcomes == [])
    }

    @Test(arguments: [(false, 2...4), (true, 0...0)])
    func `it changes at most twice a second while it waits, and not at all with reduced motion`(
        reducesMotion: Bool,
        changes: ClosedRange<Int>
    ) async throws {
        let (shop, stage) = try await Shop.withStage(reducesMotion: reducesMotion)
        stage.begin()
        await shop.host.advance(by: .milliseconds(50))
        let before = shop.host.changedFrames

        await shop.host.advance(by: .seconds(2))

        #expect(changes.contains(shop.host.changedFrames - before))
    }

    @Test func `nothing but the countdown changes once the advertisement is visible`() async throws {
        let (shop, stage) = try await Shop.withStage()
        stage.begin { $0.seconds = 60 }
        await shop.host.advance(by: .seconds(1))
        stage.show()
        await shop.host.advance(by: .milliseconds(600))
        let before = shop.host.changedFrames

        await shop.host.advance(by: .seconds(3))

        // The number, once a second.
        #expect(shop.host.changedFrames - before == 3)
    }

    @Test(arguments: ["escape", "enter", "space", "s"])
    func `a skip key ends it without any visible time`(key: String) async throws {
        let (shop, stage) = try await Shop.withStage()
        stage.begin()
        await shop.host.advance(by: .seconds(1))

        await shop.host.key(key)
        stage.show()
        await shop.host.advance(by: .seconds(1))

        #expect(shop.outcomes == [])
        #expect(stage.painted == 0)
        #expect(shop.host.visibleWindows == ["page"])
    }

    @Test func `the countdown and the content's fade run from the first frame with the advertisement`() async throws {
        let (shop, stage) = try await Shop.withStage()
        stage.begin { $0.seconds = 2 }
        await shop.host.advance(by: .seconds(2))
        let early = stage.painted
        stage.show()
        await shop.host.advance(by: .milliseconds(50))
        let isFirst = shop.host.frame.contains("Skip 2")

        await shop.host.advance(by: .milliseconds(1900))
        let before = shop.outcomes
        await shop.host.advance(by: .milliseconds(100))

        #expect(early == 0)
        #expect(isFirst)
        #expect(stage.painted == 1)
        #expect(before == [])
        #expect(shop.outcomes == ["finished after 2.0 s"])
    }

    @Test(arguments: SplashSettings.Fade.allCases)
    func `no fade uncovers the page once it was covered`(fade: SplashSettings.Fade) async throws {
        let (shop, stage) = try await Shop.withStage()
        stage.begin { $0.fade = fade }
        await shop.host.advance(by: .milliseconds(500))

        stage.show()

        for _ in 0..<40 {
            await shop.host.advance(by: .milliseconds(10))
            #expect(shop.host.visibleWindows.last == "splash-ad")
            #expect(shop.host.app.windows.visibleWindows.last?.alpha == 1)
        }
    }

    @Test func `an advertisement that arrives before the first frame is on it`() async throws {
        let (shop, stage) = try await Shop.withStage()
        let before = shop.host.changedFrames
        stage.begin { $0.fade = .none }
        stage.show()

        await shop.host.advance(by: .milliseconds(20))

        #expect(shop.host.changedFrames == before + 1)
        #expect(shop.host.frame.contains("Skip 5"))
        #expect(!shop.host.frame.contains("test-host"))
    }

    @Test func `only the first advertisement is shown`() async throws {
        let (shop, stage) = try await Shop.withStage()
        stage.begin()
        stage.show()
        await shop.host.advance(by: .seconds(1))

        stage.show(.picture(try .plain(.white)))
        await shop.host.advance(by: .seconds(1))

        #expect(stage.painted == 1)
        #expect(shop.host.frame.contains("Skip 3"))
        #expect(shop.host.frame.contains("Coffee that gets up before you do"))
    }

    @Test(arguments: [Size(width: 1, height: 1), Size(width: 4, height: 2), Size(width: 200, height: 60)])
    func `the cover fits every size`(size: Size) {
        let cover = CoverView(name: "Corner Shop")
        cover.step = 1

        let frame = cover.snapshot(size: size, traits: DisplayTraits(size: size))

        #expect(frame.size == size)
        #expect(frame.contains("Corner Shop") == (size.width > 12))
    }
}
