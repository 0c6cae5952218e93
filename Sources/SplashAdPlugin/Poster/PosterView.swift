import HostRuntime

/// A view of an advertisement with the plugin's own scenery.
@MainActor final class PosterView: AdContent {
    // The scenery leaves room for the hint.
    override var hint: String {
        didSet { if hint != oldValue { setNeedsLayout() } }
    }

    private let creative: SplashCreative
    private let isPicture: Bool
    private let hasGradient: Bool
    private var layout: PosterLayout?
    private var words: PosterWords?
    private var picture: PosterPicture?

    init(_ creative: SplashCreative, traits: DisplayTraits) {
        self.creative = creative
        isPicture = traits.hasHalfBlocks
        hasGradient = traits.hasPictureColors
        super.init()
    }

    override func layoutSubviews() {
        layout = nil
        words = nil
        picture = nil
    }

    override func draw(in canvas: inout Canvas) {
        // Without colors to fade, the words would be visible at once.
        guard appearance > 0 else { return }
        let layout = layout ?? PosterLayout(size: bounds.size, title: creative.title)
        self.layout = layout
        let words =
            words
            ?? PosterWords(creative, layout: layout, hasLargeTitle: layout.scale > (isPicture ? 0 : 1), hint: hint)
        self.words = words
        let color = color
        if isPicture {
            let picture = picture ?? PosterPicture(layout, title: creative.title, words: words)
            self.picture = picture
            picture.draw(in: &canvas, appearing: color)
        } else {
            PosterDrawing(layout: layout, title: creative.title, words: words, hasGradient: hasGradient)
                .draw(in: &canvas, appearing: color)
        }
        for line in words.lines {
            // The drawing is dark everywhere; the picture is darkened behind the words.
            let ground = PosterColors.ground(layout.ground(atSquare: 2 * line.rect.minY + 1), under: line.role.ink)
            line.draw(in: &canvas, on: isPicture ? ground : nil, appearing: color)
        }
    }
}
