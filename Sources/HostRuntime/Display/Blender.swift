/// A blender of a window's cells with what is composed below them.
///
/// - A hole shows what is below.
/// - The background is mixed by `alpha`; a see-through one is the one below.
/// - In an opaque window the cell's glyph is seen, even if it is a space.
/// - In a translucent window a space lets the glyph below shine through, and so
///   does any glyph if there is one below and `alpha` is under 128. The color
///   of that glyph is mixed with the window's background.
/// - Otherwise the window's glyph is seen, its color mixed with the background
///   below.
///
/// Text that can be read stays readable: the window's own always, and text below
/// a window that is at most half opaque. Drawings are only mixed.
///
/// If there are too few colors to mix, what shines through is faint: the
/// terminal draws it about half as bright, and only the rest is mixed. Reversed
/// cells below are seen unreversed, because a bright bar would stay as bright
/// as it was.
///
/// It remembers the last colors that it mixed, because neighbors mostly have
/// the same, or even differ in their glyphs alone.
struct Blender {
    private let alpha: UInt8
    /// The share of the window's background in a glyph that shines through.
    private let shade: UInt8
    private let isFaint: Bool
    private var backgrounds = MixedPair()
    private var foregrounds = MixedPair()
    private var shades = MixedPair()
    private var texts = ReadablePair()

    private struct MixedPair {
        var below: UInt32 = 0
        var above: UInt32 = 0
        var result: UInt32 = 0

        @inline(__always)
        mutating func mix(_ below: UInt32, _ above: UInt32, _ alpha: UInt8) -> UInt32 {
            if below != self.below || above != self.above {
                (self.below, self.above) = (below, above)
                result = Blend.mix(below, above, alpha: alpha)
            }
            return result
        }
    }

    private struct ReadablePair {
        private var key = SIMD4<UInt32>(repeating: 0)
        private var result: UInt32 = 0

        /// Returns the color of text that was seen in a color on a ground, and now is in another on another.
        @inline(__always)
        mutating func color(_ mixed: UInt32, on ground: UInt32, was text: UInt32, on page: UInt32) -> UInt32 {
            let key = SIMD4(mixed, ground, text, page)
            if key != self.key {
                self.key = key
                result = Color(text).isReadable(on: Color(page)) ? Color(mixed).readable(on: Color(ground)).rgb : mixed
            }
            return result
        }
    }

    init(alpha: UInt8, isFaint: Bool = false) {
        self.alpha = alpha
        shade = isFaint ? UInt8(clamping: 2 * Int(alpha) - 255) : alpha
        self.isFaint = isFaint
    }

    /// Returns a cell as seen over another.
    @inline(__always)
    mutating func over(_ below: Cell, _ above: Cell) -> Cell {
        if above.isHole { return below }
        let isSeeThrough = above.flags.contains(.seeThrough)
        guard alpha == 255 else { return mix(below, above, isSeeThrough: isSeeThrough) }
        var result = above
        if isSeeThrough {
            result.flags.remove(.seeThrough)
            result.background = below.background
        }
        return result
    }

    /// Blends a row of cells with others, as `over` does one by one.
    ///
    /// - Precondition: The window is translucent, and none of its cells is a
    ///   hole or has a see-through background.
    mutating func blend(_ above: UnsafeBufferPointer<Cell>, onto cells: UnsafeMutableBufferPointer<Cell>) {
        var index = 0
        while index < above.count {
            let (below, top) = (cells[index], above[index])
            let result = mix(below, top, isSeeThrough: false)
            cells[index] = result
            index &+= 1
            let isSpace = below.glyph == Cell.space
            let glyphMask: UInt64 = top.isBlank || (alpha < 128 && !below.isBlank) ? 0xFFFF_FFFF : 0
            while index < above.count && above[index] == top {
                let next = cells[index]
                let isAlike = next.back == below.back && next.foreground == below.foreground
                guard isAlike, (next.glyph == Cell.space) == isSpace, next.isDrawing == below.isDrawing else { break }
                cells[index] = Cell(front: result.front & ~glyphMask | next.front & glyphMask, back: result.back)
                index &+= 1
            }
        }
    }

    @inline(__always)
    private mutating func mix(_ below: Cell, _ above: Cell, isSeeThrough: Bool) -> Cell {
        let tint = isSeeThrough ? below.background : above.background
        var below = below
        if isFaint { below.undoReverse() }
        let background = isSeeThrough ? below.background : backgrounds.mix(below.background, tint, alpha)
        let hasGlyphBelow = !below.isBlank
        var result: Cell
        if above.isBlank || (alpha < 128 && hasGlyphBelow) {
            result = below
            if hasGlyphBelow {
                result.foreground = shades.mix(below.foreground, tint, shade)
                if isFaint {
                    result.insert(.dim)
                } else if alpha <= 128 && !below.isDrawing {
                    result.foreground = texts.color(
                        result.foreground,
                        on: background,
                        was: below.foreground,
                        on: below.background
                    )
                }
            }
        } else {
            result = above
            if isSeeThrough { result.flags.remove(.seeThrough) }
            result.foreground = foregrounds.mix(below.background, above.foreground, alpha)
            if !isFaint && !above.isDrawing {
                result.foreground = texts.color(
                    result.foreground,
                    on: background,
                    was: above.foreground,
                    on: tint
                )
            }
        }
        result.background = background
        return result
    }
}
