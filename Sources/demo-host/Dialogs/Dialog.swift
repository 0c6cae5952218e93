import HostRuntime

/// A sheet or an alert: a window over a shade that dims what is below.
///
/// Keys and touches reach nothing below it. When it closes, the window that
/// was key before is key again.
@MainActor final class Dialog {
    let title: String

    /// Opens when the dialog closes, however it does.
    let closed = HostGate()

    private let shade: Window
    private let window: Window
    private let panel: DialogPanel

    /// Creates a dialog that is not shown yet.
    init(_ panel: DialogPanel, title: String, level: WindowLevel = .normal, host: AppHost) {
        self.title = title
        self.panel = panel
        let dark = View()
        dark.background = Style(foreground: .black, background: .black)
        shade = host.makeWindow(title: "\(title) shade", level: level, root: dark)
        shade.alpha = 0.5
        shade.canBecomeKey = false
        shade.hitPolicy = .none
        window = host.makeWindow(title: title, level: level, root: DialogBackdrop(panel: panel))
    }

    func present() {
        shade.show()
        window.makeKeyAndVisible()
        panel.initialFocus?.becomeFirstResponder()
    }

    /// Shows what the shop knows now; returns false where there is nothing left to say or to ask.
    func isValid(in model: ShopModel) -> Bool { panel.onChange?(model) ?? true }

    func close() {
        window.close()
        shade.close()
        closed.open()
    }
}
