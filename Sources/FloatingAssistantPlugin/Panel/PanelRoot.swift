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

    /// Called for a letter that the tools get.
    var onType: (@MainActor (KeyEvent) -> Void)?

    /// What a key does that no view uses.
    var keys = PanelState.Notice.Keys.wait

    override init(frame: Rect = .zero) {
        super.init(frame: frame)
        gestures = GestureConfiguration(maximumTapCount: 1)
        onGesture = { [weak self] in if case .tap(_, let point) = $0 { self?.onTapBeside?(point) } }
    }

    override func keyDown(_ event: KeyEvent) -> Bool {
        switch event {
        case KeyEvent(.escape): onLeave?()
        case _ where event.isForProgram:
            onPass?()
            return false
        case KeyEvent(.enter) where keys != .wait, KeyEvent(.character(" ")) where keys != .wait: onClose?()
        default:
            switch keys {
            case .wait: return false
            case .close: onClose?()
            case .closeAndPass:
                onClose?()
                return false
            case .tools: if case .character = event.key, event.modifiers.isEmpty { onType?(event) }
            }
        }
        return true
    }
}
