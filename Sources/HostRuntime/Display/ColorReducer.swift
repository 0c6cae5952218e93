/// A converter of composed cells to the colors of a display.
///
/// - If both colors of a glyph map to the same one, the lighter of the two gets
///   the next one that differs: text stays readable however few colors there
///   are, and faint text stays faint. The halves of a half block are two
///   pixels, which may look the same.
/// - Without colors, text that would be gray among 16 is drawn faint.
///
/// It remembers colors, because adjacent cells usually share one, and the next frame has most of them again.
struct ColorReducer {
    let depth: ColorDepth
    private var foregrounds = Memo()
    private var backgrounds = Memo()

    private struct Memo {
        private var rgb: UInt32 = .max
        private var value: UInt32 = 0
        /// The colors that were asked for before with their values, each at a place that follows from it.
        private var places: [(rgb: UInt32, value: UInt32)] = []

        @inline(__always)
        mutating func value(of rgb: UInt32, _ depth: ColorDepth) -> UInt32 {
            if rgb != self.rgb { (self.rgb, value) = (rgb, find(rgb, depth)) }
            return value
        }

        private mutating func find(_ rgb: UInt32, _ depth: ColorDepth) -> UInt32 {
            // A color of the screen costs nothing to find.
            if depth == .trueColor { return rgb }
            if places.isEmpty { places = Array(repeating: (.max, 0), count: 1 << Memo.bits) }
            // Similar colors differ in their lowest bits: spread them (Fibonacci hashing).
            let place = Int((rgb &* 0x9E37_79B9) >> (32 - Memo.bits))
            if places[place].rgb != rgb { places[place] = (rgb, Palette.value(of: rgb, depth)) }
            return places[place].value
        }

        private static let bits: UInt32 = 10
    }

    init(_ depth: ColorDepth) {
        self.depth = depth
    }

    /// Returns a cell in the colors of the display.
    mutating func reduce(_ cell: Cell) -> Cell {
        var result = cell
        result.background = backgrounds.value(of: cell.background, depth)
        guard !cell.isBlank else { return result }
        result.foreground = foregrounds.value(of: cell.foreground, depth)
        if depth == .monochrome {
            if ANSIColor.index(of: Color(cell.foreground)) == ANSIColor.gray { result.insert(.dim) }
        } else if result.foreground == result.background && cell.foreground != cell.background && !cell.isHalfBlock {
            separate(&result, cell)
        }
        return result
    }

    private func separate(_ result: inout Cell, _ cell: Cell) {
        let same = result.background
        let isGlyphLighter = Color(cell.foreground).brightness >= Color(cell.background).brightness
        let (glyph, ground) = (cell.foreground, cell.background)
        if let value = value(near: isGlyphLighter ? glyph : ground, otherThan: same, goesUp: true) {
            if isGlyphLighter { result.foreground = value } else { result.background = value }
        } else if let value = value(near: isGlyphLighter ? ground : glyph, otherThan: same, goesUp: false) {
            if isGlyphLighter { result.background = value } else { result.foreground = value }
        }
    }

    /// Returns the color for the nearest lighter or darker shade that looks different; nil if there is none.
    private func value(near rgb: UInt32, otherThan same: UInt32, goesUp: Bool) -> UInt32? {
        (1...16 as ClosedRange<UInt32>).lazy.map { Palette.value(of: shade(rgb, $0, goesUp: goesUp), depth) }
            .first { $0 != same }
    }

    /// Returns a color of the same hue, `step` sixteenths of the way to the brightest one, or to black.
    private func shade(_ rgb: UInt32, _ step: UInt32, goesUp: Bool) -> UInt32 {
        let channels = (rgb >> 16 & 0xFF, rgb >> 8 & 0xFF, rgb & 0xFF)
        let high = max(channels.0, channels.1, channels.2)
        let target = goesUp ? high + (255 - high) * step / 16 : high * (16 - step) / 16
        guard high > 0 else { return target * 0x010101 }
        return channels.0 * target / high << 16 | channels.1 * target / high << 8 | channels.2 * target / high
    }
}

extension Cell {
    /// Whether the glyph is U+2580 or U+2584, in UTF-8.
    fileprivate var isHalfBlock: Bool {
        !flags.contains(.pooled) && (glyph == 0x8096E2 || glyph == 0x8496E2)
    }
}
