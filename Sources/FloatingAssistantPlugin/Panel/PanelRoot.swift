import HostRuntime

/// The root view of the panel's window: transparent around the card, where a tap closes the panel.
final class PanelRoot: View {
    var onClose: (@MainActor () -> Void)?
    /// Called at a tap beside the card.
    var onTapBeside: (@MainActor (Point) -> Void)?
    /// Called at escape, which cancels a running command first.
    var onLeave: (@MainActor () -> Void)?

    /// Called for a key that the program handles.
    var onPass: (@MainActor () -> Void)?

    /// Whether any key closes the panel.
    var closesAtAnyKey = false

    override init(frame: Rect = .zero) {
        super.init(frame: frame)
        gestures = GestureConfiguration(maximumTapCount: 1)
        onGesture = { [weak self] in if case .tap(_, let point) = $0 { self?.onTapBeside?(point) } }
    }

    override func draw(in canvas: inout Canvas) {
        for case let card as Card in subviews { card.drawShadow(in: &canvas) }
    }

    override func keyDown(_ event: KeyEvent) -> Bool {
        switch event {
        case KeyEvent(.escape): onLeave?()
        case _ where event.isForProgram:
            onPass?()
            return false
        case _ where closesAtAnyKey: onClose?()
        default: return false
        }
        return true
    }
}
