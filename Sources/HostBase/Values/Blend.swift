/// Color blending for translucent windows.
package enum Blend {
    /// Returns the color at `alpha` / 255 of the way from one color to another.
    ///
    /// The result is exact at 0 and 255, and within one step of the real number
    /// in between. Red and blue share a multiplication: their products can't
    /// overlap.
    @inline(__always)
    package static func mix(_ below: UInt32, _ above: UInt32, alpha: UInt8) -> UInt32 {
        let weight = UInt32(alpha) &+ UInt32(alpha >> 7)
        let rest: UInt32 = 256 &- weight
        let redBlue = (below & 0xFF00FF) &* rest &+ (above & 0xFF00FF) &* weight &+ 0x800080
        let green = (below & 0x00FF00) &* rest &+ (above & 0x00FF00) &* weight &+ 0x008000
        return (redBlue >> 8) & 0xFF00FF | (green >> 8) & 0x00FF00
    }
}
