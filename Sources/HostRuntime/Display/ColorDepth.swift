/// How many colours a display can show.
public enum ColorDepth: String, Sendable, CaseIterable {
    /// Every colour.
    case trueColor

    /// The 240 fixed colours of the xterm palette; the first 16, which users redefine, are not used.
    case indexed256

    /// The 16 colours of the user's theme.
    case ansi16

    /// No colours: only bold, underline, reverse and their like.
    case monochrome

    /// Whether there are colours enough to mix two.
    var hasShades: Bool { self == .trueColor || self == .indexed256 }
}
