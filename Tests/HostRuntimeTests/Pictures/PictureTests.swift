import Testing

@testable import HostRuntime

@Suite struct PictureTests {
    @Test func `a picture has four bytes for each pixel`() throws {
        let picture = try #require(Picture(width: 2, height: 1, pixels: [1, 2, 3, 4, 5, 6, 7, 8]))

        #expect(picture.pixels == [1, 2, 3, 4, 5, 6, 7, 8])
    }

    @Test(arguments: [(0, 0, 0), (-1, -1, 4), (1, 1, 3), (1, 1, 5), (1, 0, 0), (.max, 2, 8), (1 << 62, 1, 0)])
    func `a wrong number of bytes makes no picture`(width: Int, height: Int, count: Int) {
        #expect(Picture(width: width, height: height, pixels: [UInt8](repeating: 0, count: count)) == nil)
    }

    @Test(arguments: [
        (8, 4, 4, 4, 4, 2), (4, 8, 4, 4, 2, 4), (8, 4, 100, 2, 4, 2), (8, 4, 8, 4, 8, 4), (2, 2, 9, 9, 2, 2),
        (100, 1, 10, 10, 10, 1), (4, 4, 0, -5, 1, 1),
    ])
    func `fitting keeps the shape and never enlarges`(
        width: Int,
        height: Int,
        limit: Int,
        heightLimit: Int,
        fittedWidth: Int,
        fittedHeight: Int
    ) throws {
        let pixels = [UInt8](repeating: 9, count: width * height * 4)
        let picture = try #require(Picture(width: width, height: height, pixels: pixels))

        let fitted = picture.fitting(width: limit, height: heightLimit)

        #expect(Size(width: fitted.width, height: fitted.height) == Size(width: fittedWidth, height: fittedHeight))
    }

    @Test func `a pixel that is half see-through is blended with a ground, and shown whole without one`() {
        let picture = Picture("hq.")
        let ground = Color.black

        #expect(picture.color(x: 0, y: 0, on: ground) == Color(0x808080))
        #expect(picture.color(x: 0, y: 0, on: nil) == .white)
        #expect(picture.color(x: 1, y: 0, on: ground) == Color(0x7F0000))
        #expect(picture.color(x: 1, y: 0, on: nil) == nil)
        #expect(picture.color(x: 2, y: 0, on: ground) == nil)
    }

    @Test(arguments: [(-1, 0), (0, -1), (3, 0), (0, 1), (.max, .max), (.min, .min)])
    func `there is no color outside a picture`(x: Int, y: Int) {
        #expect(Picture("rgb").color(x: x, y: y, on: .black) == nil)
    }

    // MARK: - Scaling to fill

    private func picture(width: Int, height: Int, _ value: (Int, Int) -> UInt8) throws -> Picture {
        var pixels: [UInt8] = []
        for y in 0..<height { for x in 0..<width { pixels += [value(x, y), value(x, y), value(x, y), 255] } }
        return try #require(Picture(width: width, height: height, pixels: pixels))
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

extension Picture {
    /// Creates a picture from rows of letters, each of which stands for a color.
    init(_ rows: String...) {
        let colors: [Character: [UInt8]] = [
            "r": [255, 0, 0, 255], "g": [0, 255, 0, 255], "b": [0, 0, 255, 255], "w": [255, 255, 255, 255],
            "k": [0, 0, 0, 255], ".": [0, 0, 0, 0], "h": [255, 255, 255, 128], "q": [255, 0, 0, 127],
        ]
        self.init(rows.joined().flatMap { colors[$0] ?? [] }, width: rows[0].count, height: rows.count)
    }
}
