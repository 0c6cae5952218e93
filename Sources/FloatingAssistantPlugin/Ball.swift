import HostRuntime

/// The ball on the screen: a window that is nothing but the ball, and what happens to it.
@MainActor final class Ball {
    /// Where the ball floats: above the pages and what covers them, below alerts.
    static let level = WindowLevel.statusBar + 100

    /// The key of the store under which the ball's place is kept.
    static let storeKey = "ball"

    /// Called after taps in a row, with their number.
    var onTaps: (@MainActor (Int) -> Void)?

    private static let glide = Animation(duration: .milliseconds(250), steps: 10)

    private let context: PluginContext
    private let memory: LateMemory
    private let window: Window
    private let view = BallView()
    private var state: BallState
    private var badge: Badge?
    private var hasWarning = false
    private var animation: HostTimer?
    private var isLaunched = false

    init(_ context: PluginContext, memory: LateMemory) {
        self.context = context
        self.memory = memory
        let home = BallHome(stored: context.store.value(Ball.storeKey))
        state = BallState(BallPlacement(screen: context.traits.size, home: home))
        // The root has no background and takes no touch: all of it is the page's.
        let root = View()
        window = context.makeWindow(title: "assistant ball", level: Ball.level, root: root)
        window.hitPolicy = .passThroughBackground
        window.canBecomeKey = false
        root.addSubview(view)
        view.gestures = GestureConfiguration(maximumTapCount: 4, recognizesLongPress: true, drag: .afterLongPress)
        view.onGesture = { [weak self] event in self?.change { $0.handle(event) } }
        context.onTextCursorMove { [weak self] cursor in self?.change { $0.cursorMoved(to: cursor) } }
        change { $0.cursorMoved(to: context.textCursor) }
    }

    /// Shows the ball from the launch on, without taking the keyboard.
    func launch() {
        isLaunched = true
        update()
    }

    /// Hides the ball until it is shown again, or until the program ends.
    func hide() {
        change { $0.hide() }
    }

    /// Shows the ball again.
    func show() {
        change {
            $0.show()
            return []
        }
    }

    /// Shows a short text at the ball's corner; an empty one removes it.
    func setBadge(_ text: String) {
        badge = Badge(text)
        update()
    }

    /// Shows in the place of the badge that something wants to be looked at, until it is taken back.
    func setWarning(_ hasWarning: Bool) {
        self.hasWarning = hasWarning
        update()
    }

    /// Moves the ball: to a side, or along the one that it is at.
    func move(by step: Point) {
        change { $0.move(by: step) }
    }

    /// Takes in that the screen has another size.
    func resize(to size: Size) {
        change { $0.resize(to: size) }
    }

    // MARK: - Acting on the state

    private func change(_ body: (inout BallState) -> [BallState.Effect]) {
        let effects = body(&state)
        update()
        for effect in effects { act(on: effect) }
    }

    private func update() {
        view.frame = state.frame
        // Fewer colours have no shades that are near enough: they would be stripes.
        let isShaded = context.traits.colorDepth == .trueColor
        view.look = BallView.Look(
            isHeld: state.isHeld,
            isPressed: state.isPressed,
            badge: hasWarning ? Badge("!") : badge,
            isShaded: isShaded
        )
        // Hiding last: it cancels the touch, which comes back as a change.
        window.isHidden = state.isHidden || !isLaunched
    }

    private func act(on effect: BallState.Effect) {
        switch effect {
        case .open(let taps): onTaps?(taps)
        case .halt: animation?.cancel()
        case .remember(let home): memory.keep(home.stored, under: Ball.storeKey)
        case .glide:
            animation?.cancel()
            animation = context.animate(Ball.glide) { [weak self] progress in
                self?.change {
                    $0.glide(to: progress)
                    return []
                }
            }
        }
    }
}
