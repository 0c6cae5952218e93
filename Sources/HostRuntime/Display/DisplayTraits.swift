/// The capabilities of a display, for views that adapt to it.
public struct DisplayTraits: Hashable, Sendable {
    /// The columns and rows.
    public var size: Size

    /// The number of colors.
    public var colorDepth: ColorDepth

    /// Whether the display shows only ASCII, and a similar character, or `?`, in place of another one.
    public var isASCII: Bool

    /// Whether the user wants no animations.
    public var reducesMotion: Bool

    /// Creates the traits of a display.
    public init(
        size: Size,
        colorDepth: ColorDepth = .trueColor,
        isASCII: Bool = false,
        reducesMotion: Bool = false
    ) {
        self.size = size
        self.colorDepth = colorDepth
        self.isASCII = isASCII
        self.reducesMotion = reducesMotion
    }
}

/// The number of colors that a display can show; the raw value is the name that the option `--colors` takes.
public enum ColorDepth: String, Sendable, CaseIterable {
    /// Every color.
    case trueColor = "true"

    /// The 240 fixed colors of the xterm palette, without the first 16, which users redefine.
    case indexed256 = "256"

    /// The 16 colors of the user's theme.
    case ansi16 = "16"

    /// No colors, only attributes such as bold, underline and reverse.
    case monochrome = "none"

    /// Whether there are enough colors to mix two.
    var hasShades: Bool { self == .trueColor || self == .indexed256 }
}
