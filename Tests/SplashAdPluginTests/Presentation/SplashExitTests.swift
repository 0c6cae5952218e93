import HostRuntime
import HostTestKit
import Testing

@testable import SplashAdPlugin

/// The transitions by which an advertisement goes.
@MainActor @Suite struct SplashExitTests {
    private func ending(
        _ transition: SplashSettings.Transition,
        reducesMotion: Bool = false
    ) async throws -> (Shop, StagePlugin) {
        let (shop, stage) = try await Shop.withStage(reducesMotion: reducesMotion)
        stage.begin {
            $0.transition = transition
            $0.seconds = 1
        }
        stage.show(landing: "https://example.com")
        await shop.host.advance(by: .milliseconds(900))
        return (shop, stage)
    }

    @Test func `it fades: the page shines through more and more`() async throws {
        let (shop, _) = try await ending(.fade)
        await shop.host.key("s")

        await shop.host.advance(by: .milliseconds(160))

        let alpha = shop.host.app.windows.visibleWindows.last?.alpha ?? 1
        #expect(alpha > 0.3 && alpha < 0.7)
    }

    @Test func `it slides out over the upper edge`() async throws {
        let (shop, _) = try await ending(.slide)
        await shop.host.key("s")

        await shop.host.advance(by: .milliseconds(230))

        #expect(shop.host.frame.line(23).hasPrefix("the page"))
        #expect(!shop.host.frame.line(0).hasPrefix("the page"))
        #expect(shop.host.app.windows.visibleWindows.last?.alpha == 1)
    }

    @Test func `it is wiped away: the page appears behind an edge that moves to the right`() async throws {
        let (shop, _) = try await ending(.wipe)
        await shop.host.key("s")

        await shop.host.advance(by: .milliseconds(160))

        // The words are in the first columns of every row.
        #expect((0..<24).allSatisfy { shop.host.frame.line($0).hasPrefix("the page") })
        #expect(shop.host.frame.cell(at: Point(x: 75, y: 12))?.style.background != Theme.page.background)
    }

    @Test func `without a transition it disappears with the next frame`() async throws {
        let (shop, _) = try await ending(.none)

        await shop.host.key("s")

        #expect(shop.host.visibleWindows == ["page"])
    }

    @Test(arguments: SplashSettings.Transition.allCases) func `with less motion it is gone at once`(
        transition: SplashSettings.Transition
    ) async throws {
        let (shop, _) = try await ending(transition, reducesMotion: true)

        await shop.host.key("s")

        #expect(shop.host.visibleWindows == ["page"])
    }

    /// The transitions that take time.
    private nonisolated static let slow = SplashSettings.Transition.allCases.filter { $0 != .none }

    @Test(arguments: slow, ["s", "o", ""])
    func `the transition takes 0.3 s after any outcome, while touches reach the page, and keys once it is seen`(
        transition: SplashSettings.Transition,
        key: String
    ) async throws {
        let (shop, _) = try await ending(transition)
        if key.isEmpty { await shop.host.advance(by: .milliseconds(120)) } else { await shop.host.key(key) }
        let outcomes = shop.outcomes

        await shop.host.tap(5, 20)
        await shop.host.key("x")
        await shop.host.advance(by: .milliseconds(250))
        let during = shop.host.visibleWindows
        await shop.host.advance(by: .milliseconds(60))
        await shop.host.key("y")

        #expect(outcomes.count == 1)
        #expect(shop.page.taps == 1)
        #expect(shop.page.keys == ["y"])
        #expect(during == ["page", "splash-ad"])
        #expect(shop.host.app.windows.windows.map(\.title) == ["page"])
        #expect(shop.host.frame.line(0).hasPrefix("the page"))
    }

    @Test(arguments: slow)
    func `a presentation that is removed disappears at once`(transition: SplashSettings.Transition) async throws {
        let (shop, _) = try await ending(transition)

        try shop.host.app.plugins.disable("splash-ad")

        #expect(shop.host.visibleWindows == ["page"])
        #expect(shop.outcomes == ["interrupted after 0.9 s"])
    }

    @Test(arguments: slow)
    func `the end of a presentation does not affect the next one`(transition: SplashSettings.Transition) async throws {
        let (shop, stage) = try await ending(transition)
        await shop.host.key("s")
        await shop.host.advance(by: .milliseconds(100))

        stage.begin { $0.transition = transition }
        stage.show()
        let both = shop.host.visibleWindows
        await shop.host.advance(by: .milliseconds(600))

        #expect(both == ["page", "splash-ad", "splash-ad"])
        #expect(shop.host.visibleWindows == ["page", "splash-ad"])
        #expect(shop.keyWindow == "splash-ad")
        #expect(shop.host.frame.contains("Skip 5"))
        #expect(shop.host.frame.contains("the page") == false)
        await shop.host.advance(by: .seconds(5))
        #expect(shop.outcomes.map { $0.split(separator: " ")[0] } == ["skipped", "finished"])
    }
}
