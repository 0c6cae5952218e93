import Foundation
import HostRuntime
import Testing

@testable import demo_host

/// The feed in `Examples/feed`, which can be served as it is.
@Suite struct SampleFeedTests {
    private struct Feed: Decodable {
        struct Creative: Decodable {
            struct Frame: Decodable {
                let picture: String
            }

            struct Animation: Decodable {
                let frames: [Frame]
            }

            let id: String
            let landing: String
            let picture: String?
            let animation: Animation?
        }

        let version: Int
        let creatives: [Creative]

        var pictures: [String] {
            creatives.flatMap { [$0.picture].compactMap(\.self) + ($0.animation?.frames.map(\.picture) ?? []) }
        }
    }

    private static let folder = Program.package.appendingPathComponent("Examples/feed")

    private func feed() throws -> Feed {
        let data = try Data(contentsOf: SampleFeedTests.folder.appendingPathComponent("feed.json"))
        return try JSONDecoder().decode(Feed.self, from: data)
    }

    @Test func `the creatives are one with a picture, one with an animation and one with text only`() throws {
        let feed = try feed()

        #expect(feed.version == 1)
        #expect(feed.pictures.first == "sunrise.png")
        let frames: [Int] = feed.creatives.map { $0.animation?.frames.count ?? 0 }
        #expect(frames == [0, 6, 0])
    }

    @Test func `every picture decodes to the same size, from less than 60 KB`() throws {
        for name in try feed().pictures {
            let data = try Data(contentsOf: SampleFeedTests.folder.appendingPathComponent(name))
            let picture = try PNGDecoder.decode([UInt8](data))
            #expect(data.count < 60_000, "\(name)")
            #expect(Size(width: picture.width, height: picture.height) == Size(width: 640, height: 368), "\(name)")
        }
    }
}
