import HostRuntime

/// The control that skips an advertisement and shows the seconds that are left: `Skip 5`.
///
/// Before it can be used, it doesn't look like a button, but it still keeps
/// touches from the advertisement.
@MainActor final class SkipControl: FadingView {
    var countdown = SplashCountdown(count: 0, ring: 0, way: .open) {
        didSet { if countdown != oldValue { setNeedsDisplay() } }
    }

    /// Whether a touch that begins now counts.
    var acceptsTouches: (@MainActor () -> Bool)?

    /// The most columns of its words.
    nonisolated static let wordColumns = 12

    private let settings: SplashSettings
    private let ringSteps: Int
    private var style: SplashSettings.SkipStyle { settings.skip }
    private let ink: AdScene.Ink

    var isPressed = false {
        didSet { if isPressed != oldValue { setNeedsDisplay() } }
    }

    init(_ settings: SplashSettings, ringSteps: Int, traits: DisplayTraits) {
        self.settings = settings
        self.ringSteps = ringSteps
        ink = AdScene.Ink(traits)
        super.init()
    }

    /// Returns its place on an advertisement of a size: top right, with a margin if there is room.
    func place(in size: Size) -> Rect {
        let words = [settings.skipWord, settings.skipInWords, settings.endsInWords]
        return SkipControl.place(style, in: size, words: words.map { TextWidth.width(of: $0) }.max() ?? 0)
    }

    /// Returns the rows of an advertisement that no control of any style goes below.
    nonisolated static func rows(in size: Size) -> Int {
        SplashSettings.SkipStyle.allCases.map { place($0, in: size).maxY }.max() ?? 0
    }

    /// Returns the place of a control with a style, and words that take some columns besides two digits.
    nonisolated static func place(_ style: SplashSettings.SkipStyle, in size: Size, words: Int = 8) -> Rect {
        let isRoomy = size.width >= 50 && size.height >= 12
        let wanted =
            switch style {
            case .none: Size.zero
            case .ring where size.width >= 50 && size.height >= 14: SkipRing.size
            case .time, .ring: Size(width: isRoomy ? 7 : 5, height: isRoomy ? 3 : 1)
            case .text, .textAndTime: Size(width: max(8, words) + (isRoomy ? 6 : 3), height: isRoomy ? 3 : 1)
            }
        let gap = isRoomy ? 2 : 0
        let width = min(size.width, wanted.width)
        return Rect(x: size.width - width - gap, y: isRoomy ? 1 : 0, width: width, height: wanted.height)
            .clamped(to: Rect(origin: .zero, size: size))
    }

    var title: String {
        switch (style, countdown.way) {
        case (.none, _): ""
        case (.time, _), (.ring, _): "\(countdown.count)"
        case (_, .closed): "\(settings.endsInWords) \(countdown.count)"
        case (_, .opensIn(let seconds)): "\(settings.skipInWords) \(seconds)"
        case (.text, .open): settings.skipWord
        case (.textAndTime, .open): "\(settings.skipWord) \(countdown.count)"
        }
    }

    // MARK: - Accessibility

    override var accessibilityElements: [AccessibilityElement] {
        let shown = words
        let place = Rect(
            x: max(0, bounds.width - TextWidth.width(of: shown)) / 2,
            y: bounds.height / 2,
            width: TextWidth.width(of: shown),
            height: 1
        )
        let (role, label, value): (AccessibilityElement.Role, String, String) =
            switch countdown.way {
            case .open: (.button, settings.skipWord, "\(countdown.count) s")
            case .opensIn(let seconds): (.button, settings.skipWord, "in \(seconds) s")
            case .closed: (.text, settings.endsInWords, "\(countdown.count) s")
            }
        var state = AccessibilityElement.State.updatesFrequently
        if role == .button, countdown.way != .open || acceptsTouches?() == false { state.insert(.disabled) }
        return [AccessibilityElement(role, label, value: value, state: state, frame: place)]
    }

    /// The words with a small ring before them, as they are drawn.
    private var words: String {
        let isSmallRing = style == .ring && bounds.size != SkipRing.size
        let ring = isSmallRing ? "\(SkipRing.pie(left: countdown.ring, of: ringSteps)) " : ""
        return TextWidth.truncate(ring + title, to: bounds.width)
    }

    // MARK: - Drawing

    override func draw(in canvas: inout Canvas) {
        let color = color
        let isOpen = countdown.way == .open
        var pen = Style(
            foreground: color(isOpen ? PosterColors.control : PosterColors.quiet),
            background: color(PosterColors.controlGround),
            attributes: isOpen ? .bold : []
        )
        if isPressed, isOpen { pen.attributes.insert(.reverse) }
        if style == .ring, bounds.size == SkipRing.size {
            let ring = SkipRing(left: countdown.ring, whole: ringSteps, isOpen: isOpen)
            if ink == .blocks, !canvas.isASCII {
                ring.drawBlocks(in: &canvas, appearing: color)
            } else {
                ring.drawCharacters(in: &canvas, style: pen)
            }
        } else if bounds.height >= 3, isOpen {
            canvas.fill(bounds, style: pen)
            canvas.drawBox(bounds, style: pen)
        } else {
            canvas.fill(Rect(x: 0, y: bounds.height / 2, width: bounds.width, height: 1), style: pen)
        }
        let shown = words
        let free = max(0, bounds.width - TextWidth.width(of: shown))
        canvas.draw(shown, at: Point(x: free / 2, y: bounds.height / 2), style: pen)
    }
}
