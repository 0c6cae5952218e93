import HostRuntime

/// The content of the window: the cover, the advertisement on it, and the skip control.
///
/// It handles every key: escape, enter, space and s skip, and o opens the landing
/// page.
@MainActor final class SplashView: View {
    /// What a key and a touch are for.
    weak var screen: SplashScreen?

    let cover: CoverView

    /// The advertisement; nil while the cover waits.
    private(set) var ad: AdView?
    private(set) var skip: SkipControl?
    private var area = SplashSettings.Area.full
    private var isTouchMeant = false

    init(name: String) {
        cover = CoverView(name: name)
        super.init()
        background = Style(foreground: PosterColors.cover, background: PosterColors.cover)
        addSubview(cover)
    }

    /// Adds an advertisement and its skip control.
    func show(_ ad: AdView, _ skip: SkipControl, in area: SplashSettings.Area) {
        (self.ad, self.skip, self.area) = (ad, skip, area)
        for view in [ad, skip] {
            // An advertisement that opens nothing is only a picture.
            if view === skip || ad.hasLanding { view.gestures = GestureConfiguration(maximumTapCount: 1) }
            view.onGesture = { [weak self, weak skip, weak view] in self?.handle($0, isOnSkip: view === skip) }
            addSubview(view)
        }
        ad.acceptsTouches = { [weak self] in self?.screen?.acceptsInput == true }
        skip.acceptsTouches = ad.acceptsTouches
        setNeedsLayout()
    }

    /// Handles a gesture; a touch that began too early does nothing.
    private func handle(_ event: GestureEvent, isOnSkip: Bool) {
        switch event {
        case .touchDown:
            isTouchMeant = screen?.acceptsInput == true
            skip?.isPressed = isOnSkip && isTouchMeant
        case .touchUp: skip?.isPressed = false
        case .tap where isTouchMeant: screen?.send(isOnSkip ? .skip : .tap)
        default: break
        }
    }

    override func layoutSubviews() {
        let layout = SplashLayout(size: bounds.size, area: area)
        cover.frame = ad == nil ? bounds : layout.cover
        ad?.frame = layout.ad
        guard let skip else { return }
        skip.frame = skip.place(in: layout.ad.size).offset(by: layout.ad.origin)
    }

    override func keyDown(_ event: KeyEvent) -> Bool {
        // Such as for windows that float above this one.
        guard !event.isForProgram else { return false }
        switch event.key {
        case .escape, .enter, .character(" "), .character("s"): if screen?.acceptsInput == true { screen?.send(.skip) }
        case .character("o"): screen?.send(.tap)
        default: break
        }
        return true
    }
}

/// A view that fades in from the cover's color.
@MainActor class FadingView: View {
    /// The visible fraction of it, 0...1.
    var appearance = 1.0 {
        didSet { if appearance != oldValue { setNeedsDisplay() } }
    }

    var color: (Color) -> Color {
        let amount = appearance
        return { PosterColors.cover.mixed(with: $0, amount: amount) }
    }
}
