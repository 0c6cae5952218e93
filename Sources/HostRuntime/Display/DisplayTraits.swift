/// The capabilities of a display, for views that adapt to it.
public struct DisplayTraits: Hashable, Sendable {
    /// The columns and rows.
    public var size: Size

    /// The number of colors.
    public var colorDepth: ColorDepth

    /// Whether the display shows only ASCII.
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
