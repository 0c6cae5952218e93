/// The screen of a host: its display, and the frames that are drawn on it.
///
/// A frame is due when a window changes. Nothing is drawn while frames are
/// paused, and no timer waits while no frame is due.
@MainActor final class HostScreen {
    /// The text field that has the keyboard, as on the last frame, even where a window above covers it; nil if none has.
    private(set) var textEntry: TextEntry?

    /// Called after each frame on which the text field that has the keyboard, or its cursor, has changed.
    let textEntryObservers = Observers<TextEntry?>()

    /// Called after each frame with the owners of the windows that were drawn again.
    let frameObservers = Observers<[Owner]>()

    /// Called before a frame on which the key window shows another page, with its name; nil if no window is key.
    var onPageTitleChange: (@MainActor (String?) -> Void)?

    private var pageTitle: String?
    private let display: Display
    private let windows: WindowScene
    private let clock: HostClock
    private let frameInterval: Duration
    private let renderer = FrameRenderer()
    private lazy var frames = FrameScheduler(clock: clock, interval: frameInterval) { [weak self] in self?.present() }
    /// The text at the foot of the screen; nil for none.
    private(set) var notice: Notice?
    private var noticeVersion: UInt64 = 0
    private var noticeTimer: HostTimer?
    private var lockCover = LockCover()
    /// The key that the lock cover names; nil without a cover.
    private var shownLock: KeyEvent?
    private var afterFrame: [@MainActor () -> Void] = []

    init(display: Display, windows: WindowScene, clock: HostClock, frameInterval: Duration) {
        self.display = display
        self.windows = windows
        self.clock = clock
        self.frameInterval = frameInterval
    }

    /// The size of the screen and what it can show.
    var traits: DisplayTraits { display.traits }

    /// The frame that is on the screen.
    func snapshot() -> FrameSnapshot { display.snapshot() }

    /// Returns whether windows of other owners have text in some cells, as on the last frame.
    func hasText(in rect: Rect, besides owner: Owner) -> Bool {
        windows.visibleWindows.contains {
            $0.owner != owner && renderer.hasText(in: rect.offset(by: .zero - $0.frame.origin), of: $0.id)
        }
    }

    // MARK: - Frames

    /// Whether frames are held back; one that is due is drawn when the pause ends.
    var isPaused: Bool {
        get { frames.isPaused }
        set { frames.isPaused = newValue }
    }

    /// Makes a frame due.
    func setNeedsFrame() {
        frames.setNeedsFrame()
    }

    /// Calls a closure after the next frame, which is drawn for it unless it only waits for one.
    func afterNextFrame(isNeeded: Bool = true, _ body: @escaping @MainActor () -> Void) {
        afterFrame.append(body)
        if isNeeded { setNeedsFrame() }
    }

    /// Draws the whole screen again, whatever the terminal shows.
    func redraw() {
        display.invalidate()
        drawNotice()
        setNeedsFrame()
        if let shownLock { showLock(key: shownLock) }
    }

    private func present() {
        // Before the frame, whose last bytes move the cursor to the focus.
        reportPageTitle()
        display.present(renderer.frame(of: windows, on: traits))
        frameObservers.send(renderer.drawnOwners)
        if renderer.textEntry != textEntry {
            textEntry = renderer.textEntry
            textEntryObservers.send(textEntry)
        }
        windows.reportFirstSights()
        let bodies = afterFrame
        afterFrame = []
        for body in bodies { body() }
    }

    private func reportPageTitle() {
        let title = windows.keyWindow.map { $0.pageTitle ?? $0.title }
        guard title != pageTitle else { return }
        pageTitle = title
        onPageTitleChange?(title)
    }

    // MARK: - The notice

    /// Shows a notice for a while, in place of the one before; nil removes that.
    func show(_ notice: Notice?) {
        guard notice != nil || self.notice != nil else { return }
        self.notice = notice
        noticeTimer = notice.map { clock.schedule(after: $0.duration) { [weak self] in self?.show(nil) } }
        drawNotice()
        setNeedsFrame()
    }

    private func drawNotice() {
        noticeVersion += 1
        renderer.notice = notice?.layer(on: traits, version: noticeVersion)
    }

    // MARK: - The lock

    /// Draws the lock cover, the last frame before a lock pauses them.
    ///
    /// It shows no window, so it's not the frame that `afterNextFrame(_:)` waits for.
    func showLock(key: KeyEvent) {
        shownLock = key
        display.present(lockCover.frame(on: traits, key: key))
    }

    /// Lets the next frame replace the lock cover.
    func hideLock() {
        shownLock = nil
    }
}

/// The picture that hides a program while the screen is locked; it names the key that unlocks.
@MainActor struct LockCover {
    private var version: UInt64 = 0

    /// Returns a frame that shows the cover and no window.
    mutating func frame(on traits: DisplayTraits, key: KeyEvent) -> Frame {
        version += 1
        let size = traits.size
        var canvas = Canvas(size: size, on: traits)
        let bounds = Rect(origin: .zero, size: size)
        canvas.fill(bounds, style: Theme.page)
        let parts = [("locked", Theme.title), (" · \(key) unlocks", Theme.quiet)]
        var x = max(0, size.width - parts.map { TextWidth.width(of: $0.0) }.reduce(0, +)) / 2
        let start = Point(x: x, y: max(0, size.height - 1) / 2)
        for (text, style) in parts {
            let shown = TextWidth.truncate(text, to: max(0, size.width - x))
            x += canvas.draw(shown, at: Point(x: x, y: start.y), style: style)
        }
        // No window has this id: ids are counted up from 1.
        let layers = [Layer(id: .max, frame: bounds, canvas: canvas, version: version)]
        return Frame(size: size, layers: layers, cursor: start, showsCursor: false)
    }
}
