import HostRuntime

/// An advertisement with its words, on one picture, on several in turn, or on a page of its own.
///
/// `AdWords` has the words at their places, as `PictureAdLayout` leaves them room, and `AdScene` draws them on squares.
@MainActor final class AdView: FadingView {
    /// The keys that work at the moment, which can be tapped too.
    var hints: [KeyHint] {
        get { hintLine.hints }
        set {
            hintLine.hints = newValue
            placeHints()
        }
    }

    /// Whether a touch of a hint that begins now counts.
    var acceptsTouches: (@MainActor () -> Bool)? {
        didSet { hintLine.acceptsTouches = acceptsTouches }
    }

    override var appearance: Double {
        didSet { placeHints() }
    }

    /// The picture that is shown.
    var index = 0 {
        didSet { if index != oldValue { setNeedsDisplay() } }
    }

    /// The number of times a picture was scaled, which takes longer than drawing it.
    private(set) var scalings = 0

    /// Whether there is a page that a tap opens.
    var hasLanding: Bool { creative.landing != nil }

    private let creative: SplashCreative
    private let ink: AdScene.Ink
    /// Whether the page has one color, for a person who wants plain and still pages.
    private let isPlain: Bool
    private let pictures: [Picture]
    /// The tone of the first picture.
    private let tone: PictureTone?
    private var layout: PictureAdLayout?
    private var scenes: [Int: AdScene] = [:]
    private var words = AdWords()
    private let hintLine = HintLine(arrangement: .trailing)

    /// Creates a view; without pictures the words are on a page of their own.
    init(_ creative: SplashCreative, _ pictures: [Picture] = [], traits: DisplayTraits) {
        self.creative = creative
        ink = AdScene.Ink(traits)
        isPlain = traits.isASCII && traits.reducesMotion
        self.pictures = pictures
        tone = pictures.first.map { PictureTone($0) }
        super.init()
        addSubview(hintLine)
    }

    /// Chooses the layout for the size; the words are large only if the picture is quiet behind them.
    override func layoutSubviews() {
        scenes = [:]
        layout = makeLayout(largeStep: ink.largeStep)
        if layout?.words.title != nil, let scene = makeScene(0) {
            if scene.busyness <= AdView.mostBusyness { scenes[0] = scene } else { layout = makeLayout(largeStep: 0) }
        }
        if layout == nil { scenes[0] = makeScene(0) }
        words = layout?.words ?? scenes[0]?.words ?? AdWords()
        placeHints()
    }

    private static let mostBusyness = 14.0

    private func makeLayout(largeStep: Int) -> PictureAdLayout? {
        guard let first = pictures.first, let tone, !bounds.isEmpty else { return nil }
        return PictureAdLayout(
            creative,
            pixels: (first.width, first.height),
            size: bounds.size,
            mayBleed: !tone.isCutOut,
            largeStep: largeStep
        )
    }

    /// Makes the scene of a picture, or of the page if there are none.
    private func makeScene(_ index: Int) -> AdScene? {
        guard let tone else {
            return AdScene(poster: creative, size: bounds.size, ink: ink, isPlain: isPlain)
        }
        guard let layout, pictures.indices.contains(index) else { return nil }
        scalings += 1
        return AdScene(layout.squares(of: pictures[index], on: tone), words: layout.words, size: layout.size, ink: ink)
    }

    override var accessibilityElements: [AccessibilityElement] {
        let words = [creative.title, creative.headline, creative.text, creative.offer, creative.brand]
        let text = words.filter(\.isVisible).joined(separator: ", ")
        return [AccessibilityElement(.image, "Advertisement", value: text)]
    }

    override func draw(in canvas: inout Canvas) {
        // Without colors to fade, everything would appear at once.
        guard appearance > 0, let scene = scenes[index] ?? makeScene(index) else { return }
        scenes[index] = scene
        scene.draw(in: &canvas, appearing: color)
    }

    /// Places the hints, in a color that appears with the advertisement.
    private func placeHints() {
        let width = hintLine.preferredSize(maxWidth: .max).width
        hintLine.isHidden = hints.isEmpty || width - 2 > words.hint.width || appearance <= 0
        let x = words.isHintFirst ? words.hint.minX - 1 : words.hint.maxX + 1 - width
        hintLine.frame = Rect(x: x, y: words.hint.minY, width: width, height: 1)
        // Where there are no words, no part of the picture was darkened for the hints.
        let ground = words.isBare ? color(PosterColors.controlGround) : nil
        hintLine.style = Style(foreground: color(AdWords.Role.hint.ink), background: ground)
        hintLine.keyStyle = hintLine.style
    }
}

/// The key hint on an advertisement.
enum SplashHint {
    /// The width of the longest hint in columns.
    static let width = 23

    /// Returns the hints for the keys that work at the moment.
    static func hints(canOpen: Bool, canSkip: Bool) -> [KeyHint] {
        switch (canOpen, canSkip) {
        case (true, true): ["o to open", "esc to skip"]
        case (true, false): ["o to open"]
        case (false, true): [KeyHint("esc or space", "to skip", sends: KeyEvent(.escape))]
        case (false, false): []
        }
    }
}
