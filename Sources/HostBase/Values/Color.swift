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
