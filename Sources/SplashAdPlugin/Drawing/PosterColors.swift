import HostRuntime

/// The colors of the poster: a sky before sunrise, and what is in front of it.
enum PosterColors {
    static let cover = Color(0x120F26)

    static let title = Color(0xFFF6E3)
    static let titleFoot = Color(0xFFB871)
    static let titleShadow = Color(0x1A1233)
    static let headline = Color(0xFFE3B8)
    static let text = Color(0xEBDDF2)
    static let quiet = Color(0xB9A3C9)
    static let faint = Color(0x6B5F86)
    static let offer = Color(0x2A1430)
    static let offerGround = Color(0xFFC46B)
    static let control = Color(0xFFF6E3)
    static let track = Color(0x453C5E)
    static let controlGround = Color(0x1D1836)

    private static let sky: [(Double, UInt32)] = [
        (0, 0x140F2D), (0.35, 0x2B1A52), (0.65, 0x5C2A6B), (0.82, 0xA8436F), (0.93, 0xE5735F), (1, 0xF9A65A),
    ]
    private static let sea: [(Double, UInt32)] = [(0, 0x8A3D66), (0.15, 0x512A5C), (0.5, 0x291B46), (1, 0x120F26)]

    static func sky(_ place: Double) -> Color { color(at: place, of: sky) }
    static func sea(_ place: Double) -> Color { color(at: place, of: sea) }

    /// Returns the background for a text: the given color, darkened as far as the text needs it.
    static func ground(_ color: Color, under ink: Color) -> Color {
        (0...10).lazy.map { color.mixed(with: cover, amount: Double($0) / 10) }
            .first { $0.contrast(with: ink) >= Color.leastTextContrast } ?? cover
    }

    private static func color(at place: Double, of stops: [(Double, UInt32)]) -> Color {
        for (lower, upper) in zip(stops, stops.dropFirst()) where place <= upper.0 {
            let amount = (place - lower.0) / (upper.0 - lower.0)
            return Color(lower.1).mixed(with: Color(upper.1), amount: amount)
        }
        return Color(stops.last?.1 ?? 0)
    }
}
