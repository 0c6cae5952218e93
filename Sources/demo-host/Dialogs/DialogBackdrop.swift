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
        let size = panel.size(on: bounds.size)
        let free = Point(x: bounds.width - size.width, y: bounds.height - size.height)
        // A little above the middle looks like the middle.
        panel.frame = Rect(origin: Point(x: free.x / 2, y: max(0, free.y - 1) / 2), size: size)
    }

    override func draw(in canvas: inout Canvas) {
        let frame = panel.frame
        guard frame.width < bounds.width, frame.height < bounds.height else { return }
        canvas.fill(frame.offset(by: Point(x: 2, y: 1)), style: ShopStyle.shadow)
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
