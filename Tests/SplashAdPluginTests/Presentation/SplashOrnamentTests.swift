import HostRuntime
import HostTestKit
import Testing

@testable import SplashAdPlugin

/// The views of others on an advertisement.
@MainActor @Suite struct SplashOrnamentTests {
    private static let page = "https://example.com/dawn"

    /// A view that counts its taps.
    @MainActor private final class Sticker: View {
        private(set) var taps = 0

        init() {
            super.init(frame: Rect(x: 0, y: 0, width: 12, height: 2))
            background = Theme.button
            gestures = GestureConfiguration()
            onGesture = { [weak self] in if case .tap = $0 { self?.taps += 1 } }
            addSubview(Label("9 days left", frame: bounds))
        }
    }

    @MainActor private final class Seen {
        weak var sticker: Sticker?
    }

    private func staged(
        at position: WindowOrnament.Position = .bottomLeft,
        size: Size = Size(width: 80, height: 24)
    ) async throws -> (Shop, StagePlugin, Seen) {
        let (shop, stage) = try await Shop.withStage(size: size)
        let seen = Seen()
        shop.host.app.offer(
            WindowOrnament("sticker", on: "splash-ad", at: position) {
                let sticker = Sticker()
                seen.sticker = sticker
                return sticker
            }
        )
        return (shop, stage, seen)
    }

    private func shown(
        at position: WindowOrnament.Position = .bottomLeft,
        size: Size = Size(width: 80, height: 24),
        _ change: (inout SplashSettings) -> Void = { _ in }
    ) async throws -> (Shop, StagePlugin, Seen) {
        let (shop, stage, seen) = try await staged(at: position, size: size)
        stage.begin(change)
        stage.show(landing: SplashOrnamentTests.page)
        await shop.host.advance(by: .seconds(1))
        return (shop, stage, seen)
    }

    private func middle(of title: String, in shop: Shop) throws -> Point {
        let frame = try #require(shop.host.app.windows.visibleWindows.first { $0.title == title }?.frame)
        return Point(x: frame.minX + frame.width / 2, y: frame.minY)
    }

    @Test func `one is on the advertisement, and none on a cover that waits`() async throws {
        let (shop, stage, _) = try await staged()
        stage.begin()
        await shop.host.advance(by: .seconds(1))
        let waiting = shop.host.visibleWindows

        stage.show()
        await shop.host.advance(by: .seconds(1))

        #expect(waiting == ["page", "splash-ad"])
        #expect(shop.host.visibleWindows == ["page", "splash-ad", "sticker"])
        #expect(shop.host.frame.contains("9 days left"))
        #expect(shop.keyWindow == "splash-ad")
    }

    @Test func `it fades in and out with the advertisement, and is gone and released with it`() async throws {
        let (shop, stage, seen) = try await staged()
        stage.begin()
        stage.show()
        func alpha() -> Double? { shop.host.app.windows.visibleWindows.first { $0.title == "sticker" }?.alpha }

        await shop.host.advance(by: .milliseconds(150))
        let appearing = alpha() ?? 0
        await shop.host.advance(by: .seconds(1))
        let whole = alpha()
        await shop.host.key("s")
        await shop.host.advance(by: .milliseconds(150))
        let disappearing = alpha() ?? 0
        await shop.host.advance(by: .seconds(1))

        #expect((0.1...0.9).contains(appearing))
        #expect(whole == 1)
        #expect((0.1...0.9).contains(disappearing))
        #expect(shop.host.visibleWindows == ["page"])
        #expect(seen.sticker == nil)
    }

    @Test(arguments: [SplashSettings.Transition.none, .slide, .wipe])
    func `with another transition it goes at once`(transition: SplashSettings.Transition) async throws {
        let (shop, _, _) = try await shown { $0.transition = transition }

        await shop.host.key("s")

        #expect(!shop.host.visibleWindows.contains("sticker"))
    }

    @Test func `a tap on it is neither a click nor a skip, and the countdown goes on`() async throws {
        let (shop, stage, seen) = try await shown()
        let point = try middle(of: "sticker", in: shop)

        await shop.host.tap(point.x, point.y)
        let taps = seen.sticker?.taps
        await shop.host.advance(by: .seconds(5))

        #expect(taps == 1)
        #expect(stage.opened == [])
        #expect(shop.outcomes == ["splash ended  finished  after 5.0 s visible"])
    }

    @Test func `a tap on it counts only when one on the advertisement does`() async throws {
        let (shop, stage, seen) = try await staged()
        stage.begin()
        stage.show(landing: SplashOrnamentTests.page)
        await shop.host.advance(by: .milliseconds(650))
        let point = try middle(of: "sticker", in: shop)

        await shop.host.tap(point.x, point.y)
        let early = seen.sticker?.taps
        await shop.host.advance(by: .milliseconds(400))
        await shop.host.tap(point.x, point.y)

        #expect(early == 0)
        #expect(seen.sticker?.taps == 1)
        #expect(stage.opened == [])
    }

    @Test func `keys stay with the advertisement after a touch on it`() async throws {
        let (shop, _, _) = try await shown()
        let point = try middle(of: "sticker", in: shop)

        await shop.host.tap(point.x, point.y)
        await shop.host.key("s")

        #expect(shop.outcomes == ["splash ended  skipped  after 1.0 s visible"])
    }

    @Test(
        arguments: [
            Size(width: 40, height: 12), Size(width: 80, height: 24), Size(width: 200, height: 60),
        ],
        WindowOrnament.Position.allCases
    )
    func `it covers neither the skip control nor the hint`(
        size: Size,
        position: WindowOrnament.Position
    ) async throws {
        let (shop, _, _) = try await shown(at: position, size: size)
        let frame = try #require(shop.host.app.windows.visibleWindows.first { $0.title == "sticker" }?.frame)

        #expect(frame.intersection(SkipControl.place(.textAndTime, in: size)).isEmpty)
        #expect(shop.host.frame.contains("Skip 4"))
        #expect(frame.maxY <= AdWords.footer(size.height) ?? 0)
    }

    @Test func `on a small advertisement there is none, and another size of the screen brings it`() async throws {
        let (shop, _, _) = try await shown(size: Size(width: 20, height: 5))
        let small = shop.host.visibleWindows

        await shop.host.resize(to: Size(width: 100, height: 30))
        let frame = shop.host.app.windows.visibleWindows.last?.frame

        #expect(small == ["page", "splash-ad"])
        #expect(frame == Rect(x: 2, y: 25, width: 12, height: 2))
    }

    @Test func `an end at once takes it along`() async throws {
        let (shop, _, _) = try await shown()

        try shop.host.app.plugins.disable("splash-ad")

        #expect(shop.host.visibleWindows == ["page"])
    }
}
