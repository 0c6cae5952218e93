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
