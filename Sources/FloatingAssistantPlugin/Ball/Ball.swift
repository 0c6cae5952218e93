import HostRuntime

/// The ball on the screen: its window, and the effects of touches, keys and time on it.
@MainActor final class Ball {
    /// The level of the ball's window: above pages and splash screens, below alerts.
    static let level = WindowLevel.statusBar + 100
    static let storeKey = "ball"
    /// Keeps the ball off the screen: `reason`, `seconds`.
    static let holdName = NotificationName("assistant.hold")
    /// Ends a hold: `reason`, or all holds without one.
    static let releaseName = NotificationName("assistant.release")
    var onTaps: (@MainActor (Int) -> Void)?

    /// The time without a touch after which the ball fades.
    static let restDelay = Duration.seconds(4)

    /// The opacity of a resting ball; below a half, the text under it stays readable.
    static let restingAlpha = 0.4

    private static let glide = Animation(duration: .milliseconds(250), steps: 10)
    private static let fade = Animation(duration: .milliseconds(300), steps: 6)

    private let context: PluginContext
    private let memory: DebouncedStore
    private let window: Window
    private let root = BallRoot()
    private let view = BallView()
    private let bubble = BubbleView()
    private var state: BallState
    private var introduction: Introduction
    private var badge: Badge?
    private var hasWarning = false
    private var results: Badge?
    private var work: CommandProgress?
    private var words: String?
    private var animation: HostTimer?
    private var isLaunched = false
    private var isResting = false
    /// Whether the window was told to hide.
    private var isWindowHidden = true
    private var restTimer: HostTimer?
    private var fading: HostTimer?
    private var bubbleTimer: HostTimer?
    private var holds = TimedHolds()
    private var holdTimer: HostTimer?
    var isHidden: Bool { state.isHidden }

    private var isHeldAway: Bool { holds.timeLeft(at: context.time.now) != nil }

    /// The reason why the program keeps the ball off the screen; `nil` if it doesn't.
    var holdReason: String? { holds.reason(at: context.time.now) }

    init(_ context: PluginContext, memory: DebouncedStore) {
        self.context = context
        self.memory = memory
        let home = BallHome(stored: context.storage.store.value(Ball.storeKey))
        state = BallState(BallPlacement(screen: context.windows.traits.size, home: home))
        introduction = Introduction(wasSeen: context.storage.store.value(Introduction.storeKey)?.boolValue ?? false)
        window = context.windows.make(title: "assistant ball", level: Ball.level, root: root)
        window.hitPolicy = .passThroughBackground
        window.canBecomeKey = false
        root.addSubview(view)
        root.addSubview(bubble)
        root.onLayout = { [weak self] in self?.updateIntroduction() }
        view.gestures = GestureConfiguration(
            maximumTapCount: TapGesture.mostTaps,
            recognizesLongPress: true,
            drag: .afterLongPress
        )
        view.onGesture = { [weak self] in self?.handle($0) }
        context.windows.onTextEntryChange { [weak self] entry in
            self?.change { $0.entryChanged(to: entry) }
            self?.windowsChanged()
        }
        change { $0.entryChanged(to: context.windows.textEntry) }
    }

    /// Shows the ball once the program has launched, without taking the keyboard.
    func launch() {
        isLaunched = true
        update()
        wake()
    }

    /// Hides the ball until it is shown again or the program ends.
    func hide() {
        introduce { $0.end() }
        change { $0.hide() }
        context.commands.availabilityDidChange()
    }

    func show() {
        change {
            $0.show()
            return []
        }
        wake()
        context.commands.availabilityDidChange()
    }

    /// Keeps the ball off the screen for a while, as a notification of the program asks.
    func hold(_ request: NamedNotification) throws(TimedHoldError) {
        try holds.hold(request, at: context.time.now)
        holdsChanged()
    }

    func release(_ request: NamedNotification) {
        holds.release(request)
        holdsChanged()
    }

    private func holdsChanged() {
        holdTimer?.cancel()
        holdTimer = holds.timeLeft(at: context.time.now).map { left in
            context.time.schedule(after: left) { [weak self] in self?.holdsChanged() }
        }
        windowsChanged()
        update()
        wake()
        context.commands.availabilityDidChange()
    }

    /// Follows a tool that has hidden or shown the ball's window itself.
    func windowDidChange(_ change: WindowDidChange) {
        guard change.window.id == window.id, isLaunched else { return }
        switch change.event {
        case .hidden where !isHidden && !isWindowHidden: hide()
        case .shown where isHidden: show()
        default: break
        }
    }

    /// Shows a short text at the ball's corner; an empty one removes it.
    func setBadge(_ text: String) {
        badge = Badge(text)
        update()
        wake()
    }

    func setWarning(_ hasWarning: Bool) {
        guard hasWarning != self.hasWarning else { return }
        self.hasWarning = hasWarning
        update()
        wake()
    }

    /// Shows the progress of running work around the ball, and the results that wait as its badge.
    func setWork(_ work: CommandProgress?, _ words: String?, _ results: Badge?) {
        let isNews = work.map { $0.fraction == nil } != self.work.map { $0.fraction == nil } || results != self.results
        (self.work, self.words, self.results) = (work, words, results)
        update()
        if isNews { wake() }
    }

    /// Whether a point of the screen is on the ball.
    func contains(_ point: Point) -> Bool { !isHidden && state.frame.contains(point) }

    func move(by step: Point) {
        introduce { $0.end() }
        change { $0.move(by: step) }
        wake()
    }

    func resize(to size: Size) {
        change { $0.resize(to: size) }
    }

    // MARK: - Touches

    private func handle(_ event: GestureEvent) {
        if case .touchDown = event { introduce { $0.end() } }
        change { $0.handle(event) }
    }

    // MARK: - The introduction

    /// Shows the bubble from the next frame on while only the page is at its place, and hides it otherwise.
    func windowsChanged() {
        // Not at once: thousands of windows may change in one turn.
        if !introduction.isOver { root.setNeedsLayout() }
    }

    private func updateIntroduction() {
        guard !introduction.isOver else { return }
        introduce { $0.update(isInView: isLaunched && !state.isHidden && !isHeldAway && isPageAlone) }
    }

    /// Whether nothing but the page is at the bubble's place: no field that is typed in, and no window of a question.
    private var isPageAlone: Bool {
        guard let place, state.placement.isClear(from: place.frame, to: place.frame) else { return false }
        let others = context.windows.visible.filter { $0.owner != .plugin(context.manifest.id) }.dropFirst()
        return !others.contains { $0.isKey || $0.isModal || !$0.frame.intersection(place.frame).isEmpty }
    }

    /// Says what the gestures open, as long as the introduction isn't over.
    func explain(_ lines: () -> [BubbleView.Line]) {
        guard !introduction.isOver else { return }
        let lines = lines()
        guard lines != bubble.lines else { return }
        bubble.lines = lines
        update()
    }

    func introduce(_ body: (inout Introduction) -> [Introduction.Effect]) {
        for effect in body(&introduction) {
            switch effect {
            case .show:
                bubbleTimer = context.time.schedule(after: Introduction.duration) { [weak self] in
                    self?.introduce { $0.end() }
                }
                // The ball may have begun to rest while something covered the page.
                wake()
            case .hide:
                bubbleTimer?.cancel()
                bubbleTimer = nil
                wake()
            case .remember: memory.keep(true, under: Introduction.storeKey)
            }
            update()
        }
    }

    private var place: BubbleLayout? {
        BubbleLayout(bubble.sizes, ball: state.frame, screen: state.placement.screen)
    }

    // MARK: - Resting

    /// Shows the whole ball, and starts the time after which it rests.
    func wake() {
        restTimer?.cancel()
        restTimer = context.time.schedule(after: Ball.restDelay) { [weak self] in self?.rest() }
        guard isResting else { return }
        isResting = false
        fading?.cancel()
        fading = nil
        window.alpha = 1
        update()
    }

    private func rest() {
        restTimer = nil
        // A ball that is held, or that the bubble points at, stays visible.
        guard !isResting, !state.isHeld, !state.isPressed, !introduction.isShown else { return }
        isResting = true
        update()
        guard view.appearance.rest == .faded else { return }
        fading = context.time.animate(Ball.fade) { [weak self] progress in
            self?.window.alpha = 1 - (1 - Ball.restingAlpha) * progress
        }
    }

    private var rested: BallView.Rest {
        guard isResting else { return .awake }
        let side = state.frame.minX == 0 ? BallHome.Side.left : .right
        return .afterAWhile(
            context.windows.traits.colorDepth,
            hasBadge: shownBadge != nil,
            hasNumber: work?.fraction != nil,
            side: side
        )
    }

    // MARK: - Acting on the state

    private func change(_ body: (inout BallState) -> [BallState.Effect]) {
        let before = state
        let effects = body(&state)
        // A field elsewhere doesn't wake the ball.
        let isMoved = state.frame != before.frame || state.isPressed != before.isPressed || state.isHeld
        if isMoved || state.isHidden != before.isHidden { wake() }
        update()
        for effect in effects { act(on: effect) }
    }

    private func update() {
        view.frame = state.frame
        // With fewer colors the shades are too far apart and look like stripes.
        let depth = context.windows.traits.colorDepth
        view.appearance = BallView.Appearance(
            isHeld: state.isHeld,
            isPressed: state.isPressed,
            badge: shownBadge,
            work: work,
            words: words,
            isShaded: depth == .trueColor,
            hasHue: depth != .ansi16,
            hasColors: depth != .monochrome,
            rest: rested
        )
        bubble.show(introduction.isShown ? place : nil, beside: state.frame)
        // Last: hiding cancels the touch, which changes the state again.
        // Only for a change: a tool may have hidden or shown the window, and the state follows later.
        let isWindowHidden = state.isHidden || !isLaunched || isHeldAway
        guard isWindowHidden != self.isWindowHidden else { return }
        self.isWindowHidden = isWindowHidden
        window.isHidden = isWindowHidden
    }

    private var shownBadge: Badge? { hasWarning ? Badge("!") : results ?? badge }

    private func act(on effect: BallState.Effect) {
        switch effect {
        case .open(let taps): onTaps?(taps)
        case .halt: animation?.cancel()
        case .remember(let home): memory.keep(home.stored, under: Ball.storeKey)
        case .glide:
            animation?.cancel()
            animation = context.time.animate(Ball.glide) { [weak self] progress in
                self?.change {
                    $0.glide(to: progress)
                    return []
                }
            }
        }
    }
}

/// The root view of the ball's window, without a background, so that every touch beside the ball goes to the page.
private final class BallRoot: View {
    var onLayout: (@MainActor () -> Void)?

    override func layoutSubviews() {
        onLayout?()
    }
}
