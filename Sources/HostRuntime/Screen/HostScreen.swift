/// The screen of a host: its display, and the frames that are drawn on it.
///
/// A frame is due when a window changes. Nothing is drawn while frames are
/// paused, and no timer waits while no frame is due.
@MainActor final class HostScreen {
    /// The text cursor on the last frame, even where a window above covers it; nil while there is none.
    private(set) var textCursor: Point?

    private let display: Display
    private let windows: WindowScene
    private let clock: HostClock
    private let frameInterval: Duration
    private let renderer = FrameRenderer()
    private lazy var frames = FrameScheduler(clock: clock, interval: frameInterval) { [weak self] in self?.present() }
    private var lockCover = LockCover()
    private var shownLock: Lock?
    private var afterFrame: [@MainActor () -> Void] = []
    private(set) var textCursorObservers: [TextCursorObserver] = []

    /// The text of the lock cover.
    private struct Lock {
        /// The key that unlocks, if a command has one.
        let key: KeyEvent?
    }

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

    /// Calls a closure after the next frame.
    func afterNextFrame(_ body: @escaping @MainActor () -> Void) {
        afterFrame.append(body)
        frames.setNeedsFrame()
    }

    /// Draws the whole screen again, whatever the terminal shows.
    func redraw() {
        display.invalidate()
        frames.setNeedsFrame()
        if let shownLock { showLock(key: shownLock.key) }
    }

    private func present() {
        if frameObservers.isEmpty {
            display.present(renderer.frame(of: windows, on: traits))
        } else {
            presentMeasured()
        }
        if renderer.textCursor != textCursor {
            textCursor = renderer.textCursor
            for observer in textCursorObservers { observer.body(textCursor) }
        }
        let bodies = afterFrame
        afterFrame = []
        for body in bodies { body() }
    }

    // MARK: - The cost of frames

    private var frameObservers: [FrameObserver] = []

    /// Calls a closure after each frame with what it cost, until the observer is removed.
    func observeFrames(_ body: @escaping @MainActor (FrameReport) -> Void) -> FrameObserver {
        let observer = FrameObserver(body)
        frameObservers.append(observer)
        measure()
        return observer
    }

    /// Removes an observer of frames.
    func remove(_ observer: FrameObserver) {
        frameObservers.removeAll { $0 === observer }
        measure()
    }

    /// Measures frames only while there is an observer.
    private func measure() {
        frames.measuresDelay = !frameObservers.isEmpty
        renderer.recordsDrawing = !frameObservers.isEmpty
    }

    private func presentMeasured() {
        let begin = clock.now
        let frame = renderer.frame(of: windows, on: traits)
        let drawn = clock.now
        let statistics = display.present(frame)
        let report = FrameReport(
            time: begin,
            drawnWindows: renderer.drawnWindows,
            windowCount: frame.layers.count,
            composedCells: statistics.cellsDamaged,
            sentCells: statistics.cellsEmitted,
            bytes: statistics.bytes,
            drawingTime: drawn - begin,
            sendingTime: clock.now - drawn,
            delay: frames.lastDelay.time,
            droppedFrames: frames.lastDelay.frames
        )
        for observer in frameObservers { observer.body(report) }
    }

    // MARK: - The lock

    /// Draws the lock cover, the last frame before a lock pauses them.
    ///
    /// It shows no window, so it's not the frame that `afterNextFrame(_:)` waits for.
    func showLock(key: KeyEvent?) {
        shownLock = Lock(key: key)
        display.present(lockCover.frame(size: traits.size, isASCII: traits.isASCII, key: key))
    }

    /// Lets the next frame replace the lock cover.
    func hideLock() {
        shownLock = nil
    }

    // MARK: - The text cursor

    /// Calls a closure after each frame on which the text cursor has moved, until the observer is removed.
    func observeTextCursor(_ body: @escaping @MainActor (Point?) -> Void) -> TextCursorObserver {
        let observer = TextCursorObserver(body)
        textCursorObservers.append(observer)
        return observer
    }

    /// Removes an observer of the text cursor.
    func remove(_ observer: TextCursorObserver) {
        textCursorObservers.removeAll { $0 === observer }
    }
}

/// An observer of the text cursor's position.
@MainActor final class TextCursorObserver {
    fileprivate let body: @MainActor (Point?) -> Void

    fileprivate init(_ body: @escaping @MainActor (Point?) -> Void) {
        self.body = body
    }
}
