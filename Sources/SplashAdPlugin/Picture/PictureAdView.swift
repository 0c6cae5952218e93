import HostRuntime

/// An advertisement with one picture, or several in turn, and its words.
@MainActor final class PictureAdView: AdContent {
    var index = 0 {
        didSet { if index != oldValue { setNeedsDisplay() } }
    }

    /// The number of times a picture was scaled, which takes longer than drawing it.
    private(set) var scalings = 0

    private let creative: SplashCreative
    private let pictures: [Picture]
    private let tone: PictureTone?
    private let ink: PictureAdScene.Ink
    private var layout: PictureAdLayout?
    private var scenes: [Int: PictureAdScene] = [:]

    init(_ creative: SplashCreative, _ pictures: [Picture], traits: DisplayTraits) {
        self.creative = creative
        self.pictures = pictures
        tone = pictures.first.map { PictureTone($0) }
        ink = PictureAdScene.Ink(traits)
        super.init()
    }

    override func layoutSubviews() {
        layout = nil
        scenes = [:]
    }

    override func draw(in canvas: inout Canvas) {
        // Without colors to fade, everything would appear at once.
        guard appearance > 0, let (layout, scene) = scene() else { return }
        let color = color
        scene.draw(in: &canvas, appearing: color)
        if ink == .characters {
            let style = Style(foreground: color(PosterColors.title), attributes: .bold)
            layout.title?.draw(in: &canvas, style: style)
        }
        for line in layout.lines { line.draw(in: &canvas, appearing: color) }
        drawHint(in: &canvas, layout, appearing: color)
    }

    private func drawHint(in canvas: inout Canvas, _ layout: PictureAdLayout, appearing color: (Color) -> Color) {
        let width = TextWidth.width(of: hint)
        guard width > 0, width <= layout.hint.width else { return }
        let place = Rect(x: layout.hint.maxX - width, y: layout.hint.minY, width: width, height: 1)
        var style = Style(foreground: color(PosterWords.Role.hint.ink))
        if layout.isBare {
            // No part of the picture was darkened for the hint.
            style.background = color(PosterColors.controlGround)
            canvas.fill(place.inset(horizontally: -1, vertically: 0), style: style)
        }
        canvas.draw(hint, at: place.origin, style: style)
    }

    private func scene() -> (PictureAdLayout, PictureAdScene)? {
        guard !bounds.isEmpty, let first = pictures.first, let tone else { return nil }
        if layout == nil {
            let chosen = arrange(first, tone)
            layout = chosen.layout
            scenes = [0: chosen.scene]
        }
        guard let layout, pictures.indices.contains(index) else { return nil }
        if let scene = scenes[index] { return (layout, scene) }
        let scene = make(pictures[index], tone, layout)
        scenes[index] = scene
        return (layout, scene)
    }

    /// Chooses the layout for the size; the words are large only if the picture is quiet behind them.
    private func arrange(_ first: Picture, _ tone: PictureTone) -> (layout: PictureAdLayout, scene: PictureAdScene) {
        let large = layout(of: first, tone, largeStep: ink == .blocks ? 1 : 2)
        let scene = make(first, tone, large)
        guard large.title != nil, scene.busyness > PictureAdView.mostBusyness else { return (large, scene) }
        let small = layout(of: first, tone, largeStep: 0)
        return (small, make(first, tone, small))
    }

    private static let mostBusyness = 14.0

    private func layout(of picture: Picture, _ tone: PictureTone, largeStep: Int) -> PictureAdLayout {
        PictureAdLayout(
            creative,
            pixels: (picture.width, picture.height),
            size: bounds.size,
            mayBleed: !tone.isCutOut,
            largeStep: largeStep
        )
    }

    private func make(_ picture: Picture, _ tone: PictureTone, _ layout: PictureAdLayout) -> PictureAdScene {
        scalings += 1
        return PictureAdScene(picture, tone: tone, layout: layout, ink: ink)
    }
}
