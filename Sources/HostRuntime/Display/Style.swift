/// The colors and attributes of drawn text.
public struct Style: Hashable, Sendable {
    /// The color of the glyphs.
    public var foreground: Color

    /// The color behind the glyphs; nil keeps the one that is there.
    ///
    /// In cells that the window hasn't drawn, that's the background of the windows
    /// below.
    public var background: Color?

    /// Attributes such as bold and underline.
    public var attributes: TextAttributes

    /// Creates a style.
    public init(foreground: Color = .white, background: Color? = nil, attributes: TextAttributes = []) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }
}

extension Style: CustomStringConvertible {
    /// The style in words: `#ffffff on #202020 bold`, without what it leaves as it is.
    public var description: String {
        "\(foreground)" + (background.map { " on \($0)" } ?? "")
            + TextAttributes.names.filter { attributes.contains($0.attribute) }.map { " \($0.name)" }.joined()
    }
}

/// Attributes that make text stand out apart from its colors.
public struct TextAttributes: OptionSet, Sendable, Hashable {
    /// One bit for each attribute.
    public let rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Heavier, or brighter, than the rest.
    public static let bold = TextAttributes(rawValue: 1 << 0)

    /// Fainter than the rest.
    public static let dim = TextAttributes(rawValue: 1 << 1)

    /// Slanted; many terminals show nothing.
    public static let italic = TextAttributes(rawValue: 1 << 2)

    /// With a line below.
    public static let underline = TextAttributes(rawValue: 1 << 3)

    /// With foreground and background swapped, as for a selection on a display without colors.
    ///
    /// The colors are swapped when the text is drawn. Without a background,
    /// the text becomes black or white on its foreground.
    public static let reverse = TextAttributes(rawValue: 1 << 4)

    /// With a line through the middle.
    public static let strikethrough = TextAttributes(rawValue: 1 << 5)

    /// Each attribute with the name that people write.
    public static let names: [(name: String, attribute: TextAttributes)] = [
        ("bold", .bold), ("dim", .dim), ("italic", .italic), ("underline", .underline), ("reverse", .reverse),
        ("strikethrough", .strikethrough),
    ]

    /// The attributes that are visible on a space.
    static let visibleOnBlank: TextAttributes = [.underline, .strikethrough]
}
