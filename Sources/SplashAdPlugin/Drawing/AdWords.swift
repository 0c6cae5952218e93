import HostRuntime

/// The words of an advertisement, each line at its place; a pure value.
///
/// Lines that don't fit are left out, the least important first: half a sentence
/// says less than none.
struct AdWords: Hashable, Sendable {
    enum Role: Hashable, Sendable {
        case title
        case headline
        case text
        case offer
        case brand
        case hint
        /// The word that says what it is.
        case mark
    }

    struct Line: Hashable, Sendable {
        let role: Role
        let text: String
        /// The cells of the text.
        fileprivate(set) var rect: Rect

        /// Draws the line on what is below it; an offer has a ground of its own.
        func draw(in canvas: inout Canvas, appearing color: (Color) -> Color) {
            let ground = role == .offer ? PosterColors.offer : nil
            let style = Style(foreground: color(role.ink), background: ground.map(color), attributes: role.attributes)
            canvas.draw(text, at: rect.origin, style: style)
        }
    }

    private(set) var lines: [Line] = []

    /// The title in large letters; nil if it is a line of text, or there is none.
    var title: LargeTitle?

    /// The cells for a hint at the keys, beside the brand; empty if there is no room.
    private(set) var hint = Rect.zero

    /// Whether the hint stands to the left of the brand, for one that is read from right to left.
    private(set) var isHintFirst = false

    /// Whether the words as a whole are read from right to left.
    var isRightToLeft = false

    var isBare: Bool { lines.isEmpty && title == nil }

    /// The first row with words; nil if there are none.
    var top: Int? {
        ([title?.rect, hint].compactMap(\.self) + lines.map(\.rect)).filter { !$0.isEmpty }.map(\.minY).min()
    }

    /// Returns the first column of a text in some columns: at the right if the words, or the text itself, is read from there.
    func start(of text: String, width: Int, in columns: Range<Int>) -> Int {
        isRightToLeft || text.isRightToLeft ? max(columns.lowerBound, columns.upperBound - width) : columns.lowerBound
    }

    mutating func add(_ text: String, _ role: Role, at origin: Point) {
        guard !text.isEmpty else { return }
        let size = Size(width: TextWidth.width(of: text), height: 1)
        lines.append(Line(role: role, text: text, rect: Rect(origin: origin, size: size)))
    }

    /// Moves the words down by a number of rows.
    mutating func move(by rows: Int) {
        for index in lines.indices { lines[index].rect.origin.y += rows }
        title?.origin.y += rows
    }

    /// Returns the columns that stay free at either side of the words on a screen with a number of columns.
    static func margin(_ width: Int) -> Int { width >= 40 ? max(3, width / 16) : min(2, width / 12) }

    /// Whether there is room beside a skip control of three rows.
    static func isRoomy(_ column: Rect) -> Bool { column.width >= 44 && column.height >= 12 }

    /// Returns the row of the brand and the hint on a screen with a number of rows; nil if it is too low for them.
    static func footer(_ height: Int) -> Int? {
        height >= 4 ? height - (height >= 8 ? 2 : 1) : nil
    }

    /// Places the brand, and the hint beside it, between two columns of a row.
    mutating func placeFooter(_ brand: String, y: Int, from left: Int, width: Int) {
        let shown = TextWidth.truncate(brand, to: max(0, width))
        let taken = TextWidth.width(of: shown)
        let x = start(of: brand, width: taken, in: left..<left + max(0, width))
        add(shown, .brand, at: Point(x: x, y: y))
        guard width - (taken > 0 ? taken + 4 : 0) >= SplashHint.width else { return }
        isHintFirst = x > left
        hint = Rect(x: isHintFirst ? left : left + width - SplashHint.width, y: y, width: SplashHint.width, height: 1)
    }

    /// Returns whether a cell belongs to a word or its surroundings, where nothing bright may be.
    func cover(_ cell: Point) -> Bool {
        lines.contains { $0.rect.inset(horizontally: -2, vertically: 0).contains(cell) }
            || !hint.isEmpty && hint.inset(horizontally: -2, vertically: 0).contains(cell)
            || title?.rect.inset(horizontally: -2, vertically: -1).contains(cell) == true
    }
}

extension AdWords.Role {
    var ink: Color {
        switch self {
        case .title: PosterColors.title
        case .headline: PosterColors.headline
        case .text: PosterColors.text
        case .offer: PosterColors.offerGround
        case .brand, .hint, .mark: PosterColors.quiet
        }
    }

    fileprivate var attributes: TextAttributes {
        switch self {
        case .title, .headline: .bold
        case .offer: [.bold, .reverse]
        case .text, .brand, .hint, .mark: []
        }
    }
}

extension SplashCreative {
    /// Whether its words as a whole are read from right to left: their first letter is.
    var isRightToLeft: Bool { [headline, text, title, offer, brand].joined(separator: " ").isRightToLeft }
}
