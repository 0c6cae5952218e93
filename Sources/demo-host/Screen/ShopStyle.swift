import HostRuntime

/// The colours that the shop adds to the theme's.
enum ShopStyle {
    /// The bars at the top and at the bottom.
    static let bar = Style(foreground: Color(0xE6E1D8), background: Color(0x11131A))

    /// The navigation beside the page.
    static let side = Style(foreground: Color(0xB9BDC9), background: Color(0x161921))

    /// The entry of the page that is seen.
    static let current = Style(foreground: Color(0xFFFFFF), background: Color(0x262B3A), attributes: .bold)

    /// A heading over a group.
    static let heading = Style(foreground: Color(0x6C7286), attributes: .bold)

    /// A key in a hint.
    static let key = Style(foreground: Theme.accent, attributes: .bold)

    /// A key in a text, as it is on the keyboard.
    static let keycap = Style(foreground: Theme.accent, background: Color(0x2A2F40), attributes: .bold)

    /// What is there and may not be read.
    static let hidden = Style(foreground: Color(0x262B3A))

    /// A button that cannot be taken back.
    static let dangerButton = Style(foreground: .white, background: Color(0x9C2F38), attributes: .bold)

    /// The same with the keyboard on it.
    static let focusedDangerButton = Style(
        foreground: Color(0xFF6B73),
        background: Color(0x11131A),
        attributes: [.reverse, .bold]
    )

    /// What stands out in a text without a colour of its own.
    static let strong = Style(foreground: Color(0xFFFFFF), attributes: .bold)

    /// Plain text on whatever is below.
    static let text = Style(foreground: Color(0xE6E1D8))
}

extension CommandChoice.Tint {
    /// The colour that the shop draws the tint in.
    var color: Color {
        switch self {
        case .normal: Color(0x7FB4E6)
        case .good: Theme.good
        case .caution: Theme.caution
        case .danger: Theme.danger
        }
    }

    /// The shape that stands for the tint where there are no colours: the emptier, the worse.
    var sign: Character {
        switch self {
        case .normal, .good: "●"
        case .caution: "◐"
        case .danger: "○"
        }
    }

    /// The sign in its colour, before the word that it is about.
    var mark: Span { Span("\(sign) ", Style(foreground: color)) }
}

extension ShopEnvironment {
    /// How the environment's name is written; production wears a warning, which the others are too quiet to drown.
    var badge: Style {
        switch self {
        case .production: Style(foreground: Color(0xC0353F), background: .white, attributes: [.reverse, .bold])
        default: Style(foreground: tint.color, background: Color(0x232838))
        }
    }
}
