import HostRuntime
import HostTestKit
import Testing

@testable import SplashAdPlugin

@MainActor @Suite struct SplashArtworkTests {
    private nonisolated static let red = Color(0xC02020)
    private nonisolated static let green = Color(0x20C020)
    private nonisolated static let blue = Color(0x2020C0)

    /// Whether an animation repeats, and the colors of its first five steps.
    private nonisolated static let rounds = [
        (false, [red, green, blue, blue, blue]), (true, [red, green, blue, red, green]),
    ]

    private func animation(repeats: Bool) throws -> SplashArtwork {
        let frames = try [SplashArtworkTests.red, SplashArtworkTests.green, SplashArtworkTests.blue].map {
            SplashArtwork.Frame(picture: try .plain($0), duration: .milliseconds(500))
        }
        return SplashArtwork(frames: frames, plays: repeats ? 0 : 1)
    }

    private func color(_ shop: Shop) -> Color? { shop.host.frame.cell(at: Point(x: 5, y: 1))?.style.background }

    @Test func `a picture fades in from the cover`() async throws {
        let (shop, stage) = try await Shop.withStage()
        stage.begin()
        stage.show(.picture(try .plain(SplashArtworkTests.red)))

        await shop.host.advance(by: .milliseconds(20))
        let first = color(shop)
        await shop.host.advance(by: .milliseconds(150))
        let half = color(shop)
        await shop.host.advance(by: .milliseconds(200))

        #expect(first == PosterColors.cover)
        #expect(half != first && half != SplashArtworkTests.red)
        #expect(color(shop) == SplashArtworkTests.red)
    }

    @Test(arguments: SplashArtworkTests.rounds)
    func `an animation stays on its last picture, or starts again if it repeats`(
        repeats: Bool,
        colors: [Color]
    ) async throws {
        let (shop, stage) = try await Shop.withStage()
        stage.begin { $0.fade = .none }
        stage.show(try animation(repeats: repeats))
        await shop.host.advance(by: .milliseconds(250))

        var seen: [Color?] = []
        for _ in colors {
            seen.append(color(shop))
            await shop.host.advance(by: .milliseconds(500))
        }

        #expect(seen == colors)
    }

    @Test(arguments: ["background", "alert"])
    func `an animation pauses with the countdown`(cause: String) async throws {
        let (shop, stage) = try await Shop.withStage()
        stage.begin { $0.fade = .none }
        stage.show(try animation(repeats: true))
        await shop.host.advance(by: .milliseconds(250))

        if cause == "alert" {
            let alert = shop.open("alert", level: .alert, isModal: true)
            await shop.host.advance(by: .milliseconds(700))
            alert.close()
        } else {
            await shop.leave(for: .milliseconds(700))
        }
        await shop.host.advance(by: .milliseconds(150))
        let early = color(shop)
        await shop.host.advance(by: .milliseconds(200))

        #expect(early == SplashArtworkTests.red)
        #expect(color(shop) == SplashArtworkTests.green)
    }

    @Test func `with reduced motion an animation is its first picture`() async throws {
        let (shop, stage) = try await Shop.withStage(reducesMotion: true)
        stage.begin()
        stage.show(try animation(repeats: true))
        await shop.host.advance(by: .milliseconds(50))
        let first = color(shop)

        await shop.host.advance(by: .milliseconds(1200))

        #expect(first == SplashArtworkTests.red)
        #expect(color(shop) == first)
    }

    @Test func `an animation without pictures shows the poster`() async throws {
        let (shop, stage) = try await Shop.withStage()
        stage.begin { $0.fade = .none }

        stage.show(SplashArtwork(plays: 0))
        await shop.host.advance(by: .seconds(1))

        #expect(shop.host.frame.contains("Coffee that gets up before you do"))
        #expect(shop.host.frame.contains("Skip 4"))
    }
}
