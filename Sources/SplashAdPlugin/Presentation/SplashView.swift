import HostRuntime

/// The content of the window: the cover, the advertisement on it, and the skip control.
///
/// It handles every key: escape, enter, space and s skip, and o opens the landing
/// page.
@MainActor final class SplashView: View {
    let skip: SkipControl
    var onSkip: (@MainActor () -> Void)?
    var onTap: (@MainActor () -> Void)?

    /// Whether a touch that begins now, on the skip control or elsewhere, can be meant.
    var acceptsTouches: @MainActor (_ isSkip: Bool) -> Bool = { _ in true }
    private var isTouchMeant = false

    /// Whether a key that is pressed now can be meant for what is on the screen.
    var acceptsKeys: @MainActor () -> Bool = { true }

    /// The visible fraction of the advertisement's fade, 0...1.
    var appearance = 1.0 {
        didSet {
            content?.appearance = appearance
            skip.appearance = appearance
        }
    }

    var hint = "" {
        didSet { content?.hint = hint }
    }

    /// The view of the advertisement; nil while the cover waits.
    var content: AdView? {
        didSet { replaceContent(oldValue) }
    }

    let cover: CoverView
    let wipe = WipeView()

    init(name: String, settings: SplashSettings, ringSteps: Int, traits: DisplayTraits) {
        cover = CoverView(name: name)
        skip = SkipControl(settings, ringSteps: ringSteps, traits: traits)
        super.init()
        background = Style(foreground: PosterColors.cover, background: PosterColors.cover)
        skip.isHidden = true
        skip.onGesture = { [weak self] event in
            guard let self else { return }
            handle(event, on: skip) { $0.onSkip?() }
        }
        wipe.isUserInteractionEnabled = false
        for view in [cover, skip, wipe] { addSubview(view) }
    }

    func adopt(_ settings: SplashSettings, ringSteps: Int) {
        skip.adopt(settings, ringSteps: ringSteps)
        setNeedsLayout()
    }

    private func replaceContent(_ old: AdView?) {
        old?.removeFromSuperview()
        guard let content else { return }
        content.appearance = appearance
        content.hint = hint
        content.gestures = GestureConfiguration(maximumTapCount: 1)
        content.onGesture = { [weak self, weak content] event in
            guard let self, let content else { return }
            handle(event, on: content) { $0.onTap?() }
        }
        skip.isHidden = false
        // Below the skip control and the wipe.
        for view in [content, skip, wipe] as [View] { addSubview(view) }
        setNeedsLayout()
    }

    /// Handles a gesture on one of its views; a touch that began too early does nothing.
    private func handle(_ event: GestureEvent, on view: View, _ act: (SplashView) -> Void) {
        switch event {
        case .touchDown:
            isTouchMeant = acceptsTouches(view === skip)
            skip.isPressed = view === skip && isTouchMeant
        case .touchUp: skip.isPressed = false
        case .tap where isTouchMeant: act(self)
        default: break
        }
    }

    override func layoutSubviews() {
        let layout = SplashLayout(size: bounds.size, area: skip.settings.area)
        cover.frame = content == nil ? bounds : layout.cover
        content?.frame = layout.ad
        skip.frame = skip.place(in: layout.ad.size).offset(by: layout.ad.origin)
        wipe.frame = bounds
    }

    override func keyDown(_ event: KeyEvent) -> Bool {
        // Such as for windows that float above this one.
        guard !event.isForProgram else { return false }
        guard acceptsKeys() else { return true }
        let keys: [KeyEvent.Key] = [.escape, .enter, .character(" "), .character("s")]
        if keys.contains(event.key) { onSkip?() } else if event.key == .character("o") { onTap?() }
        return true
    }
}

/// A view that fades in from the cover's color.
@MainActor class FadingView: View {
    var appearance = 1.0 {
        didSet { if appearance != oldValue { setNeedsDisplay() } }
    }

    var color: (Color) -> Color {
        let amount = appearance
        return { PosterColors.cover.mixed(with: $0, amount: amount) }
    }
}

/// The wipe transition: uncovers the page behind an edge that moves to the right.
@MainActor final class WipeView: View {
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
