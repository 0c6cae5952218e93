import HostRuntime

/// The advertisement: a picture that fills the screen, its texts, and the skip control.
///
/// It takes every key, and skips at escape, enter, space and s.
@MainActor final class PosterView: View {
    /// The way out.
    let skip = SkipControl()

    /// Called when the user wants to go on, by key or by tap.
    var onSkip: (@MainActor () -> Void)? {
        didSet { skip.onTap = onSkip }
    }

    /// Called when the advertisement itself is tapped.
    var onTap: (@MainActor () -> Void)?

    /// How much has appeared on the cover, 0...1.
    var appearance = 1.0 {
        didSet {
            skip.appearance = appearance
            if appearance != oldValue { setNeedsDisplay() }
        }
    }

    private let creative: SplashCreative
    private let isPicture: Bool
    private var layout: PosterLayout?
    private var words: PosterWords?
    private var picture: PosterPicture?

    init(_ creative: SplashCreative, traits: DisplayTraits) {
        self.creative = creative
        // Half blocks are a picture only where each half has a colour of its own.
        isPicture = !traits.isASCII && (traits.colorDepth == .trueColor || traits.colorDepth == .indexed256)
        super.init()
        addSubview(skip)
        gestures = GestureConfiguration(maximumTapCount: 1)
        onGesture = { [weak self] event in
            if case .tap = event { self?.onTap?() }
        }
    }

    override func layoutSubviews() {
        skip.frame = SkipControl.place(in: bounds.size)
        layout = nil
        words = nil
        picture = nil
    }

    override func keyDown(_ event: KeyEvent) -> Bool {
        let keys: [KeyEvent.Key] = [.escape, .enter, .character(" "), .character("s")]
        if event.modifiers.isEmpty, keys.contains(event.key) { onSkip?() }
        // The page is not seen, so nothing is for it.
        return true
    }

    // MARK: - Drawing

    override func draw(in canvas: inout Canvas) {
        canvas.fill(bounds, style: Style(foreground: PosterColors.cover, background: PosterColors.cover))
        // Where there are no colours to fade, the words would be there at once.
        guard appearance > 0 else { return }
        let layout = layout ?? PosterLayout(size: bounds.size, title: creative.title)
        self.layout = layout
        let words =
            words ?? PosterWords(creative, layout: layout, hasLargeTitle: layout.scale > (isPicture ? 0 : 1))
        self.words = words
        let amount = appearance
        let color: (Color) -> Color = { PosterColors.cover.mixed(with: $0, amount: amount) }
        if isPicture {
            let picture = picture ?? PosterPicture(layout, title: creative.title, words: words)
            self.picture = picture
            picture.draw(in: &canvas, appearing: color)
        } else {
            PosterDrawing(layout: layout, title: creative.title, words: words).draw(in: &canvas, appearing: color)
        }
        for line in words.lines { draw(line, layout, in: &canvas, appearing: color) }
    }

    private func draw(
        _ line: PosterWords.Line,
        _ layout: PosterLayout,
        in canvas: inout Canvas,
        appearing color: (Color) -> Color
    ) {
        let ink = line.role.ink
        // The drawing is dark all over; the picture is made dark enough where the words are.
        let ground = PosterColors.ground(layout.ground(atSquare: 2 * line.origin.y + 1), under: ink)
        let background = line.role == .offer ? PosterColors.offer : isPicture ? ground : nil
        let style = Style(foreground: color(ink), background: background.map(color), attributes: line.role.attributes)
        canvas.draw(line.text, at: line.origin, style: style)
    }
}
