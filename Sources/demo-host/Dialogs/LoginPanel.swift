import HostRuntime

/// A panel to enter a phone number and a password, which it checks.
final class LoginPanel: DialogPanel {
    private let names = [Label("Phone", style: Theme.quiet), Label("Password", style: Theme.quiet)]
    private let phone = TextField(placeholder: Session.phoneHint)
    private let password = TextField(placeholder: Session.passwordHint, isSecret: true)
    private let note = Label("Make up any number and any password.", style: Theme.quiet)
    private let buttons = ButtonRow()
    var logIn: (@MainActor (_ phone: String, _ password: String) -> Void)?

    init() {
        super.init(title: "Log in", hints: ["tab next", "enter go on", "esc close"])
        buttons.buttons = [
            Button("Log in") { [weak self] in self?.submit() },
            Button("Cancel") { [weak self] in self?.onClose?() },
        ]
        for view in [names[0], phone, names[1], password, note, buttons] { addSubview(view) }
        phone.onSubmit = { [weak self] in _ = self?.password.becomeFirstResponder() }
        password.onSubmit = { [weak self] in self?.submit() }
    }

    override var initialFocus: View? { phone }

    func show(error: String) {
        note.text = error
        note.style = Style(foreground: Theme.danger, attributes: .bold)
        setNeedsLayout()
    }

    private func submit() {
        // The command's own message about an empty field has the parameter's name, which the sheet doesn't show.
        do {
            _ = try Session(phone: phone.text, password: password.text)
        } catch {
            show(error: "\(error)")
            switch error {
            case .passwordLength: password.becomeFirstResponder()
            default: phone.becomeFirstResponder()
            }
            return
        }
        logIn?(phone.text, password.text)
    }

    override func contentSize(maxWidth: Int) -> Size {
        let width = min(48, maxWidth)
        return Size(width: width, height: 3 + 1 + 2 + 1 + buttons.height(forWidth: width))
    }

    override func leastContentHeight(width: Int) -> Int { contentSize(maxWidth: width).height }

    override func layoutContent(in room: Rect) {
        let isRoomy = room.height >= contentSize(maxWidth: room.width).height
        let column = room.width >= 24 ? 11 : 0
        let step = isRoomy ? 2 : 1
        for (index, field) in [phone, password].enumerated() {
            let y = room.minY + index * step
            names[index].frame = Rect(x: room.minX, y: y, width: max(0, column - 1), height: 1)
            field.frame = Rect(x: room.minX + column, y: y, width: room.width - column, height: y < room.maxY ? 1 : 0)
        }
        let lines = buttons.height(forWidth: room.width, atMost: isRoomy ? .max : 1)
        let top = password.frame.maxY + (isRoomy ? 1 : 0)
        let bottom = room.maxY - lines
        note.frame = Rect(x: room.minX, y: top, width: room.width, height: min(2, bottom - top))
        buttons.frame = Rect(x: room.minX, y: max(bottom, password.frame.maxY), width: room.width, height: lines)
    }

    override func keyDown(_ event: KeyEvent) -> Bool {
        switch event {
        case KeyEvent(.down) where phone.isFirstResponder: password.becomeFirstResponder()
        case KeyEvent(.up) where password.isFirstResponder: phone.becomeFirstResponder()
        case KeyEvent(.down) where password.isFirstResponder: buttons.buttons[0].becomeFirstResponder()
        case KeyEvent(.up) where buttons.buttons.contains(where: \.isFirstResponder): password.becomeFirstResponder()
        default: false
        }
    }
}
