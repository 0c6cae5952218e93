/// An opaque color in sRGB with 8 bits for each channel.
///
/// A display with fewer colors shows the nearest one it has.
public struct Color: Hashable, Sendable {
    /// The color as `0xRRGGBB`.
    package let rgb: UInt32

    /// Creates a color from `0xRRGGBB`; higher bits are ignored.
    public init(_ rgb: UInt32) {
        self.rgb = rgb & 0xFFFFFF
    }

    /// Creates a color from its channels.
    public init(red: UInt8, green: UInt8, blue: UInt8) {
        rgb = UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
    }

    /// The red channel.
    public var red: UInt8 { UInt8(truncatingIfNeeded: rgb >> 16) }

    /// The green channel.
    public var green: UInt8 { UInt8(truncatingIfNeeded: rgb >> 8) }

    /// The blue channel.
    public var blue: UInt8 { UInt8(truncatingIfNeeded: rgb) }

    /// Black.
    public static let black = Color(0x000000)

    /// White.
    public static let white = Color(0xFFFFFF)

    /// Returns a color between this one and another.
    ///
    /// The amount is the share of the other color: 0 is this color, 1 the
    /// other. Amounts outside that range are clamped; NaN counts as 0.
    public func mixed(with other: Color, amount: Double) -> Color {
        let share = amount > 0 ? min(amount, 1) : 0
        return Color(Blend.mix(rgb, other.rgb, alpha: UInt8(share * 255 + 0.5)))
    }

    /// Black or white, whichever is easier to read on this color.
    package var contrasting: Color { brightness > 127 ? .black : .white }

    /// Returns the contrast with another color as WCAG 2 defines it, from 1 for the same to 21 for black and white.
    public func contrast(with other: Color) -> Double {
        let (a, b) = (luminance, other.luminance)
        return Double((max(a, b) + 0.05) / (min(a, b) + 0.05))
    }

    /// The least contrast of text with its background, by WCAG 2.2 (1.4.3).
    public static let leastTextContrast = 4.5

    /// Returns whether text in this color can be read on a background.
    public func isReadable(on background: Color) -> Bool {
        contrast(with: background) >= Color.leastTextContrast
    }

    /// Returns the nearest color that can be read on a background.
    ///
    /// A color whose contrast is enough stays as it is. Another becomes lighter or
    /// darker, whichever leads away from the background if that's enough.
    public func readable(on background: Color, contrast wanted: Double = leastTextContrast) -> Color {
        guard contrast(with: background) < wanted else { return self }
        let isLighter = luminance >= background.luminance
        let ends: [Color] = isLighter ? [.white, .black] : [.black, .white]
        let end = ends.first { $0.contrast(with: background) >= wanted } ?? background.contrasting
        return (1...16).lazy.map { self.mixed(with: end, amount: Double($0) / 16) }
            .first { $0.contrast(with: background) >= wanted } ?? end
    }

    /// The relative luminance, from 0 for black to 1 for white.
    package var luminance: Float {
        let light = LinearLight.amounts
        return 0.2126 * light[Int(red)] + 0.7152 * light[Int(green)] + 0.0722 * light[Int(blue)]
    }

    /// The brightness that the color seems to have, 0...255.
    public var brightness: Int {
        (299 &* Int(red) &+ 587 &* Int(green) &+ 114 &* Int(blue)) / 1000
    }
}

extension Color: CustomStringConvertible {
    /// The color as `#rrggbb`.
    public var description: String {
        let digits = String(rgb, radix: 16)
        return "#" + String(repeating: "0", count: 6 - digits.count) + digits
    }
}

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

/// Conversion between the 256 steps of an sRGB channel (IEC 61966-2-1) and linear light, 0...1.
package enum LinearLight {
    package static let amounts: [Float] = (0..<256).map { amount(of: Float($0) / 255) }

    /// The amounts of light that look halfway between a step and the next.
    private static let borders: [Float] = (0..<255).map { amount(of: (Float($0) + 0.5) / 255) }

    /// Returns the step nearest to an amount of light; amounts outside 0...1 are clamped.
    package static func step(nearestTo amount: Float) -> UInt8 {
        var (low, high) = (0, borders.count)
        while low < high {
            let middle = (low + high) / 2
            if amount > borders[middle] { low = middle + 1 } else { high = middle }
        }
        return UInt8(low)
    }

    private static func amount(of value: Float) -> Float {
        guard value > 0.04045 else { return value / 12.92 }
        let base = (value + 0.055) / 1.055
        // The power of 2.4 without the C library: base^2 times the fifth root of base^2, by Newton's method.
        let square = base * base
        var root: Float = 1
        for _ in 0..<12 { root = (4 * root + square / (root * root * root * root)) / 5 }
        return square * root
    }
}
