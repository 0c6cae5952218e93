import HostRuntime

/// A line that asks for a key and reports it; the key has no other effect.
final class KeyPrompt: View {
    private let onKey: @MainActor (KeyEvent) -> Void

    init(_ onKey: @escaping @MainActor (KeyEvent) -> Void) {
        self.onKey = onKey
        super.init()
        background = Styles.bar
    }

    override var canBecomeFirstResponder: Bool { true }

    override func keyDown(_ event: KeyEvent) -> Bool {
        onKey(event)
        return true
    }

    private static let text = "Press the key that you want to know about."

    override var accessibilityElements: [AccessibilityElement] { [AccessibilityElement(.text, KeyPrompt.text)] }

    override var cursorPosition: Point? { Point(x: 1, y: 0) }

    override func draw(in canvas: inout Canvas) {
        let text = TextWidth.truncate(" " + KeyPrompt.text, to: bounds.width)
        canvas.draw(text, at: .zero, style: Styles.accentOnBar)
    }
}
