import HostRuntime
import TestSupport
import Testing

@testable import SplashAdPlugin

/// Nothing flashes more than three times a second.
@Suite(.tags(.accessibility)) struct ArtworkFlashesTests {
    /// The slowdown of frames that have the same luminance everywhere.
    private func slowdown(_ luminances: [Double], milliseconds: Int, repeats: Bool = true) -> Double {
        slowdown(luminances.map { [$0] }, milliseconds: milliseconds, repeats: repeats)
    }

    private func slowdown(_ frames: [[Double]], milliseconds: Int, repeats: Bool = true) -> Double {
        let durations = frames.map { _ in Duration.milliseconds(milliseconds) }
        return ArtworkFlashes(frames, durations: durations, repeats: repeats).slowdown
    }

    private func artwork(_ colors: [Color], milliseconds: [Int], repeats: Bool = true) throws -> SplashArtwork {
        let frames = try zip(colors, milliseconds).map { color, milliseconds in
            SplashArtwork.Frame(picture: try .plain(color), duration: .milliseconds(milliseconds))
        }
        return SplashArtwork(frames: frames, plays: repeats ? 0 : 1)
    }

    @Test(arguments: [(50, 167), (100, 167), (166, 167), (167, 167), (500, 500), (20, 167)])
    func `black and white by turns are slowed down to three flashes a second`(given: Int, played: Int) throws {
        let artwork = try artwork([.black, .white], milliseconds: [given, given])

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
        #expect((slowdown(luminances, milliseconds: 50) > 1) == isFlash)
    }

    @Test(arguments: [(24, false), (25, true)])
    func `less than a quarter of a picture may flash`(count: Int, isFlash: Bool) {
        let dark = [Double](repeating: 0, count: 100)
        let light = (0..<100).map { $0 < count ? 1.0 : 0 }

        #expect((slowdown([dark, light], milliseconds: 50) > 1) == isFlash)
    }

    @Test func `a few flashes that don't repeat are allowed`() {
        let flashes = [0.0, 1, 0, 1, 0, 1, 0]

        #expect(slowdown(flashes, milliseconds: 50, repeats: false) == 1)
        #expect(slowdown(flashes + [1], milliseconds: 50, repeats: false) > 1)
    }

    @Test func `pictures are compared as they are seen, on the cover`() throws {
        func slowdown(_ pictures: [Picture]) -> Double {
            let frames = pictures.map { SplashArtwork.Frame(picture: $0, duration: .milliseconds(50)) }
            return ArtworkFlashes(SplashArtwork(frames: frames, plays: 0)).slowdown
        }
        let (black, white) = (try Picture.plain(Color(0)), try Picture.plain(Color(0xFFFFFF)))

        #expect(slowdown([black, white]) > 3)
        #expect(slowdown([black, try .plain(Color(0xFFFFFF), alpha: 0)]) == 1)
        #expect(slowdown([white, white]) == 1)
    }

    @Test(arguments: seeds(of: 0..<100))
    func `any animation that was slowed down flashes at most three times a second`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let width = Int.random(in: 1...6, using: &random)
        let frames = try (0..<Int.random(in: 2...12, using: &random)).map { _ in
            let grays = (0..<width).map { _ in UInt8.random(in: 0...255, using: &random) }
            return SplashArtwork.Frame(
                picture: try .make(width: width, height: 1) { x, _ in
                    (Color(red: grays[x], green: grays[x], blue: grays[x]), 255)
                },
                duration: .milliseconds(Int.random(in: 20...400, using: &random))
            )
        }
        let artwork = SplashArtwork(frames: frames, plays: Int.random(in: 0...1, using: &random))

        let slowed = artwork.slowed(by: ArtworkFlashes(artwork).slowdown)

        #expect(ArtworkFlashes(slowed).slowdown == 1)
    }
}
