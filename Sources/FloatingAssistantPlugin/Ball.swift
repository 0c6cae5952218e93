import HostRuntime

/// The ball on the screen: a window that is nothing but the ball, and what taps and drags do to it.
@MainActor final class Ball {
    /// Where the ball floats: above the pages and what covers them, below alerts.
    static let level = WindowLevel.statusBar + 100

    /// Called after taps in a row, with their number.
    var onTaps: (@MainActor (Int) -> Void)?

    private let window: Window
    private let view = BallView()
    private var placement: BallPlacement

    init(_ context: PluginContext) {
        placement = BallPlacement(screen: context.traits.size)
        // The root has no background and takes no touch: all of it is the page's.
        let root = View()
        window = context.makeWindow(title: "assistant ball", level: Ball.level, root: root)
        window.hitPolicy = .passThroughBackground
        window.canBecomeKey = false
        root.addSubview(view)
        view.gestures = GestureConfiguration(maximumTapCount: 4, recognizesLongPress: true, drag: .afterLongPress)
        view.onGesture = { [weak self] in self?.handle($0) }
        place()
    }

    /// Shows the ball, without taking the keyboard.
    func show() {
        window.show()
    }

    /// Moves the ball by a step, as far as the screen goes.
    func move(by step: Point) {
        placement.move(by: step)
        place()
    }

    /// Takes in that the screen has another size.
    func resize(to size: Size) {
        placement.resize(to: size)
        place()
    }

    /// Forgets taps that wait for further ones: they were meant for a person who has left.
    func forgetTaps() {
        view.gestures = view.gestures
    }

    private func handle(_ event: GestureEvent) {
        switch event {
        case .touchDown: view.isPressed = true
        case .touchUp: view.isPressed = false
        case .tap(let count, _): onTaps?(count)
        case .longPressBegan: placement.pickUp()
        case .dragChanged(_, let translation): placement.drag(by: translation)
        case .dragEnded, .longPressEnded: placement.putDown()
        case .cancelled: placement.cancel()
        }
        place()
    }

    private func place() {
        view.frame = placement.frame
        view.isLifted = placement.isLifted
    }
}
