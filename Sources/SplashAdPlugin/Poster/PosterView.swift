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
        let amount = appearance
        let color: (Color) -> Color = { PosterColors.cover.mixed(with: $0, amount: amount) }
        if isPicture {
            let picture = picture ?? PosterPicture(layout, title: creative.title)
            self.picture = picture
            picture.draw(in: &canvas, appearing: color)
        } else {
            PosterDrawing(layout: layout, title: creative.title).draw(in: &canvas, appearing: color)
        }
        drawTexts(layout, in: &canvas, appearing: color)
    }

    private func drawTexts(_ layout: PosterLayout, in canvas: inout Canvas, appearing color: (Color) -> Color) {
        let hasLargeTitle = layout.scale > (isPicture ? 0 : 1)
        if !hasLargeTitle {
            let style = Style(foreground: color(PosterColors.title), attributes: .bold)
            canvas.draw(
                creative.title,
                at: layout.title.origin,
                style: style,
                maxWidth: layout.size.width - layout.title.minX
            )
        }
        var y = layout.text.minY
        let bottom = layout.size.height - (layout.size.height >= 8 ? 2 : 1)

        // A text that does not fit as a whole is left out: half a sentence says less than none.
        func write(_ text: String, _ style: Style) {
            let lines = TextWidth.wrap(text, to: layout.text.width)
            guard y + lines.count <= bottom else { return }
            for line in lines {
                canvas.draw(line, at: Point(x: layout.text.minX, y: y), style: style, maxWidth: layout.text.width)
                y += 1
            }
        }

        write(creative.headline, Style(foreground: color(PosterColors.headline), attributes: .bold))
        write(creative.text, Style(foreground: color(PosterColors.text)))
        if !creative.offer.isEmpty, y + 1 < bottom {
            y += 1
            let offer = TextWidth.truncate(" \(creative.offer) ", to: layout.text.width)
            let style = Style(
                foreground: color(PosterColors.offerGround),
                background: color(PosterColors.offer),
                attributes: [.bold, .reverse]
            )
            canvas.draw(offer, at: Point(x: layout.text.minX, y: y), style: style)
        }
        drawFooter(layout, in: &canvas, appearing: color)
    }

    /// Who says it, and which keys lead on.
    private func drawFooter(_ layout: PosterLayout, in canvas: inout Canvas, appearing color: (Color) -> Color) {
        guard layout.size.height >= 4 else { return }
        let y = layout.size.height - (layout.size.height >= 8 ? 2 : 1)
        let style = Style(foreground: color(PosterColors.quiet))
        let room = layout.size.width - 2 * layout.title.minX
        canvas.draw(TextWidth.truncate(creative.brand, to: room), at: Point(x: layout.title.minX, y: y), style: style)
        let hint = "esc or space to skip"
        let width = TextWidth.width(of: hint)
        guard TextWidth.width(of: creative.brand) + width + 4 <= room else { return }
        canvas.draw(hint, at: Point(x: layout.size.width - layout.title.minX - width, y: y), style: style)
    }
}
