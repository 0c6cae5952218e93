/// The colours that the host's own controls are drawn in, by what they mean.
///
/// Where there are 16 colours, each is shown in the theme's colour of the same
/// hue. Styles that mark something carry an attribute beside their colours, so
/// that they are still seen where there are none.
public enum Theme {
    /// The page.
    public static let page = Style(foreground: Color(0xE6E1D8), background: Color(0x1B1E27))

    /// Text that matters less.
    public static let quiet = Style(foreground: Color(0x8C92A4))

    /// A title.
    public static let title = Style(foreground: Color(0xFFFFFF), attributes: .bold)

    /// What can be pressed.
    public static let button = Style(foreground: Color(0xF4F1EA), background: Color(0x3D4358))

    /// What can be pressed and has the keyboard, and the chosen row of a list.
    ///
    /// Drawn reversed, so that it stands out without colours too.
    public static let selection = Style(
        foreground: Color(0xF2B84B),
        background: Color(0x1B1E27),
        attributes: [.reverse, .bold]
    )

    /// A field to type in.
    public static let field = Style(foreground: Color(0xFFFFFF), background: Color(0x2A2F40), attributes: .underline)

    /// A panel or a card on the page.
    public static let panel = Style(foreground: Color(0xE6E1D8), background: Color(0x262B3A))

    /// The accent: what the eye should find first.
    public static let accent = Color(0xF2B84B)

    /// In order.
    public static let good = Color(0x7BC47F)

    /// Wants attention.
    public static let caution = Color(0xF2B84B)

    /// Dangerous.
    public static let danger = Color(0xE5636A)
}
