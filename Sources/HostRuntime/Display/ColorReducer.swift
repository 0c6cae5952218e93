/// A converter of composed cells to the colors of a display.
///
/// - Among 256 colors, text that could be read before still can. If both colors of a
///   drawing map to the same one, the lighter of the two gets the next one that
///   differs. The halves of a half block are two pixels, which may look the
///   same.
/// - Among 16 colors, which every theme defines anew, text is black on light
///   gray, or white or light gray on black: only these have a contrast of 4.5 in
///   all usual themes. Drawings and marks keep their hue on black.
/// - Without colors, text is never faint, because the terminal's own colors may
///   be as near to each other as can be read. What would be faint isn't bold.
///
/// It remembers colors, because adjacent cells usually share one, and the next frame has most of them again.
struct ColorReducer {
    let depth: ColorDepth
    private var foregrounds = Memo()
    private var backgrounds = Memo()
    private var lastClarified = (cell: (UInt32, UInt32)(0, 0), foreground: UInt32(0))

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
        if depth == .ansi16 && !cell.isHalfBlock { return reduceToTheme(cell) }
        var result = cell
        result.background = backgrounds.value(of: cell.background, depth)
        guard !cell.isBlank else { return result }
        result.foreground = foregrounds.value(of: cell.foreground, depth)
        if depth == .monochrome {
            if cell.attributes.contains(.dim) { result.remove([.dim, .bold]) }
            return result
        }
        if result.foreground == result.background && cell.foreground != cell.background && !cell.isHalfBlock {
            separate(&result, cell)
        }
        if depth == .indexed256 && !cell.isDrawing { clarify(&result, cell) }
        return result
    }

    // MARK: - 16 colors

    private mutating func reduceToTheme(_ cell: Cell) -> Cell {
        var result = cell
        let isReversed = cell.attributes.contains(.reverse)
        let brightness = Color(cell.background).brightness
        let isLight = isReversed || brightness > 127
        let light = isReversed || brightness < 230 ? ANSIColor.lightGray : ANSIColor.white
        result.background = isLight ? light : ANSIColor.black
        guard !cell.isBlank else { return result }
        let index = foregrounds.value(of: cell.foreground, depth)
        let keepsHue = cell.isDrawing || cell.isMark
        if isLight {
            result.foreground = ANSIColor.black
            // Bold black is gray in xterm; the Linux console shows the others in colors of its own.
            result.remove([.bold, .dim, .italic, .underline])
        } else if cell.attributes.contains(.dim) {
            // Faint white is as light as gray. What is dimmed to black is on its way out.
            result.foreground = keepsHue || index == ANSIColor.black ? index : ANSIColor.white
            result.remove(.bold)
        } else if index == ANSIColor.black || index == ANSIColor.gray || cell.foreground == ANSIColor.xterm[7] {
            // A color of the theme stands for itself, as in a recording.
            result.foreground = ANSIColor.lightGray
        } else {
            result.foreground = keepsHue ? index : ANSIColor.white
        }
        return result
    }

    // MARK: - 256 colors

    /// Gives text back the contrast that it has lost with its exact colors.
    private mutating func clarify(_ result: inout Cell, _ cell: Cell) {
        let ground = Color(Palette.color(at: UInt8(truncatingIfNeeded: result.background)))
        func isReadable(_ index: UInt32) -> Bool {
            let color = Color(Palette.color(at: UInt8(truncatingIfNeeded: index)))
            return color.contrast(with: ground) >= Color.leastTextContrast
        }
        guard !isReadable(result.foreground) else { return }
        if lastClarified.cell != (cell.foreground, cell.background) {
            var index = result.foreground
            if Color(cell.foreground).isReadable(on: Color(cell.background)) {
                // The nearest fixed color may be on the wrong side of the limit: ask for a little more each time.
                for step in 0...8 where !isReadable(index) {
                    let contrast = Color.leastTextContrast + Double(step) / 4
                    let color = Color(cell.foreground).readable(on: ground, contrast: contrast)
                    index = Palette.value(of: color.rgb, depth)
                }
                if !isReadable(index) { index = Palette.value(of: ground.contrasting.rgb, depth) }
            }
            lastClarified = ((cell.foreground, cell.background), index)
        }
        result.foreground = lastClarified.foreground
    }

    // MARK: - Drawings

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
