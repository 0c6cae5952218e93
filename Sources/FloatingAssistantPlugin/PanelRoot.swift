import HostRuntime

/// The whole of the panel's window: see-through around the card, and closed by a tap there.
final class PanelRoot: View {
    /// Called when the person wants the panel to go.
    var onClose: (@MainActor () -> Void)?

    /// Called at escape, which leads out of what is under way first.
    var onLeave: (@MainActor () -> Void)?

    /// What keeps taps from the panel that belong to those which opened it.
    var shield: TapShield? {
        didSet {
            oldValue?.removeFromSuperview()
            if let shield { addSubview(shield) }
        }
    }

    /// Whether any key closes the panel, since there is nothing to do in it.
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
        // Who has gone on to the keyboard taps anew.
        shield?.end()
        if event == KeyEvent(.escape) {
            onLeave?()
            return true
        }
        // Function keys and those with control or alt are for the whole program.
        guard event.modifiers.subtracting(.shift).isEmpty else { return false }
        if case .function = event.key { return false }
        if closesAtAnyKey {
            onClose?()
            return true
        }
        // The page's own keys must not act behind the panel: who types beside a
        // field does not mean to quit.
        return event.key != .tab
    }

    // The wheel too stays with the panel.
    override func scroll(by rows: Int) -> Bool { true }
}
