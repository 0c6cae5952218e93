/// The colors of the host's controls, by meaning.
///
/// Text has a contrast of at least 4.5 with its background in every number of
/// colors. On a display with 16 colors, which each terminal's theme defines anew,
/// text is black, white or light gray, and only lines, blocks and shapes have
/// a hue. Styles that mark something have an attribute as well, so that they are
/// visible without colors.
public enum Theme {
    /// The style of a page.
    public static let page = Style(foreground: Color(0xE6E1D8), background: Color(0x1B1E27))

    /// The style of text on a page or a panel, whose background it keeps.
    public static let text = Style(foreground: page.foreground)

    /// The style of less important text.
    public static let quiet = Style(foreground: Color(0x949AAC))

    /// The style of a title.
    public static let title = Style(foreground: Color(0xFFFFFF), attributes: .bold)

    /// The style of a button.
    public static let button = Style(foreground: Color(0xF4F1EA), background: Color(0x3D4358))

    /// The style of a button that has the keyboard, and of the selected row of a list.
    ///
    /// It is reversed, so that it stands out without colors too.
    public static let selection = Style(
        foreground: Color(0xF2B84B),
        background: Color(0x1B1E27),
        attributes: [.reverse, .bold]
    )

    /// The style of a text field.
    public static let field = Style(foreground: Color(0xFFFFFF), background: Color(0x2A2F40), attributes: .underline)

    /// The style of a panel or a card.
    public static let panel = Style(foreground: Color(0xE6E1D8), background: Color(0x262B3A))

    /// The accent color, which attracts the eye first.
    public static let accent = Color(0xF2B84B)

    /// The color of a good state.
    public static let good = Color(0x7BC47F)

    /// The color of a state that needs attention.
    public static let caution = Color(0xF2B84B)

    /// The color of a dangerous state.
    public static let danger = Color(0xEC7279)
}
