import HostRuntime

/// The inspector's styles, by meaning, from the colors of the host's theme.
enum Styles {
    static let page = Theme.page
    static let bar = Theme.panel
    static let quiet = Style(foreground: Theme.quiet.foreground, background: Theme.page.background)
    static let quietOnBar = Style(foreground: Theme.quiet.foreground, background: Theme.panel.background)
    static let keyOnBar = Style(
        foreground: Theme.page.foreground,
        background: Theme.panel.background,
        attributes: .bold
    )
    static let accentOnBar = Style(foreground: Theme.accent, background: Theme.panel.background)

    /// The headings of tables and details.
    static let heading = Style(
        foreground: Theme.quiet.foreground,
        background: Theme.page.background,
        attributes: .bold
    )

    static let title = Style(foreground: .white, background: Theme.page.background, attributes: .bold)

    /// Lines and frames.
    static let line = Style(foreground: Color(0x565D73), background: Theme.page.background)

    /// The selected row of a table that doesn't have the keyboard.
    static let idleSelection = Style(
        foreground: .white,
        background: Theme.button.background,
        attributes: .bold
    )
}
