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
    private let view = BallView()
    private let introduction = Introduction()
    private var state: BallState
    private var isIntroduced: Bool
    /// The end of the introduction, once it has begun.
    private var introductionEnd: HostTimer?
    private var inputWatch: InspectionWatch?
    private var hasWarning = false
    private var results: String?
    private var work: CommandProgress?
    private var words: String?
    private var animation: HostTimer?
    private var isLaunched = false
    private var isResting = false
    /// Whether the window was told to hide.
    private var isWindowHidden = true
    private var restTimer: HostTimer?
    private var fading: HostTimer?
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
        isIntroduced = context.storage.store.value(Introduction.storeKey)?.boolValue ?? false
        // Without a background, so that every touch beside the ball goes to the page.
        let root = View()
        window = context.windows.make(title: "assistant ball", level: Ball.level, root: root)
        window.hitPolicy = .passThroughBackground
        window.canBecomeKey = false
        root.addSubview(view)
        root.addSubview(introduction)
        view.gestures = GestureConfiguration(
            maximumTapCount: TapGesture.mostTaps,
            recognizesLongPress: true,
            drag: .afterLongPress
        )
        view.onGesture = { [weak self] in self?.handle($0) }
        context.windows.onTextEntryChange { [weak self] entry in
            self?.change { $0.entryChanged(to: entry) }
        }
        change { $0.entryChanged(to: context.windows.textEntry) }
    }

    /// Shows the ball once the program has launched, without taking the keyboard.
    func launch() {
        isLaunched = true
        update()
        wake()
        followIntroduction()
    }

    /// Hides the ball until it is shown again or the program ends.
    func hide() {
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

    func setWarning(_ hasWarning: Bool) {
        guard hasWarning != self.hasWarning else { return }
        self.hasWarning = hasWarning
        update()
        wake()
    }

    /// Shows the progress of running work around the ball, and the results that wait as its badge.
    func setWork(_ work: CommandProgress?, _ words: String?, _ results: String?) {
        let isNews = work.map { $0.fraction == nil } != self.work.map { $0.fraction == nil } || results != self.results
        (self.work, self.words, self.results) = (work, words, results)
        update()
        if isNews { wake() }
    }

    /// Whether the ball is shown at a point of the screen.
    func contains(_ point: Point) -> Bool { !isWindowHidden && state.frame.contains(point) }

    func move(by step: Point) {
        change { $0.move(by: step) }
        wake()
    }

    func resize(to size: Size) {
        change { $0.resize(to: size) }
    }

    // MARK: - Touches

    private func handle(_ event: GestureEvent) {
        if case .touchDown = event { endIntroduction() }
        change { $0.handle(event) }
    }

    // MARK: - The introduction

    /// Shows the introduction after each frame on which nothing but the page is there, and no text at its place.
    private func followIntroduction() {
        guard !isIntroduced else { return }
        context.windows.afterNextFrame(isNeeded: false) { [weak self] in
            guard let self, !isIntroduced else { return }
            let place = beginIntroduction() ? introductionPlace : nil
            if introduction.isHidden != (place == nil) { wake() }
            introduction.isHidden = place == nil
            introduction.frame = place ?? .zero
            followIntroduction()
        }
    }

    /// Begins the introduction at the first sight of the page alone; returns whether that is there now.
    private func beginIntroduction() -> Bool {
        let others = context.windows.visible.filter { $0.owner != .plugin(context.manifest.id) }
        let asks = others.dropFirst().contains { $0.isKey || $0.isModal }
        guard !isWindowHidden, !asks else { return false }
        if introductionEnd == nil {
            introductionEnd = context.time.schedule(after: Introduction.duration) { [weak self] in
                self?.endIntroduction()
            }
            inputWatch = context.inspection.watchInput { [weak self] _ in self?.endIntroduction() }
        }
        return true
    }

    /// Ends the introduction for good: the person has pressed a key, has touched something, or has had the time to read.
    func endIntroduction() {
        guard !isIntroduced else { return }
        isIntroduced = true
        introductionEnd?.cancel()
        inputWatch?.cancel()
        introduction.isHidden = true
        memory.keep(true, under: Introduction.storeKey)
        wake()
    }

    /// Ends the introduction with the program if it has begun.
    func leave() {
        if introductionEnd != nil { endIntroduction() }
    }

    /// The cells beside the ball, in the first of its rows in which they cover no text.
    private var introductionPlace: Rect? {
        let (ball, width) = (state.frame, Introduction.width)
        let x = ball.minX >= width ? ball.minX - width : ball.maxX
        guard x + width <= state.placement.screen.width else { return nil }
        return [ball.minY + ball.height / 2, ball.minY, ball.maxY - 1].lazy
            .map { Rect(x: x, y: $0, width: width, height: 1) }
            .first { state.placement.isClear(from: $0, to: $0) && !context.windows.hasText(in: $0) }
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
        // A ball that is held, or that the introduction speaks of, stays visible.
        guard !isResting, !state.isHeld, !state.isPressed, introduction.isHidden else { return }
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
            hasBadge: badge != nil,
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
        view.appearance = BallView.Appearance(
            isHeld: state.isHeld,
            isPressed: state.isPressed,
            badge: badge,
            work: work,
            words: words,
            colorDepth: context.windows.traits.colorDepth,
            rest: rested
        )
        // Last: hiding cancels the touch, which changes the state again.
        // Only for a change: a tool may have hidden or shown the window, and the state follows later.
        let isWindowHidden = state.isHidden || !isLaunched || isHeldAway
        guard isWindowHidden != self.isWindowHidden else { return }
        self.isWindowHidden = isWindowHidden
        window.isHidden = isWindowHidden
    }

    private var badge: String? { hasWarning ? "!" : results }

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
