import HostRuntime

/// Fills a dialog's window: keeps the panel in the middle, and touches and keys from what is below.
final class DialogBackdrop: View {
    let panel: DialogPanel

    init(panel: DialogPanel) {
        self.panel = panel
        super.init()
        addSubview(panel)
    }

    override func layoutSubviews() {
        panel.frame = panel.frame(on: bounds.size)
    }

    override func draw(in canvas: inout Canvas) {
        panel.drawShadow(in: &canvas)
    }

    override func keyDown(_ event: KeyEvent) -> Bool {
        switch (event.key, event.modifiers) {
        case (.escape, []): panel.onClose?()
        case (.character, []), (.enter, []), (.up, []), (.down, []), (.left, []), (.right, []): break
        default: return false
        }
        // A key that means something on the page means nothing behind a dialog.
        return true
    }
}
