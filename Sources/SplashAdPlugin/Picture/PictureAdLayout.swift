import HostRuntime

/// The layout of a picture and the words of its advertisement, for any size; a pure value.
///
/// A picture that is about as wide as the screen fills it, and the words stand
/// on its darkened foot. A wide picture stands above the words and a tall one
/// beside them, on the page.
struct PictureAdLayout: Hashable, Sendable {
    enum Arrangement: Hashable, Sendable {
        /// The picture fills the screen, and the words stand on its foot.
        case bleed
        /// All of the picture is above the words.
        case above
        /// All of the picture is left of the words, as high as the screen.
        case beside
    }

    let size: Size

    let arrangement: Arrangement

    /// The squares of the picture; a cell is one square wide and two high.
    let picture: Rect

    let words: AdWords

    /// The row at which the words begin.
    let wordsTop: Int

    /// Creates the layout for a picture's size in pixels.
    ///
    /// - Parameter mayBleed: Whether the picture may fill the screen, which
    ///   cuts off parts of it.
    /// - Parameter largeStep: The number of which the scale of large letters is
    ///   a multiple: 2 for whole cells, 0 for none.
    init(
        _ creative: SplashCreative,
        pixels: (width: Int, height: Int),
        size: Size,
        mayBleed: Bool,
        largeStep: Int
    ) {
        self.size = size
        let arrangement = PictureAdLayout.arrangement(pixels, size, mayBleed: mayBleed)
        self.arrangement = arrangement
        let beside = PictureAdLayout.fitted(pixels, in: Rect(x: 0, y: 0, width: size.width, height: size.height * 2))
        let margin = AdWords.margin(size.width)
        let left = arrangement == .beside ? beside.width + max(2, margin * 2 / 3) : margin
        let column = Rect(x: left, y: 0, width: size.width - left - margin, height: size.height)
        words = AdWords(creative, in: column, arrangement: arrangement, largeStep: largeStep)
        wordsTop = words.top ?? size.height
        switch arrangement {
        case .bleed:
            picture = Rect(x: 0, y: 0, width: size.width, height: size.height * 2)
        case .beside:
            picture = Rect(x: 0, y: 0, width: beside.width, height: size.height * 2)
        case .above:
            // If there is room, leave a row of the page above and below.
            let air = wordsTop >= 7 ? 1 : 0
            let below = wordsTop >= 10 ? 2 : air
            let room = Rect(x: 0, y: air * 2, width: size.width, height: max(1, wordsTop - air - below) * 2)
            picture = PictureAdLayout.fitted(pixels, in: room)
        }
    }

    /// Returns the largest place for a picture in the middle of a room.
    private static func fitted(_ pixels: (width: Int, height: Int), in room: Rect) -> Rect {
        let scale = min(Double(room.width) / Double(pixels.width), Double(room.height) / Double(pixels.height))
        let width = min(room.width, max(1, Int((Double(pixels.width) * scale).rounded())))
        let height = min(room.height, max(1, Int((Double(pixels.height) * scale).rounded())))
        return Rect(
            x: room.minX + (room.width - width) / 2,
            y: room.minY + (room.height - height) / 2,
            width: width,
            height: height
        )
    }

    private static func arrangement(_ pixels: (width: Int, height: Int), _ size: Size, mayBleed: Bool) -> Arrangement {
        let shape = Double(pixels.width) / Double(pixels.height)
        let screen = Double(size.width) / Double(max(1, size.height * 2))
        // If too much of it were cut off, it wouldn't be shown as it was meant.
        if mayBleed, shape < screen * 1.7, shape > screen / 1.7 { return .bleed }
        let tall = Double(size.height * 2) * shape
        let hasRoom = size.height >= 8 && Double(size.width) - tall >= max(20, Double(size.width) * 0.45)
        if mayBleed, shape < screen, hasRoom { return .beside }
        return size.height >= 6 ? .above : .bleed
    }

    /// Returns the squares of the whole screen with a picture.
    ///
    /// - Parameter tone: The tone of the first picture, so that the page stays the same behind all of them.
    func squares(of picture: Picture, on tone: PictureTone) -> [Color] {
        let (width, height) = (size.width, size.height * 2)
        let (page, plate) = tone.ground
        var squares = [Color](repeating: page, count: width * height)
        if let plate {
            // A dark picture without a ground gets a bright one, a little larger than itself.
            let card = self.picture.inset(horizontally: -3, vertically: -1)
                .intersection(Rect(x: 0, y: 0, width: width, height: min(height, wordsTop * 2 - 1)))
            for y in card.minY..<card.maxY {
                for x in card.minX..<card.maxX { squares[y * width + x] = plate }
            }
        }
        let place = self.picture
        let scaled = picture.scaled(width: place.width, height: place.height)
        for y in 0..<min(scaled.height, height - place.minY) {
            for x in 0..<scaled.width {
                guard let color = scaled.color(x: x, y: y, on: plate ?? page) else { continue }
                let shade = shade(atSquare: y, x: x)
                squares[(place.minY + y) * width + place.minX + x] =
                    shade > 0 ? color.mixed(with: PosterColors.cover, amount: shade) : color
            }
        }
        return squares
    }

    /// The darkening, 0...1, of a square of a picture that fills the screen; it grows towards the words.
    private func shade(atSquare y: Int, x: Int) -> Double {
        guard arrangement == .bleed, !words.isBare else { return 0 }
        let top = Double(wordsTop * 2)
        // It begins well above the words, so that no edge is visible.
        let height = max(6, Double(size.height) * 0.36)
        let place = (Double(y) - (top - height)) / height
        guard place > 0 else { return 0 }
        let rise = place >= 1 ? 1 : place * place * (3 - 2 * place)
        let depth = max(0, Double(y) - top) / max(1, Double(size.height * 2) - top)
        // On the side away from the words, more of the picture stays visible.
        let away = words.isRightToLeft ? size.width - 1 - x : x
        let side = 1 - 0.3 * (1 - depth) * max(0, Double(away) / Double(max(1, size.width)) - 0.3) / 0.7
        return (0.72 * rise + 0.2 * depth) * side
    }
}
