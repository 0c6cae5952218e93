import HostRuntime

/// The texts on the poster, one line each with its place; a pure value.
///
/// The scenery leaves these cells and their surroundings free, so that nothing
/// bright is behind a word or touches it.
struct PosterWords: Hashable, Sendable {
    enum Role: Hashable, Sendable {
        case title
        case headline
        case text
        case offer
        case brand
        case hint
    }

    struct Line: Hashable, Sendable {
        let role: Role
        let text: String
        /// The cells of the text; each cell of the scenery asks for them.
        let rect: Rect

        init(role: Role, text: String, origin: Point) {
            self.role = role
            self.text = text
            rect = Rect(origin: origin, size: Size(width: TextWidth.width(of: text), height: 1))
        }

        /// Draws the line on a ground, or on what is below it; an offer has its own.
        func draw(in canvas: inout Canvas, on ground: Color? = nil, appearing color: (Color) -> Color) {
            let ground = role == .offer ? PosterColors.offer : ground
            let style = Style(foreground: color(role.ink), background: ground.map(color), attributes: role.attributes)
            canvas.draw(text, at: rect.origin, style: style)
        }
    }

    private(set) var lines: [Line] = []
    /// The cells of the large title; nil if the title is a line of text.
    let largeTitle: Rect?

    init(_ creative: SplashCreative, layout: PosterLayout, hasLargeTitle: Bool, hint: String = "") {
        largeTitle = hasLargeTitle ? layout.title : nil
        if !hasLargeTitle {
            lines.append(Line(role: .title, text: creative.title, origin: layout.title.origin))
        }
        placeTexts(creative, layout)
        placeFooter(creative, layout, hint)
    }

    private static func footer(_ height: Int) -> Int { height - (height >= 8 ? 2 : 1) }

    private mutating func placeTexts(_ creative: SplashCreative, _ layout: PosterLayout) {
        let bottom = PosterWords.footer(layout.size.height)
        let offer = creative.offer.isEmpty ? "" : TextWidth.truncate(" \(creative.offer) ", to: layout.text.width)
        let headline = TextWidth.wrap(creative.headline, to: layout.text.width)
        let text = TextWidth.wrap(creative.text, to: layout.text.width)
        // Leave a line between headline and text if everything still fits, with a free line above the brand.
        let isAiry = layout.text.minY + headline.count + 1 + text.count + (offer.isEmpty ? 0 : 2) < bottom
        var y = layout.text.minY

        // A text that does not fit as a whole is left out: half a sentence is worse than none.
        func place(_ parts: [String], _ role: Role, after gap: Int) {
            guard y + gap + parts.count <= bottom else { return }
            y += gap
            for part in parts {
                lines.append(Line(role: role, text: part, origin: Point(x: layout.text.minX, y: y)))
                y += 1
            }
        }

        place(headline, .headline, after: 0)
        place(text, .text, after: isAiry ? 1 : 0)
        if !offer.isEmpty { place([offer], .offer, after: 1) }
    }

    private mutating func placeFooter(_ creative: SplashCreative, _ layout: PosterLayout, _ hint: String) {
        let size = layout.size
        guard size.height >= 4 else { return }
        let y = PosterWords.footer(size.height)
        let margin = layout.title.minX
        let room = size.width - 2 * margin
        let brand = TextWidth.truncate(creative.brand, to: max(0, room))
        lines.append(Line(role: .brand, text: brand, origin: Point(x: margin, y: y)))
        let width = TextWidth.width(of: hint)
        guard width > 0, TextWidth.width(of: creative.brand) + width + 4 <= room else { return }
        lines.append(Line(role: .hint, text: hint, origin: Point(x: size.width - margin - width, y: y)))
    }

    /// Returns whether a cell belongs to a word or its surroundings.
    func cover(_ cell: Point) -> Bool {
        lines.contains { $0.rect.inset(horizontally: -2, vertically: 0).contains(cell) }
            || largeTitle?.inset(horizontally: -2, vertically: -1).contains(cell) == true
    }
}

extension PosterWords.Role {
    var ink: Color {
        switch self {
        case .title: PosterColors.title
        case .headline: PosterColors.headline
        case .text: PosterColors.text
        case .offer: PosterColors.offerGround
        case .brand, .hint: PosterColors.quiet
        }
    }

    var attributes: TextAttributes {
        switch self {
        case .title, .headline: .bold
        case .offer: [.bold, .reverse]
        case .text, .brand, .hint: []
        }
    }
}
