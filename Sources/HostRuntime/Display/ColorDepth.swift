/// The number of colours that a display can show.
public enum ColorDepth: String, Sendable, CaseIterable {
    /// Every colour.
    case trueColor

    /// The 240 fixed colours of the xterm palette, without the first 16, which users redefine.
    case indexed256

    /// The 16 colours of the user's theme.
    case ansi16

    /// No colours, only attributes such as bold, underline and reverse.
    case monochrome

    /// Whether there are enough colours to mix two.
    var hasShades: Bool { self == .trueColor || self == .indexed256 }
}
