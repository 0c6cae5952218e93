/// A view that shows a picture in half blocks: two pixels in a cell, one above the other.
///
/// Transparent parts of the picture are blended with the color of the view's
/// `background`. Without one, pixels are shown where they are at least half
/// opaque; elsewhere, the view below is visible.
///
/// On a display with only ASCII, or without colors, the view draws characters
/// that are denser where the picture is brighter, in the style `background` or,
/// without one, the page's.
open class PictureView: View {
    /// The picture; `nil` shows nothing.
    public var picture: Picture? {
        didSet { if picture != oldValue { contentDidChange() } }
    }

    /// The mode in which the picture fills the view.
    public var contentMode: Picture.ContentMode {
        didSet { if contentMode != oldValue { contentDidChange() } }
    }

    /// The number of times the picture was scaled, which takes longer than drawing it.
    private(set) var scalings = 0

    private var scaled: (size: Size, layout: PictureLayout, picture: Picture)?
    private var blocks: (ground: Color?, blocks: HalfBlocks)?

    /// Creates a view of a picture.
    public init(_ picture: Picture? = nil, contentMode: Picture.ContentMode = .fit, frame: Rect = .zero) {
        self.picture = picture
        self.contentMode = contentMode
        super.init(frame: frame)
    }

    open override func draw(in canvas: inout Canvas) {
        guard let (layout, picture) = scaledPicture() else { return }
        if canvas.isASCII || !canvas.hasColors {
            drawCharacters(of: picture, at: layout, in: &canvas)
        } else {
            halfBlocks(of: picture, at: layout).draw(in: &canvas)
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
        blocks = nil
        return (layout, result)
    }

    private func halfBlocks(of picture: Picture, at layout: PictureLayout) -> HalfBlocks {
        let ground = background?.background
        if let blocks, blocks.ground == ground { return blocks.blocks }
        let width = bounds.width
        let squares = (0..<width * bounds.height * 2).map { index in
            picture.color(x: index % width - layout.x, y: index / width - layout.y, on: ground)
        }
        let result = HalfBlocks(squares, size: bounds.size)
        blocks = (ground, result)
        return result
    }

    private func drawCharacters(of picture: Picture, at layout: PictureLayout, in canvas: inout Canvas) {
        let style = background ?? Theme.page
        let ground = style.background ?? .black
        // On a light page, ink is dark: the densest character is the darkest.
        let isInverted = ground.brightness > style.foreground.brightness
        let last = HalfBlocks.characters.count - 1
        for y in layout.y / 2..<(layout.y + layout.height + 1) / 2 {
            for x in layout.x..<layout.x + layout.width {
                let halves = (0..<2).map { half in
                    picture.color(x: x - layout.x, y: y * 2 + half - layout.y, on: background?.background)
                }
                guard halves != [nil, nil] else { continue }
                let sum = halves.reduce(0) { $0 + ($1 ?? ground).brightness }
                let level = (sum * last + 255) / 510
                let character = HalfBlocks.characters[isInverted ? last - level : level]
                canvas.fill(Rect(x: x, y: y, width: 1, height: 1), style: style, character: character)
            }
        }
    }
}
