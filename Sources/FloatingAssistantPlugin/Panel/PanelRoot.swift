import HostRuntime

/// The root view of the panel's window: transparent around the card, where a tap closes the panel.
final class PanelRoot: View {
    var onClose: (@MainActor () -> Void)?
    /// Called at escape, which cancels a running command first.
    var onLeave: (@MainActor () -> Void)?

    /// Called for a key that the program handles.
    var onPass: (@MainActor () -> Void)?

    /// The view that keeps the rest of the opening taps from the panel.
    var excessTaps: ExcessTapView? {
        didSet {
            oldValue?.removeFromSuperview()
            if let excessTaps { addSubview(excessTaps) }
        }
    }

    /// Whether any key closes the panel.
    var closesAtAnyKey = false

    override init(frame: Rect = .zero) {
        super.init(frame: frame)
        gestures = GestureConfiguration(maximumTapCount: 1)
        onGesture = { [weak self] in if case .tap = $0 { self?.onClose?() } }
    }

    override func draw(in canvas: inout Canvas) {
        for case let card as Card in subviews { card.drawShadow(in: &canvas) }
    }

    override func keyDown(_ event: KeyEvent) -> Bool {
        // A key ends the series of taps.
        excessTaps?.end()
        if event == KeyEvent(.escape) {
            onLeave?()
            return true
        }
        if event.isForProgram {
            onPass?()
            return false
        }
        if closesAtAnyKey {
            onClose?()
            return true
        }
        // Keys must not reach the page behind the panel: typing beside a
        // field must not quit the program.
        return event.key != .tab
    }

    // The wheel doesn't reach the page either.
    override func scroll(by rows: Int) -> Bool { true }
}
