import HostRuntime

/// What fills the splash's window: the cover, the advertisement on it, and the skip control.
///
/// It takes every key: escape, enter, space and s are to skip, and o is to open.
@MainActor final class SplashView: View {
    /// The way out.
    let skip: SkipControl

    /// Called when the user wants to go on, by key or by tap.
    var onSkip: (@MainActor () -> Void)?

    /// Called when the advertisement itself is tapped, or opened by its key.
    var onTap: (@MainActor () -> Void)?

    /// The cell of the tap that is being handled; nil while there is none.
    private(set) var tappedCell: Point?

    /// How much of the advertisement has appeared on the cover, 0...1.
    var appearance = 1.0 {
        didSet {
            content?.appearance = appearance
            skip.appearance = appearance
        }
    }

    /// Which keys do what, in a few quiet words.
    var hint = "" {
        didSet { content?.hint = hint }
    }

    /// The advertisement; nil while it is waited for.
    var content: (any AdContent)? {
        didSet { replaceContent(oldValue) }
    }

    /// The step of the mark that something is coming; nil for none.
    var waitingStep: Int? {
        get { cover.step }
        set { cover.step = newValue }
    }

    /// How much of the page can be seen behind the edge that moves over the advertisement, 0...1.
    var wiped: Double {
        get { wipe.progress }
        set { wipe.progress = newValue }
    }

    private var area: SplashSettings.Area
    private let cover: CoverView
    private let wipe = WipeView()

    init(name: String, settings: SplashSettings, ringSteps: Int, traits: DisplayTraits) {
        area = settings.area
        cover = CoverView(name: name)
        skip = SkipControl(style: settings.skip, ringSteps: ringSteps, traits: traits)
        skip.words = SkipControl.Words(settings)
        super.init()
        background = Style(foreground: PosterColors.cover, background: PosterColors.cover)
        skip.isHidden = true
        skip.onTap = { [weak self] point in
            guard let self else { return }
            handleTap(at: skip.convertToWindow(point)) { $0.onSkip?() }
        }
        wipe.isUserInteractionEnabled = false
        for view in [cover, skip, wipe] { addSubview(view) }
    }

    /// Takes other settings than it was made with.
    func adopt(_ settings: SplashSettings, ringSteps: Int) {
        area = settings.area
        skip.setStyle(settings.skip, ringSteps: ringSteps)
        skip.words = SkipControl.Words(settings)
        setNeedsLayout()
    }

    private func replaceContent(_ old: (any AdContent)?) {
        old?.removeFromSuperview()
        guard let content else { return }
        content.appearance = appearance
        content.hint = hint
        content.gestures = GestureConfiguration(maximumTapCount: 1)
        content.onGesture = { [weak self, weak content] event in
            guard let self, let content, case .tap(_, let point) = event else { return }
            handleTap(at: content.convertToWindow(point)) { $0.onTap?() }
        }
        skip.isHidden = false
        // Under the skip control, and under what the page is seen through.
        for view in [content, skip, wipe] as [View] { addSubview(view) }
        setNeedsLayout()
    }

    private func handleTap(at cell: Point, _ body: (SplashView) -> Void) {
        tappedCell = cell
        body(self)
        tappedCell = nil
    }

    override func layoutSubviews() {
        let layout = SplashLayout(size: bounds.size, area: area)
        cover.frame = content == nil ? bounds : layout.cover
        content?.frame = layout.ad
        skip.frame = skip.place(in: layout.ad.size).offset(by: layout.ad.origin)
        wipe.frame = bounds
    }

    override func keyDown(_ event: KeyEvent) -> Bool {
        // Function keys and those with control or alt are for the whole program:
        // what floats above this is reached by them.
        guard event.modifiers.subtracting(.shift).isEmpty else { return false }
        if case .function = event.key { return false }
        let keys: [KeyEvent.Key] = [.escape, .enter, .character(" "), .character("s")]
        if event.modifiers.isEmpty {
            if keys.contains(event.key) { onSkip?() } else if event.key == .character("o") { onTap?() }
        }
        // The page is not seen, so nothing is for it.
        return true
    }
}

extension SkipControl.Words {
    fileprivate init(_ settings: SplashSettings) {
        self.init(skip: settings.skipWord, skipIn: settings.skipInWords, endsIn: settings.endsInWords)
    }
}

/// A view of an advertisement: its artwork and its words.
@MainActor protocol AdContent: View {
    /// How much has appeared on the cover, 0...1.
    var appearance: Double { get set }

    /// Which keys do what, in a few quiet words; empty for none.
    var hint: String { get set }
}

/// What lies over the advertisement as it goes: a window on the page, behind an edge that moves to the right.
@MainActor final class WipeView: View {
    /// How much of the page can be seen, 0...1.
    var progress = 0.0 {
        didSet { if progress != oldValue { setNeedsDisplay() } }
    }

    override func draw(in canvas: inout Canvas) {
        let edge = Int((Double(bounds.width) * progress).rounded())
        guard edge > 0 else { return }
        canvas.clear(Rect(x: 0, y: 0, width: edge, height: bounds.height))
        let style = Style(foreground: PosterColors.headline, background: PosterColors.faint)
        canvas.fill(Rect(x: edge, y: 0, width: 1, height: bounds.height), style: style)
    }
}
