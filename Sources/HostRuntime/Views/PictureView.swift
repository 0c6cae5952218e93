/// A view that shows a picture in half blocks: two pixels a cell, one above the other.
///
/// Where the view's `background` has a colour, what is see-through of the
/// picture is blended with it. Without one, pixels are shown where they are at
/// least half opaque, and what lies below the view is seen at the others.
///
/// A display that has only ASCII, or no colours, gets characters that are the
/// denser the brighter the picture is, in the style `background`, or the page's.
open class PictureView: View {
    /// The picture; nil shows nothing.
    public var picture: Picture? {
        didSet { if picture != oldValue { contentDidChange() } }
    }

    /// How the picture takes the room of the view.
    public var contentMode: ContentMode {
        didSet { if contentMode != oldValue { contentDidChange() } }
    }

    /// How often the picture has been scaled, which takes longer than to draw it.
    private(set) var scalings = 0

    private var scaled: (size: Size, layout: PictureLayout, picture: Picture)?

    /// Creates a view of a picture.
    public init(_ picture: Picture? = nil, contentMode: ContentMode = .fit, frame: Rect = .zero) {
        self.picture = picture
        self.contentMode = contentMode
        super.init(frame: frame)
    }

    /// How a picture takes the room of a view; its shape is kept.
    public enum ContentMode: Hashable, Sendable {
        /// All of it is seen, in the middle, and room may be left beside it.
        case fit
        /// All room is taken, and parts at two edges may not be seen.
        case fill
    }

    open override func draw(in canvas: inout Canvas) {
        guard let (layout, picture) = scaledPicture() else { return }
        let pixels = PicturePixels(picture, at: layout, on: background?.background)
        let rows = layout.y / 2..<(layout.y + layout.height + 1) / 2
        if canvas.isASCII || !canvas.hasColors {
            let style = background ?? Theme.page
            for y in rows { drawCharacters(of: pixels, row: y, style: style, in: &canvas) }
        } else {
            for y in rows { drawBlocks(of: pixels, row: y, in: &canvas) }
        }
    }

    private func contentDidChange() {
        scaled = nil
        setNeedsDisplay()
    }

    private func scaledPicture() -> (PictureLayout, Picture)? {
        if let scaled, scaled.size == bounds.size { return (scaled.layout, scaled.picture) }
        guard let picture, let layout = PictureLayout(picture, in: bounds.size, mode: contentMode) else { return nil }
        let result = PictureScaler.scale(picture, part: layout.part, width: layout.width, height: layout.height)
        scalings += 1
        scaled = (bounds.size, layout, result)
        return (layout, result)
    }

    private func drawBlocks(of pixels: PicturePixels, row y: Int, in canvas: inout Canvas) {
        var x = pixels.columns.lowerBound
        while x < pixels.columns.upperBound {
            let pair = pixels.pair(x, y)
            var end = x + 1
            while end < pixels.columns.upperBound, pixels.pair(end, y) == pair { end += 1 }
            let area = Rect(x: x, y: y, width: end - x, height: 1)
            switch (pair.upper, pair.lower) {
            case (let upper?, let lower?) where upper == lower:
                canvas.fill(area, style: Style(foreground: upper, background: upper))
            case (let upper?, let lower):
                canvas.fill(area, style: Style(foreground: upper, background: lower), character: "▀")
            case (nil, let lower?):
                canvas.fill(area, style: Style(foreground: lower), character: "▄")
            case (nil, nil):
                break
            }
            x = end
        }
    }

    private func drawCharacters(of pixels: PicturePixels, row y: Int, style: Style, in canvas: inout Canvas) {
        let ground = style.background ?? .black
        // On a light page, ink is dark: the densest character is the darkest.
        let isInverted = ground.luminance > style.foreground.luminance
        for x in pixels.columns {
            let pair = pixels.pair(x, y)
            guard pair.upper != nil || pair.lower != nil else { continue }
            let sum = (pair.upper ?? ground).luminance + (pair.lower ?? ground).luminance
            let level = (sum * (PictureView.characters.count - 1) + 255) / 510
            let index = isInverted ? PictureView.characters.count - 1 - level : level
            let area = Rect(x: x, y: y, width: 1, height: 1)
            canvas.fill(area, style: style, character: PictureView.characters[index])
        }
    }

    /// From the darkest to the brightest, drawn bright on dark.
    private static let characters: [Character] = Array(" .:-=+*#%@")
}
