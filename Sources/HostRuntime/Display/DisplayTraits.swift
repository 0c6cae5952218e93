/// What a display is able to show, for views that adapt to it.
public struct DisplayTraits: Hashable, Sendable {
    /// The columns and rows.
    public var size: Size

    /// How many colours there are.
    public var colorDepth: ColorDepth

    /// Whether only ASCII can be shown.
    public var isASCII: Bool

    /// Whether the user wants no animations.
    public var reducesMotion: Bool

    /// Whether there is a mouse.
    public var hasPointer: Bool

    /// Creates the traits of a display.
    public init(
        size: Size,
        colorDepth: ColorDepth = .trueColor,
        isASCII: Bool = false,
        reducesMotion: Bool = false,
        hasPointer: Bool = true
    ) {
        self.size = size
        self.colorDepth = colorDepth
        self.isASCII = isASCII
        self.reducesMotion = reducesMotion
        self.hasPointer = hasPointer
    }
}
