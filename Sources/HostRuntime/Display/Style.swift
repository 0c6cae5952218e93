/// The colours and attributes of drawn text.
public struct Style: Hashable, Sendable {
    /// The colour of the glyphs.
    public var foreground: Color

    /// The colour behind the glyphs; nil keeps the one that is there.
    ///
    /// Where nothing was drawn on the canvas before, that is the background of
    /// what lies below the window.
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
