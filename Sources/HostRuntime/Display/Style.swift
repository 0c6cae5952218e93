/// The colours and attributes of drawn text.
public struct Style: Hashable, Sendable {
    /// The colour of the glyphs.
    public var foreground: Color

    /// The colour behind the glyphs; `nil` keeps the one that is there.
    ///
    /// Where nothing has been drawn on the canvas before, that is the
    /// background of whatever lies below the window.
    public var background: Color?

    /// Bold, underline and their like.
    public var attributes: TextAttributes

    /// Creates a style.
    public init(foreground: Color = .white, background: Color? = nil, attributes: TextAttributes = []) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }
}
