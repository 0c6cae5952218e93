import HostRuntime

/// The words of an advertisement with a picture, each line at its place; a pure value.
///
/// Lines that don't fit are left out, the least important first, because half a
/// sentence says less than none.
struct PictureAdWords: Hashable, Sendable {
    private(set) var lines: [PosterWords.Line] = []
    private(set) var title: LargeTitle?

    /// The cells for a hint at the keys, to the right of the brand; empty if there is no room.
    private(set) var hint = Rect.zero

    /// The first row with words, or the height of the column if there are none.
    private(set) var top: Int

    private let column: Rect
    private let isCentered: Bool

    /// The rows of one version of the words, before they have a place.
    private struct Block {
        var title: LargeTitle?
        var rows: [(role: PosterWords.Role, text: String, gap: Int)] = []

        var height: Int {
            (title?.rect.height ?? 0) + rows.reduce(0) { $0 + 1 + $1.gap }
        }
    }

    init(
        _ creative: SplashCreative,
        in column: Rect,
        arrangement: PictureAdLayout.Arrangement,
        largeStep: Int
    ) {
        self.column = column
        isCentered = arrangement == .above
        top = column.height
        guard column.width > 0, column.height > 0 else { return }
        let footer = column.height - (column.height >= 8 ? 2 : 1)
        let hasFooter = column.height >= 4
        if hasFooter { placeFooter(creative.brand, y: footer) }

        let bottom = !hasFooter ? footer + 1 : column.height >= 10 ? footer - 1 : footer
        let most =
            switch arrangement {
            case .bleed: max(min(4, bottom), column.height * 2 / 5)
            case .above: max(min(3, bottom - 2), column.height / 3)
            // Below the skip control.
            case .beside: bottom - (column.height >= 10 ? 5 : 1)
            }
        let blocks = PictureAdWords.blocks(creative, column, largeStep: largeStep)
        guard let block = blocks.first(where: { $0.height <= min(most, bottom) }), block.height > 0 else { return }
        let first =
            arrangement == .beside ? max(bottom - most, (column.height - block.height) / 2) : bottom - block.height
        place(block, y: first)
    }

    // MARK: - What is said

    /// The versions of the words, the best first.
    private static func blocks(_ creative: SplashCreative, _ column: Rect, largeStep: Int) -> [Block] {
        let large = largeTitle(creative.title, column, step: largeStep)
        var blocks: [Block] = []
        // Prefer smaller letters to leaving out the text.
        for hasText in [true, false] {
            for scale in large {
                blocks.append(block(creative, column, scale: scale, hasText: hasText, hasOffer: true))
            }
        }
        for (text, offer) in [(true, true), (false, true), (false, false)] {
            blocks.append(block(creative, column, scale: 0, hasText: text, hasOffer: offer))
        }
        var short = creative
        short.headline = ""
        blocks.append(block(short, column, scale: 0, hasText: false, hasOffer: false))
        return blocks
    }

    /// The scales at which the title fits into four fifths of the width, the largest first.
    private static func largeTitle(_ title: String, _ column: Rect, step: Int) -> [Int] {
        guard step > 0, let squares = BlockFont.width(of: title) else { return [] }
        let largest = min(column.width * 4 / 5 / squares, column.height / 12)
        return stride(from: largest / step * step, to: 0, by: -step).map { $0 }
    }

    private static func block(
        _ creative: SplashCreative,
        _ column: Rect,
        scale: Int,
        hasText: Bool,
        hasOffer: Bool
    ) -> Block {
        var block = Block()
        func add(_ texts: [String], _ role: PosterWords.Role, gap: Int) {
            for (index, text) in texts.enumerated() {
                let isFirst = block.title == nil && block.rows.isEmpty
                block.rows.append((role, text, index == 0 && !isFirst ? gap : 0))
            }
        }
        if scale > 0 {
            block.title = LargeTitle(word: creative.title, origin: .zero, scale: scale)
        } else if !creative.title.isEmpty {
            add([TextWidth.truncate(creative.title, to: column.width)], .title, gap: 0)
        }
        // Longer lines make it hard to find the next one.
        let width = min(column.width, 60)
        if !creative.headline.isEmpty {
            add(TextWidth.wrap(creative.headline, to: width), .headline, gap: min(scale, 2))
        }
        if hasText, !creative.text.isEmpty {
            add(TextWidth.wrap(creative.text, to: width), .text, gap: min(scale / 2, 1))
        }
        if hasOffer, !creative.offer.isEmpty {
            add([TextWidth.truncate(" \(creative.offer) ", to: column.width)], .offer, gap: 1)
        }
        return block
    }

    // MARK: - Where

    private mutating func place(_ block: Block, y first: Int) {
        top = first
        var y = first
        if let title = block.title {
            let x = start(width: title.rect.width)
            self.title = LargeTitle(word: title.word, origin: Point(x: x, y: y), scale: title.scale)
            y += title.rect.height
        }
        for row in block.rows {
            y += row.gap
            let x = start(width: TextWidth.width(of: row.text))
            lines.append(PosterWords.Line(role: row.role, text: row.text, origin: Point(x: x, y: y)))
            y += 1
        }
    }

    private func start(width: Int) -> Int {
        column.minX + (isCentered ? max(0, (column.width - width) / 2) : 0)
    }

    private mutating func placeFooter(_ brand: String, y: Int) {
        top = y
        let shown = TextWidth.truncate(brand, to: column.width)
        let taken = TextWidth.width(of: shown)
        if taken > 0 {
            lines.append(PosterWords.Line(role: .brand, text: shown, origin: Point(x: column.minX, y: y)))
        }
        guard column.width - (taken > 0 ? taken + 4 : 0) >= SplashHint.width else { return }
        hint = Rect(x: column.maxX - SplashHint.width, y: y, width: SplashHint.width, height: 1)
    }
}
