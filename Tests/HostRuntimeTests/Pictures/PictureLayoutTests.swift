import Testing

@testable import HostRuntime

@Suite struct PictureLayoutTests {
    private func picture(_ width: Int, _ height: Int) -> Picture {
        Picture([UInt8](repeating: 255, count: width * height * 4), width: width, height: height)
    }

    @Test(arguments: [
        // A square is as many half rows high as it is columns wide.
        (10, 10, Rect(x: 5, y: 0, width: 10, height: 10)),
        (40, 10, Rect(x: 0, y: 2, width: 20, height: 5)),
        (10, 40, Rect(x: 8, y: 0, width: 3, height: 10)),
        (900, 1, Rect(x: 0, y: 4, width: 20, height: 1)),
        (1, 900, Rect(x: 9, y: 0, width: 1, height: 10)),
    ]) func `a picture that fits keeps its shape and is in the middle`(width: Int, height: Int, place: Rect) throws {
        let layout = try #require(
            PictureLayout(picture(width, height), in: Size(width: 20, height: 5), mode: .fit)
        )

        #expect(Rect(x: layout.x, y: layout.y, width: layout.width, height: layout.height) == place)
        #expect(layout.part == .init(x: 0, y: 0, width: Double(width), height: Double(height)))
    }

    @Test(arguments: [
        (10, 10, PictureScaler.Part(x: 0, y: 2.5, width: 10, height: 5)),
        (40, 10, .init(x: 10, y: 0, width: 20, height: 10)),
        (20, 10, .init(x: 0, y: 0, width: 20, height: 10)),
    ]) func `a picture that fills takes all the room and loses its edges`(
        width: Int,
        height: Int,
        part: PictureScaler.Part
    ) throws {
        let layout = try #require(
            PictureLayout(picture(width, height), in: Size(width: 20, height: 5), mode: .fill)
        )

        #expect(
            Rect(x: layout.x, y: layout.y, width: layout.width, height: layout.height).size
                == Size(width: 20, height: 10)
        )
        #expect(layout.part == part)
    }

    @Test(arguments: [Size.zero, Size(width: 3, height: 0), Size(width: 0, height: 3)])
    func `there is no layout without a cell`(size: Size) {
        #expect(PictureLayout(picture(2, 2), in: size, mode: .fit) == nil)
        #expect(PictureLayout(picture(2, 2), in: size, mode: .fill) == nil)
    }
}
