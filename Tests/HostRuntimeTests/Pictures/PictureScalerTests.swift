import TestSupport
import Testing

@testable import HostRuntime

@Suite struct PictureScalerTests {
    @Test func `a picture in its own size is itself`() {
        let picture = Picture("rg", "b.")

        #expect(PictureScaler.scale(picture, width: 2, height: 2) == picture)
    }

    @Test func `enlarged pixels stay squares`() {
        let scaled = PictureScaler.scale(Picture("rg", "bw"), width: 4, height: 6)

        #expect(scaled == Picture("rrgg", "rrgg", "rrgg", "bbww", "bbww", "bbww"))
    }

    @Test func `a fine pattern of black and white keeps its brightness`() {
        let scaled = PictureScaler.scale(Picture("wkwk", "kwkw"), width: 2, height: 1)

        // Half the light of white.
        #expect(scaled.pixels == [188, 188, 188, 255, 188, 188, 188, 255])
    }

    @Test func `invisible colors leave no rim`() {
        let scaled = PictureScaler.scale(Picture("r.", ".."), width: 1, height: 1)

        #expect(scaled.pixels == [255, 0, 0, 64])
    }

    @Test func `a pixel counts by its share in the area`() {
        let scaled = PictureScaler.scale(Picture("wkk"), width: 2, height: 1)

        #expect(scaled.pixels == [LinearLight.step(nearestTo: 2 / 3), 0].flatMap { [$0, $0, $0, 255] })
    }

    @Test func `a part that begins inside a pixel takes a share of that pixel`() {
        let part = PictureScaler.Part(x: 0.5, y: 0, width: 1, height: 1)

        let scaled = PictureScaler.scale(Picture("wk"), part: part, width: 1, height: 1)

        #expect(scaled.pixels == [188, 188, 188, 255])
    }

    @Test(arguments: [(0, 0), (-5, 3), (1, 300), (300, 1)])
    func `no size causes a trap`(width: Int, height: Int) {
        let scaled = PictureScaler.scale(Picture("rg", "b."), width: width, height: height)

        #expect(scaled.width == max(1, width))
        #expect(scaled.height == max(1, height))
        #expect(scaled.pixels.count == scaled.width * scaled.height * 4)
    }

    @Test(arguments: [
        PictureScaler.Part(x: -1, y: -1, width: 1, height: 1), .init(x: 9, y: 9, width: 9, height: 9),
        .init(x: 0.5, y: 0.5, width: 0, height: 0), .init(x: 1, y: 1, width: -1, height: -1),
    ]) func `a part outside the picture shows its edge`(part: PictureScaler.Part) {
        #expect(PictureScaler.scale(Picture("rr", "rr"), part: part, width: 1, height: 1) == Picture("r"))
    }

    @Test(arguments: seeds(of: 0..<20)) func `a single color stays the same in any size`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let color = (0..<3).map { _ in UInt8.random(in: 0...255, using: &random) } + [255]
        let (width, height) = (Int.random(in: 1...40, using: &random), Int.random(in: 1...40, using: &random))
        let picture = Picture(
            [[UInt8]](repeating: color, count: width * height).flatMap(\.self),
            width: width,
            height: height
        )

        let (newWidth, newHeight) = (Int.random(in: 1...50, using: &random), Int.random(in: 1...50, using: &random))
        let scaled = PictureScaler.scale(picture, width: newWidth, height: newHeight)

        #expect(scaled.pixels == [[UInt8]](repeating: color, count: newWidth * newHeight).flatMap(\.self))
    }
}
