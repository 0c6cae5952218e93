import HostRuntime

@testable import SplashAdPlugin

extension Picture {
    /// A picture of one color.
    static func plain(_ color: Color, alpha: UInt8 = 255, width: Int = 16, height: Int = 10) throws -> Picture {
        try make(width: width, height: height) { _, _ in (color, alpha) }
    }

    /// A picture with a color for each pixel.
    static func make(
        width: Int,
        height: Int,
        _ color: (_ x: Int, _ y: Int) -> (Color, UInt8)
    ) throws -> Picture {
        var pixels: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                let (color, alpha) = color(x, y)
                pixels += [color.red, color.green, color.blue, alpha]
            }
        }
        guard let picture = Picture(width: width, height: height, pixels: pixels) else { throw NoPicture() }
        return picture
    }

    private struct NoPicture: Error {}
}

extension SplashArtwork {
    static func picture(_ picture: Picture) -> SplashArtwork { SplashArtwork(PictureAnimation(picture)) }
}
