import HostRuntime
import TestSupport
import Testing

@testable import SplashAdPlugin

/// Nothing flashes more than three times a second.
@Suite(.tags(.accessibility)) struct ArtworkFlashesTests {
    /// Frames that have the same luminance everywhere.
    private func artwork(_ luminances: [Double], milliseconds: Int, repeats: Bool = true) -> ArtworkFlashes.Luminances {
        artwork(luminances.map { [$0] }, milliseconds: milliseconds, repeats: repeats)
    }

    private func artwork(_ frames: [[Double]], milliseconds: Int, repeats: Bool = true) -> ArtworkFlashes.Luminances {
        ArtworkFlashes.Luminances(
            frames: frames.map { ArtworkFlashes.Luminances.Frame(picture: $0, duration: .milliseconds(milliseconds)) },
            repeats: repeats
        )
    }

    @Test(arguments: [(50, 167), (100, 167), (166, 167), (167, 167), (500, 500), (20, 167)])
    func `black and white by turns are slowed down to three flashes a second`(given: Int, played: Int) {
        let artwork = artwork([0, 1], milliseconds: given)

        let slowed = artwork.slowed(by: ArtworkFlashes(artwork).slowdown)

        #expect(slowed.frames.map(\.duration) == [.milliseconds(played), .milliseconds(played)])
    }

    @Test(
        arguments: [
            ([0, 0.09], false), ([0, 0.1], true), ([0.8, 1], false), ([0.79, 1], true),
            // Slow changes by small steps, there and back.
            ([0, 0.06, 0.12, 0.06], true), ([0, 0.04, 0.08, 0.04], false),
            ([0.5], false), ([0.5, 0.5, 0.5], false),
        ] as [([Double], Bool)]
    )
    func `a flash changes the luminance by a tenth, where the darker image is below 0.80`(
        luminances: [Double],
        isFlash: Bool
    ) {
        #expect((ArtworkFlashes(artwork(luminances, milliseconds: 50)).slowdown > 1) == isFlash)
    }

    @Test(arguments: [(24, false), (25, true)])
    func `less than a quarter of a picture may flash`(count: Int, isFlash: Bool) {
        let dark = [Double](repeating: 0, count: 100)
        let light = (0..<100).map { $0 < count ? 1.0 : 0 }

        #expect((ArtworkFlashes(artwork([dark, light], milliseconds: 50)).slowdown > 1) == isFlash)
    }

    @Test func `a few flashes that don't repeat are allowed`() {
        let flashes = [0.0, 1, 0, 1, 0, 1, 0]

        #expect(ArtworkFlashes(artwork(flashes, milliseconds: 50, repeats: false)).slowdown == 1)
        #expect(ArtworkFlashes(artwork(flashes + [1], milliseconds: 50, repeats: false)).slowdown > 1)
    }

    @Test func `pictures are compared as they are seen, on the cover`() throws {
        func slowdown(_ pictures: [Picture]) -> Double {
            let frames = pictures.map { SplashArtwork.Frame(picture: $0, duration: .milliseconds(50)) }
            return ArtworkFlashes(SplashArtwork(frames: frames, repeats: true)).slowdown
        }
        let (black, white) = (try Picture.plain(Color(0)), try Picture.plain(Color(0xFFFFFF)))

        #expect(slowdown([black, white]) > 3)
        #expect(slowdown([black, try .plain(Color(0xFFFFFF), alpha: 0)]) == 1)
        #expect(slowdown([white, white]) == 1)
    }

    @Test(arguments: 0..<100 as Range<UInt64>)
    func `any animation that was slowed down flashes at most three times a second`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let places = Int.random(in: 1...6, using: &random)
        let frames = (0..<Int.random(in: 2...12, using: &random)).map { _ in
            ArtworkFlashes.Luminances.Frame(
                picture: (0..<places).map { _ in Double.random(in: 0...1, using: &random) },
                duration: .milliseconds(Int.random(in: 20...400, using: &random))
            )
        }
        let artwork = ArtworkFlashes.Luminances(frames: frames, repeats: Bool.random(using: &random))

        let slowed = artwork.slowed(by: ArtworkFlashes(artwork).slowdown)

        #expect(ArtworkFlashes(slowed).slowdown == 1)
    }
}
