import HostRuntime

extension AdScene {
    /// Makes the page of a creative without a picture: the title in a sky before sunrise, and the texts below its
    /// horizon.
    ///
    /// A plain page has one color, and its title is a line of text.
    init(poster creative: SplashCreative, size: Size, ink: Ink, isPlain: Bool) {
        let words = AdWords(creative, on: size, largeStep: isPlain ? 0 : ink.largeStep)
        let horizon = words.horizon.map { $0 * 2 } ?? size.height
        let squares = (0..<size.height * 2).flatMap { y in
            let isSky = y < horizon
            let (row, rows) = isSky ? (y, horizon) : (y - horizon, size.height * 2 - horizon)
            let place = Double(row) / Double(max(1, rows - 1))
            let color = isPlain ? PosterColors.cover : isSky ? PosterColors.sky(place) : PosterColors.sea(place)
            return [Color](repeating: color, count: size.width)
        }
        self.init(squares, words: words, size: size, ink: ink)
    }
}

extension AdWords {
    /// Places the words on a page without a picture, with its mark beside the skip control if there is room.
    init(_ creative: SplashCreative, on size: Size, largeStep: Int) {
        let margin = AdWords.margin(size.width)
        let column = Rect(x: margin, y: 0, width: size.width - 2 * margin, height: size.height)
        self.init(creative, in: column, largeStep: largeStep)
        guard AdWords.isRoomy(column), let top, top > 3 else { return }
        add("Advertisement", .mark, at: Point(x: margin, y: 2))
    }

    /// The first row below the sky: that of the first text, or the one before it below large letters.
    fileprivate var horizon: Int? {
        let gap = (title?.scale ?? 0) > 1 ? 1 : 0
        return lines.first { ![.mark, .brand].contains($0.role) }.map { $0.rect.minY - gap }
    }
}
