/// The 16 colors of a terminal's theme, and their choice for other colors.
///
/// The hue comes first: red text means an error even if the only red is not
/// very near. A color and a darker shade of it keep their hue, so dimming goes
/// from the bright color to the plain one to black, and from white to gray to
/// black. Nothing gets brighter by dimming.
enum ANSIColor {
    /// The theme's colors as xterm defines them; a user's theme may differ.
    static let xterm: [UInt32] = [
        0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
        0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
    ]

    /// The indices of the colors without a hue; the gray is between black and light gray, or beside one of them.
    static let (black, lightGray, white) = (UInt32(0), UInt32(7), UInt32(15))
    static let gray: UInt32 = 8

    /// Returns the index, 0 to 15, of the color that stands for another.
    static func index(of color: Color) -> UInt8 {
        let channels = (Int(color.red), Int(color.green), Int(color.blue))
        let high = max(channels.0, channels.1, channels.2)
        let low = min(channels.0, channels.1, channels.2)
        // Below a third, it is a tint of a dark page, which is gray here; above, a mark on it.
        guard 3 * (high - low) >= high, high > 0 else { return gray(color.brightness) }
        guard high >= 77 else { return 0 }
        let hue = hue(channels, high, low)
        // Plain green, yellow and cyan are already light.
        let isPale = high >= 220 && low >= 64 && [1, 4, 5].contains(hue)
        return hue + (isPale || high >= 240 ? 8 : 0)
    }

    private static func gray(_ brightness: Int) -> UInt8 {
        switch brightness {
        case ..<50: 0
        case ..<160: UInt8(gray)
        case ..<230: 7
        default: 15
        }
    }

    /// The plain color of a hue.
    ///
    /// Orange is the color of warnings, so it becomes yellow; sky blue becomes
    /// cyan.
    private static func hue(_ channels: (red: Int, green: Int, blue: Int), _ high: Int, _ low: Int) -> UInt8 {
        let range = high - low
        var degrees =
            switch high {
            case channels.red: 60 * (channels.green - channels.blue) / range
            case channels.green: 120 + 60 * (channels.blue - channels.red) / range
            default: 240 + 60 * (channels.red - channels.green) / range
            }
        if degrees < 0 { degrees += 360 }
        switch degrees {
        case 25..<75: return 3
        case 75..<165: return 2
        case 165..<215: return 6
        case 215..<270: return 4
        case 270..<330: return 5
        default: return 1
        }
    }
}
