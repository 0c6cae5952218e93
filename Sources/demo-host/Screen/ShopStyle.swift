import HostRuntime

enum ShopStyle {
    static let bar = Style(foreground: Color(0xE6E1D8), background: Color(0x11131A))
    static let side = Style(foreground: Color(0xB9BDC9), background: Color(0x161921))
    static let current = Style(foreground: Color(0xFFFFFF), background: Color(0x262B3A), attributes: .bold)
    static let heading = Style(foreground: Theme.quiet.foreground, attributes: .bold)
    static let key = Style(foreground: Theme.accent, attributes: .bold)

    /// A key in a text, drawn as a key of the keyboard.
    static let keycap = Style(foreground: Theme.accent, background: Color(0x2A2F40), attributes: .bold)
    static let hidden = Style(foreground: Color(0x262B3A))

    /// A button whose action can't be undone.
    static let dangerButton = Style(foreground: .white, background: Color(0x9C2F38), attributes: .bold)

    static let focusedDangerButton = Style(
        foreground: Color(0xFF6B73),
        background: Color(0x11131A),
        attributes: [.reverse, .bold]
    )

    static let strong = Style(foreground: Color(0xFFFFFF), attributes: .bold)
    static let text = Style(foreground: Color(0xE6E1D8))
}

extension CommandChoice.Tint {
    var color: Color {
        switch self {
        case .normal: Color(0x7FB4E6)
        case .good: Theme.good
        case .caution: Theme.caution
        case .danger: Theme.danger
        }
    }

    /// The tint's shape on a screen without colors: the emptier, the worse.
    var sign: Character {
        switch self {
        case .normal, .good: "●"
        case .caution: "◐"
        case .danger: "○"
        }
    }

    var mark: Span { Span("\(sign) ", Style(foreground: color)) }
}

extension ShopEnvironment {
    /// The style of the environment's name: a warning in production, and quiet in the others.
    var badge: Style {
        switch self {
        case .production: Style(foreground: Color(0xC0353F), background: .white, attributes: [.reverse, .bold])
        default: Style(foreground: tint.color, background: Color(0x232838))
        }
    }
}
