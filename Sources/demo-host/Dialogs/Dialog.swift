import HostRuntime

/// A sheet or an alert: a window above a shade that dims the windows below.
///
/// No keys or touches reach those windows. When the dialog closes, the window
/// that was key before is key again.
@MainActor final class Dialog {
    let title: String
    let closed = HostGate()

    private let shade: Window
    private let window: Window
    private let panel: DialogPanel

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

    /// Shows the model; returns false if the dialog has to close.
    func update(with model: ShopModel) -> Bool { panel.onChange?(model) ?? true }

    func close() {
        window.close()
        shade.close()
        closed.open()
    }
}

/// A question on the screen with the action for yes.
@MainActor struct Question {
    let dialog: Dialog
    /// Performs the action, and returns the text to show.
    let action: @MainActor () throws -> String?
    var isOpen: Bool { !dialog.closed.isOpen }
}
