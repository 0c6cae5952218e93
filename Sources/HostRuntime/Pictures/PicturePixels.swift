/// The colours of a picture's pixels by cell, each half of a cell being one pixel.
struct PicturePixels {
    /// The halves of a cell; nil where what lies below is seen.
    struct Pair: Hashable {
        var upper: Color?
        var lower: Color?
    }

    private let picture: Picture
    private let layout: PictureLayout
    private let ground: Color?

    init(_ picture: Picture, at layout: PictureLayout, on ground: Color?) {
        self.picture = picture
        self.layout = layout
        self.ground = ground
    }

    /// The columns in which there are pixels.
    var columns: Range<Int> { layout.x..<layout.x + layout.width }

    /// Returns the pixels of a cell in one of the columns.
    func pair(_ x: Int, _ y: Int) -> Pair {
        Pair(upper: color(x - layout.x, y * 2 - layout.y), lower: color(x - layout.x, y * 2 + 1 - layout.y))
    }

    private func color(_ x: Int, _ y: Int) -> Color? {
        guard y >= 0, y < picture.height else { return nil }
        let start = (y * picture.width + x) * 4
        let color = Color(
            red: picture.pixels[start],
            green: picture.pixels[start + 1],
            blue: picture.pixels[start + 2]
        )
        let alpha = picture.pixels[start + 3]
        guard let ground else { return alpha >= 128 ? color : nil }
        // Windows are blended in this way too.
        return alpha == 0 ? nil : Color(Blend.mix(ground.rgb, color.rgb, alpha: alpha))
    }
}
