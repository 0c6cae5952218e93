/// The mapping of colors to those of a display that can't show every color.
///
/// On such a display, the compositor's cells hold indices instead of colors.
enum Palette {
    /// Returns the color of an index of the 256.
    static func color(at index: UInt8) -> UInt32 {
        switch index {
        case 0..<16:
            return ANSIColor.xterm[Int(index)]
        case 16..<232:
            let cube = UInt32(index) - 16
            return level(cube / 36) << 16 | level(cube / 6 % 6) << 8 | level(cube % 6)
        default:
            return (8 + 10 * (UInt32(index) - 232)) * 0x010101
        }
    }

    /// Returns the index, 16 to 255, of the fixed color that looks nearest, in the 6x6x6 cube or the 24 grays.
    static func index256(of rgb: UInt32) -> UInt8 {
        let wanted = PerceivedColor(rgb)
        let perceived = perceived
        var best = (index: nearestGray(wanted.lightness), distance: Float(0))
        best.distance = wanted.mismatch(with: perceived[best.index])
        // The nearest one is at a corner of the small cube in which the color lies.
        let (red, green, blue) = (step(rgb >> 16 & 0xFF), step(rgb >> 8 & 0xFF), step(rgb & 0xFF))
        for corner in 0..<8 {
            let (r, g, b) = (red + (corner & 1), green + (corner >> 1 & 1), blue + (corner >> 2))
            guard r < 6, g < 6, b < 6 else { continue }
            let index = 36 * r + 6 * g + b
            let distance = wanted.mismatch(with: perceived[index])
            // A gray of the cube is as good as the same one among the grays.
            if distance <= best.distance { best = (index, distance) }
        }
        return UInt8(16 + best.index)
    }

    /// Returns the value of a color on a display: the color itself, or an index.
    static func value(of rgb: UInt32, _ depth: ColorDepth) -> UInt32 {
        switch depth {
        case .trueColor: rgb
        case .indexed256: UInt32(index256(of: rgb))
        case .ansi16: UInt32(ANSIColor.index(of: Color(rgb)))
        case .monochrome: 0
        }
    }

    // MARK: - The fixed colors

    /// The 240 fixed colors as the eye sees them.
    private static let perceived = (16...255 as ClosedRange<UInt8>).map { PerceivedColor(color(at: $0)) }

    /// The place of the first gray among the fixed colors.
    private static let firstGray = 216

    private static func nearestGray(_ lightness: Float) -> Int {
        var (low, high) = (firstGray, perceived.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if lightness * 2 > perceived[middle].lightness + perceived[middle + 1].lightness {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }

    /// A level of the cube: 0, 95, 135, 175, 215 or 255.
    private static func level(_ step: UInt32) -> UInt32 { step == 0 ? 0 : 55 + 40 * step }

    /// The highest level of the cube that is not above a channel.
    private static func step(_ channel: UInt32) -> Int { channel < 95 ? 0 : Int((channel - 55) / 40) }
}
