import HostRuntime

extension AdWords {
    /// Places the words on a picture, in the column beside or below it, or on a page without one.
    ///
    /// - Parameter arrangement: That of the picture; nil without one.
    /// - Parameter largeStep: The number of which the scale of large letters is
    ///   a multiple: 2 for whole cells, 0 for none.
    init(
        _ creative: SplashCreative,
        in column: Rect,
        arrangement: PictureAdLayout.Arrangement? = nil,
        largeStep: Int
    ) {
        guard column.width > 0, column.height > 0 else { return }
        isRightToLeft = creative.isRightToLeft
        let height = column.height
        let footer = AdWords.footer(height)
        let bottom = footer.map { height >= 10 ? $0 - 1 : $0 } ?? height
        let most =
            switch arrangement {
            case .bleed: max(min(4, bottom), height * 2 / 5)
            case .above: max(min(3, bottom - 2), height / 3)
            // Below the skip control.
            case .beside: bottom - (height >= 10 ? 5 : 1)
            // The same, and beside it where there is one row.
            case nil: max(1, bottom - (AdWords.isRoomy(column) ? 4 : 1))
            }
        // At most four fifths of the width, or what leaves the skip control its room.
        let widest = arrangement == nil ? column.width * 2 / 3 : column.width * 4 / 5
        let versions = AdWords.versions(of: creative.title, widest, height, largeStep: largeStep).lazy.map {
            AdWords.block(creative, $1, in: column, scale: $0, arrangement)
        }
        if let (words, rows) = versions.first(where: { $0.height <= min(most, bottom) }), rows > 0 {
            self = words
            let isAtFoot = arrangement == .bleed || arrangement == .above
            move(by: isAtFoot ? bottom - rows : max(bottom - most, (height - rows) / 2))
        }
        if let footer { placeFooter(creative.brand, y: footer, from: column.minX, width: column.width) }
    }

    /// The scales of the title and the parts of each version of the words, the best first; 0 is a line of text.
    private static func versions(
        of title: String,
        _ width: Int,
        _ height: Int,
        largeStep step: Int
    ) -> [(Int, [Role])] {
        var large: [Int] = []
        if step > 0, let squares = BlockFont.width(of: title) {
            let largest = min(width / squares, height / 12)
            large = stride(from: largest / step * step, to: 0, by: -step).map { $0 }
        }
        let all: [Role] = [.title, .headline, .text, .offer]
        let short: [Role] = [.title, .headline, .offer]
        // Prefer smaller letters to leaving out the text.
        return large.map { ($0, all) } + large.map { ($0, short) }
            + [(0, all), (0, short), (0, [.title, .headline]), (0, [.title])]
    }

    /// Returns a version of the words at the top of a column, and its height.
    private static func block(
        _ creative: SplashCreative,
        _ parts: [Role],
        in column: Rect,
        scale: Int,
        _ arrangement: PictureAdLayout.Arrangement?
    ) -> (words: AdWords, height: Int) {
        var words = AdWords()
        words.isRightToLeft = creative.isRightToLeft
        let isPage = arrangement == nil
        let isCentered = isPage || arrangement == .above
        var y = 0

        func start(_ width: Int, of text: String) -> Int {
            // On a very low screen the skip control is at the right of the title.
            if column.height < 4 { return column.minX }
            return isCentered
                ? column.minX + max(0, (column.width - width) / 2)
                : words.start(of: text, width: width, in: column.minX..<column.maxX)
        }

        func add(_ whole: String, _ texts: [String], _ role: Role, gap: Int) {
            guard parts.contains(role), texts != [""] else { return }
            if y > 0 { y += gap }
            for text in texts {
                words.add(text, role, at: Point(x: start(TextWidth.width(of: text), of: whole), y: y))
                y += 1
            }
        }

        if scale > 0 {
            var title = LargeTitle(word: creative.title, origin: .zero, scale: scale)
            title.origin.x = start(title.rect.width, of: title.word)
            words.title = title
            y = title.rect.height
        } else {
            add(creative.title, [TextWidth.truncate(creative.title, to: column.width)], .title, gap: 0)
        }
        // Longer lines make it hard to find the next one.
        let width = min(column.width, isPage ? 48 : 60)
        // On a page, the foot of the sky is below large letters.
        let gap = isPage ? scale * 2 : min(scale, 2)
        add(creative.headline, TextWidth.wrap(creative.headline, to: width), .headline, gap: gap)
        add(creative.text, TextWidth.wrap(creative.text, to: width), .text, gap: min(scale / 2, 1))
        let offer = creative.offer.isEmpty ? "" : " \(creative.offer) "
        add(offer, [TextWidth.truncate(offer, to: column.width)], .offer, gap: 1)
        return (words, y)
    }
}
