/// The arithmetic of translucent windows.
enum Blend {
    /// Returns the colour that lies `alpha` / 255 of the way from one colour to another.
    ///
    /// Exact at 0 and at 255, within one step of the real number between them.
    /// Red and blue share a multiplication: their products cannot reach each other.
    @inline(__always)
    static func mix(_ below: UInt32, _ above: UInt32, alpha: UInt8) -> UInt32 {
        let weight = UInt32(alpha) &+ UInt32(alpha >> 7)
        let rest: UInt32 = 256 &- weight
        let redBlue = (below & 0xFF00FF) &* rest &+ (above & 0xFF00FF) &* weight &+ 0x800080
        let green = (below & 0x00FF00) &* rest &+ (above & 0x00FF00) &* weight &+ 0x008000
        return (redBlue >> 8) & 0xFF00FF | (green >> 8) & 0x00FF00
    }
}

extension Blend {
    /// Returns what is seen of a window's cell over what is composed below it.
    ///
    /// - A hole shows what is below.
    /// - The background is mixed by `alpha`; a see-through one is the one below.
    /// - In an opaque window the cell's glyph is seen, also where it is a space.
    /// - In a translucent window a space lets the glyph below shine through,
    ///   and so does any glyph while `alpha` is under 128 and there is one
    ///   below. That glyph's colour is mixed with the window's background.
    /// - Otherwise the window's glyph is seen, its colour mixed with the
    ///   background below.
    static func over(_ below: Cell, _ above: Cell, alpha: UInt8) -> Cell {
        if alpha == 0 || above.isHole { return below }
        let isSeeThrough = above.flags.contains(.seeThrough)
        var result = above
        result.flags.remove(.seeThrough)
        if alpha == 255 {
            if isSeeThrough { result.background = below.background }
            return result
        }
        let background = isSeeThrough ? below.background : mix(below.background, above.background, alpha: alpha)
        let tint = isSeeThrough ? below.background : above.background
        if above.isBlank || (alpha < 128 && !below.isBlank) {
            result = below
            if !below.isBlank { result.foreground = mix(below.foreground, tint, alpha: alpha) }
        } else {
            result.foreground = mix(below.background, above.foreground, alpha: alpha)
        }
        result.background = background
        return result
    }
}
