import HostRuntime

/// An advertisement with its words, on one picture, on several in turn, or on the plugin's own scenery.
///
/// `AdWords` has the words at their places, as `PictureAdLayout` or `PosterLayout`
/// leaves them room, and `AdScene` draws them on squares.
@MainActor final class AdView: FadingView {
    var hint = "" {
        didSet { if hint != oldValue { setNeedsDisplay() } }
    }

    /// The picture that is shown.
    var index = 0 {
        didSet { if index != oldValue { setNeedsDisplay() } }
    }

    /// The number of times a picture was scaled, which takes longer than drawing it.
    private(set) var scalings = 0

    private let creative: SplashCreative
    private let ink: AdScene.Ink
    /// Whether the plugin's own scenery is drawn behind the words: not for a person who wants plain and still pages.
    private let hasScenery: Bool
    private var pictures: [Picture] = []
    private var tone: PictureTone?
    private var layout: PictureAdLayout?
    private var scenes: [Int: AdScene] = [:]

    /// Creates a view; without pictures it shows the plugin's own scenery.
    init(_ creative: SplashCreative, _ pictures: [Picture] = [], traits: DisplayTraits) {
        self.creative = traits.isASCII ? creative.withoutEmoji : creative
        ink = AdScene.Ink(traits)
        hasScenery = !(traits.isASCII && traits.reducesMotion)
        super.init()
        show(pictures)
    }

    /// Replaces the pictures and keeps the words.
    func show(_ pictures: [Picture]) {
        self.pictures = pictures
        tone = pictures.first.map { PictureTone($0) }
        index = 0
        setNeedsLayout()
    }

    /// Chooses the layout for the size; the words are large only if the picture is quiet behind them.
    override func layoutSubviews() {
        scenes = [:]
        layout = makeLayout(largeStep: ink.largeStep)
        guard layout?.words.title != nil, let scene = makeScene(0) else { return }
        if scene.busyness <= AdView.mostBusyness { scenes[0] = scene } else { layout = makeLayout(largeStep: 0) }
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

    /// Makes the scene of a picture, or of the plugin's own scenery if there are none.
    private func makeScene(_ index: Int) -> AdScene? {
        guard let tone else {
            return AdScene(poster: creative, size: bounds.size, ink: ink, hasScenery: hasScenery)
        }
        guard let layout, pictures.indices.contains(index) else { return nil }
        scalings += 1
        return AdScene(layout.squares(of: pictures[index], on: tone), words: layout.words, size: layout.size, ink: ink)
    }

    override func draw(in canvas: inout Canvas) {
        // Without colors to fade, everything would appear at once.
        guard appearance > 0, let scene = scenes[index] ?? makeScene(index) else { return }
        scenes[index] = scene
        scene.draw(in: &canvas, appearing: color)
        drawHint(in: &canvas, scene.words)
    }

    private func drawHint(in canvas: inout Canvas, _ words: AdWords) {
        let width = TextWidth.width(of: hint)
        guard width > 0, width <= words.hint.width else { return }
        let x = words.isHintFirst ? words.hint.minX : words.hint.maxX - width
        let place = Rect(x: x, y: words.hint.minY, width: width, height: 1)
        var style = Style(foreground: color(AdWords.Role.hint.ink))
        if words.isBare {
            // No part of the picture was darkened for the hint.
            style.background = color(PosterColors.controlGround)
            canvas.fill(place.inset(horizontally: -1, vertically: 0), style: style)
        }
        canvas.draw(hint, at: place.origin, style: style)
    }
}

/// The key hint on an advertisement.
enum SplashHint {
    /// The width of the longest hint in columns.
    static let width = 23

    /// Returns the hint for the keys that work at the moment; empty if there are none.
    static func text(canOpen: Bool, canSkip: Bool) -> String {
        switch (canOpen, canSkip) {
        case (true, true): "o to open · esc to skip"
        case (true, false): "o to open"
        case (false, true): "esc or space to skip"
        case (false, false): ""
        }
    }
}
