/// The colours of displays that cannot show every colour, and how the others are mapped to them.
///
/// On such a display the compositor's cells hold indices instead of colours.
enum Palette {
    /// The theme's colours as xterm defines them; a user's theme may differ.
    static let ansi: [UInt32] = [
        0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
        0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
    ]

    /// Returns the colour that an index of the 256 stands for.
    static func color(at index: UInt8) -> UInt32 {
        switch index {
        case 0..<16:
            return ansi[Int(index)]
        case 16..<232:
            let cube = UInt32(index) - 16
            return level(cube / 36) << 16 | level(cube / 6 % 6) << 8 | level(cube % 6)
        default:
            return (8 + 10 * (UInt32(index) - 232)) * 0x010101
        }
    }

    /// Returns the index, 16 to 255, of the nearest fixed colour: of the 6x6x6 cube or one of 24 greys.
    static func index256(of rgb: UInt32) -> UInt8 {
        let red = rgb >> 16 & 0xFF
        let green = rgb >> 8 & 0xFF
        let blue = rgb & 0xFF
        let cube = 16 + 36 * step(red) + 6 * step(green) + step(blue)
        let average = (red + green + blue) / 3
        let grey = 232 + (average < 8 ? 0 : min(23, (average - 3) / 10))
        let candidates = (UInt8(cube), UInt8(grey))
        let isGrey = distance(rgb, color(at: candidates.1)) < distance(rgb, color(at: candidates.0))
        return isGrey ? candidates.1 : candidates.0
    }

    /// Returns the index, 0 to 15, of the nearest of the theme's colours.
    static func index16(of rgb: UInt32) -> UInt8 {
        var best = 0
        var bestDistance = UInt32.max
        for (index, candidate) in ansi.enumerated() {
            let distance = distance(rgb, candidate)
            if distance < bestDistance { (best, bestDistance) = (index, distance) }
        }
        return UInt8(best)
    }

    /// Replaces a cell's colours by indices.
    ///
    /// Where both colours of a glyph fall on the same index, it is drawn in
    /// black or white: text stays readable however few colours there are. The
    /// halves of a half block are two pixels that may well look the same.
    static func quantize(_ cell: Cell, to depth: ColorDepth) -> Cell {
        var cell = cell
        let background = index(of: cell.background, depth)
        if cell.isBlank {
            cell.background = background
            return cell
        }
        var foreground = index(of: cell.foreground, depth)
        if foreground == background && depth != .monochrome && cell.foreground != cell.background && !isHalfBlock(cell)
        {
            foreground = index(of: Color(color(at: UInt8(background))).contrasting.rgb, depth)
        }
        cell.foreground = foreground
        cell.background = background
        return cell
    }

    /// Whether a cell's glyph is U+2580 or U+2584, in the bytes of UTF-8.
    private static func isHalfBlock(_ cell: Cell) -> Bool {
        !cell.flags.contains(.pooled) && (cell.glyph == 0x8096E2 || cell.glyph == 0x8496E2)
    }

    private static func index(of rgb: UInt32, _ depth: ColorDepth) -> UInt32 {
        switch depth {
        case .trueColor: rgb
        case .indexed256: UInt32(index256(of: rgb))
        case .ansi16: UInt32(index16(of: rgb))
        case .monochrome: 0
        }
    }

    /// A level of the cube: 0, 95, 135, 175, 215 or 255.
    private static func level(_ step: UInt32) -> UInt32 { step == 0 ? 0 : 55 + 40 * step }

    /// The nearest level of the cube.
    private static func step(_ channel: UInt32) -> UInt32 {
        if channel < 48 { return 0 }
        return channel < 115 ? 1 : (channel - 35) / 40
    }

    private static func distance(_ a: UInt32, _ b: UInt32) -> UInt32 {
        func square(_ shift: UInt32) -> UInt32 {
            let difference = Int32(a >> shift & 0xFF) - Int32(b >> shift & 0xFF)
            return UInt32(difference * difference)
        }
        // The eye tells greens apart better than reds, and reds better than blues.
        return 3 * square(16) + 4 * square(8) + 2 * square(0)
    }
}
