import HostRuntime

/// The card of a sheet or an alert.
class DialogPanel: Card {
    var onClose: (@MainActor () -> Void)?

    /// Shows the model, and returns whether the panel stays open; nil if nothing in it can change.
    var onChange: (@MainActor (ShopModel) -> Bool)?
    var initialFocus: View? { nil }
}

/// The root view of a dialog's window: centers the panel, and keeps touches and keys from the windows below.
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
        // A page's keys have no effect while a dialog covers it.
        return true
    }
}
