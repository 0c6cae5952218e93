import HostRuntime
import HostTestKit
import Testing

@testable import SplashAdPlugin

/// Pictures of a feed that are animations in themselves (APNG), and formats that are none.
@MainActor @Suite struct AnimatedPictureTests {
    private static let bright: UInt8 = 240
    private static let dark: UInt8 = 40

    private func shown(_ picture: [UInt8]) async -> FeedShop {
        let server = FakeServer([
            "/feed.json": .creatives(#"{"id": "film", "headline": "about FILM", "picture": "a.png"}"#),
            "/a.png": .bytes(picture),
        ])
        return await FeedShop.launched(server, ["fade": "none"], for: .milliseconds(100))
    }

    /// Whether the picture that is shown has a gray, other than behind words.
    private func shows(_ gray: UInt8, _ shop: FeedShop) -> Bool {
        let color = Color(red: gray, green: gray, blue: gray)
        let frame = shop.host.frame
        return (0..<24).contains { y in
            (0..<80).contains { frame.cell(at: Point(x: $0, y: y))?.style.background == color }
        }
    }

    private func grays(_ shop: FeedShop, times: Int) async -> [UInt8] {
        var seen: [UInt8] = []
        for _ in 0..<times {
            seen += [AnimatedPictureTests.bright, AnimatedPictureTests.dark].filter { shows($0, shop) }
            await shop.host.advance(by: .milliseconds(500))
        }
        return seen
    }

    @Test(arguments: [(0, [240, 40, 240, 40]), (1, [240, 40, 40, 40])] as [(UInt32, [UInt8])])
    func `a picture that is an animation is played as often as it says`(plays: UInt32, seen: [UInt8]) async {
        let film = GradientPNG.animation(
            [AnimatedPictureTests.bright, AnimatedPictureTests.dark],
            milliseconds: 500,
            plays: plays
        )
        let shop = await shown(film)

        #expect(await grays(shop, times: 4) == seen)
    }

    @Test func `an animation with an error is its own picture, and why says so`() async throws {
        let film = GradientPNG.animation(
            [AnimatedPictureTests.bright, AnimatedPictureTests.dark],
            milliseconds: 500,
            promising: 3
        )
        let shop = await shown(film)
        let why = try await shop.host.run("splash.why")

        #expect(await grays(shop, times: 2) == [240, 240])
        #expect(
            why?.contains("The animation isn't played. The PNG has 2 frames, and its chunk acTL promises 3.") == true
        )
    }

    @Test(
        arguments: [
            ("a GIF file", Array("GIF89a".utf8)), ("a JPEG file", [0xFF, 0xD8, 0xFF, 0xE0]),
            ("a WebP file", Array("RIFF\u{10}\0\0\0WEBPVP8 ".utf8)),
        ] as [(String, [UInt8])]
    )
    func `another format is refused by its name`(kind: String, bytes: [UInt8]) async throws {
        let shop = await shown(bytes)

        #expect(!shop.host.frame.contains("about FILM"))
        #expect(try await shop.host.run("splash.why")?.contains("Not a PNG: it is \(kind).") == true)
    }
}
