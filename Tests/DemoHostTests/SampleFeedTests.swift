import Foundation
import HostRuntime
import Testing

@testable import demo_host

/// The feed in `Examples/feed`, which can be served as it is.
@Suite struct SampleFeedTests {
    private struct Feed: Decodable {
        struct Creative: Decodable {
            let id: String
            let landing: String
            let picture: String?
        }

        let version: Int
        let creatives: [Creative]

        /// The bytes of the pictures, by their names.
        func pictures() throws -> [(name: String, bytes: [UInt8])] {
            try creatives.compactMap(\.picture).map { name in
                (name, [UInt8](try Data(contentsOf: SampleFeedTests.folder.appendingPathComponent(name))))
            }
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
        #expect(feed.creatives.map { $0.picture == nil } == [false, false, true])
        let frames = try feed.pictures().map { picture in
            try PNGDecoder.decodeAnimation(picture.bytes, fitting: Size(width: 64, height: 64)).frames.count
        }
        #expect(frames == [1, 6])
    }

    @Test func `every picture decodes to the same size, from less than 200 KB`() throws {
        for (name, bytes) in try feed().pictures() {
            let picture = try PNGDecoder.decode(bytes)
            #expect(bytes.count < 200_000, "\(name)")
            #expect(Size(width: picture.width, height: picture.height) == Size(width: 640, height: 368), "\(name)")
        }
    }
}
