import HostRuntime

/// A check box.
final class ToggleView: View {
    /// Called when the box is ticked or cleared.
    var onChange: (@MainActor (Bool) -> Void)?

    /// Whether the box is ticked.
    private(set) var isOn: Bool

    init(isOn: Bool) {
        self.isOn = isOn
        super.init()
        gestures = GestureConfiguration(maximumTapCount: 1)
        onGesture = { [weak self] in if case .tap = $0 { self?.flip() } }
    }

    private func flip() {
        isOn.toggle()
        setNeedsDisplay()
        onChange?(isOn)
    }

    override var canBecomeFirstResponder: Bool { true }

    override func keyDown(_ event: KeyEvent) -> Bool {
        guard event == KeyEvent(.character(" ")) else { return false }
        flip()
        return true
    }

    override func draw(in canvas: inout Canvas) {
        let style = isFirstResponder ? Theme.selection : Theme.panel
        canvas.draw(isOn ? "[x] yes" : "[ ] no ", at: .zero, style: style)
    }
}
