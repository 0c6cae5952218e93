import Testing

@testable import HostRuntime

@Suite struct PictureScaledTests {
    private func picture(width: Int, height: Int, _ value: (Int, Int) -> UInt8) throws -> Picture {
        var pixels: [UInt8] = []
        for y in 0..<height { for x in 0..<width { pixels += [value(x, y), value(x, y), value(x, y), 255] } }
        return try #require(Picture(width: width, height: height, pixels: pixels))
    }

    @Test func `a picture of the same size is the same`() throws {
        let picture = try picture(width: 3, height: 2) { x, y in UInt8(x * 10 + y) }

        #expect(picture.scaled(width: 3, height: 2) == picture)
    }

    @Test func `a different shape cuts off both sides equally`() throws {
        let picture = try picture(width: 4, height: 2) { x, _ in x == 0 || x == 3 ? 255 : 0 }

        let scaled = picture.scaled(width: 2, height: 2)

        #expect(scaled.pixels.enumerated().allSatisfy { $0.offset % 4 == 3 || $0.element == 0 })
    }

    @Test(arguments: [(0, 0), (-5, 3), (.min, .min)]) func `a side is at least one pixel`(
        width: Int,
        height: Int
    ) throws {
        let scaled = try picture(width: 4, height: 4) { _, _ in 7 }.scaled(width: width, height: height)

        #expect(scaled.width == 1)
        #expect(scaled.height == max(1, height))
    }
}
