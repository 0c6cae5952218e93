/// The number of colors that a display can show.
public enum ColorDepth: String, Sendable, CaseIterable {
    /// Every color.
    case trueColor

    /// The 240 fixed colors of the xterm palette, without the first 16, which users redefine.
    case indexed256

    /// The 16 colors of the user's theme.
    case ansi16

    /// No colors, only attributes such as bold, underline and reverse.
    case monochrome

    /// Whether there are enough colors to mix two.
    var hasShades: Bool { self == .trueColor || self == .indexed256 }
}
