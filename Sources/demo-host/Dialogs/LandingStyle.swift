import HostRuntime

/// The colours of a landing page, which is light so that nobody takes it for the shop.
enum LandingStyle {
    /// The bar around a page.
    static let frame = Style(foreground: Color(0xE6E1D8), background: Color(0x11131A))

    /// The tab and the line of the address.
    static let tools = Style(foreground: Color(0xE6E1D8), background: Color(0x2A2F40))

    static let paperColor = Color(0xF4F0E6)
    static let paper = Style(foreground: Color(0x2A2C33), background: paperColor)
    static let heading = Style(foreground: Color(0x1B1E27), background: paperColor, attributes: .bold)
    static let text = Style(foreground: Color(0x4A4D57), background: paperColor)

    static let sketchColor = Color(0xDED8C9)
    static let sketch = Style(foreground: sketchColor, background: paperColor)

    /// The colour of a site: the same one each time, so that a site is known again.
    static func tint(of host: String) -> Color {
        let colors: [Color] = [0x2F7F6C, 0x9A5430, 0x3F689F, 0x8C446C, 0x6B702F, 0x584F9C].map { Color($0) }
        // FNV-1a: a hash of Swift's own is another one in each run.
        let hash = host.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
        return colors[Int(hash % UInt32(colors.count))]
    }
}
