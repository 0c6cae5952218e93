import HostRuntime

/// A sheet to enter a phone number and a password, which it checks.
final class LoginPanel: Sheet {
    private let fields = LoginFields()
    var logIn: (@MainActor (_ phone: String, _ password: String) -> Void)?

    init() {
        super.init(title: "Log in", hints: ["tab next", "enter go on", "esc close"], content: fields)
        buttons = [
            Button("Log in") { [weak self] in self?.submit() },
            Button("Cancel") { [weak self] in self?.close() },
        ]
        fields.phone.onSubmit = { [weak fields] in _ = fields?.password.becomeFirstResponder() }
        fields.password.onSubmit = { [weak self] in self?.submit() }
    }

    func show(error: String) {
        fields.note.text = error
        fields.note.style = Style(foreground: Theme.danger, attributes: .bold)
    }

    private func submit() {
        let (phone, password) = (fields.phone.text, fields.password.text)
        // The command's own message about an empty field has the parameter's name, which the sheet doesn't show.
        do {
            _ = try Session(phone: phone, password: password)
        } catch {
            show(error: "\(error)")
            switch error {
            case .passwordLength: fields.password.becomeFirstResponder()
            default: fields.phone.becomeFirstResponder()
            }
            return
        }
        logIn?(phone, password)
    }

    override func keyDown(_ event: KeyEvent) -> Bool {
        let (phone, password) = (fields.phone, fields.password)
        return switch event {
        case KeyEvent(.down) where phone.isFirstResponder: password.becomeFirstResponder()
        case KeyEvent(.up) where password.isFirstResponder: phone.becomeFirstResponder()
        case KeyEvent(.down) where password.isFirstResponder: buttons[0].becomeFirstResponder()
        case KeyEvent(.up) where buttons.contains(where: \.isFirstResponder): password.becomeFirstResponder()
        default: false
        }
    }
}

/// The fields of a login, with their names beside them and a note below.
private final class LoginFields: View {
    let phone = TextField(placeholder: Session.phoneHint)
    let password = TextField(placeholder: Session.passwordHint, isSecret: true)
    let note = Label("Make up any number and any password.", style: Theme.quiet)
    private let names = [Label("Phone", style: Theme.quiet), Label("Password", style: Theme.quiet)]

    init() {
        super.init()
        for view in [names[0], phone, names[1], password, note] { addSubview(view) }
    }

    override func preferredSize(maxWidth: Int) -> Size {
        Size(width: min(48, maxWidth), height: 6)
    }

    override func layoutSubviews() {
        let step = bounds.height >= preferredSize(maxWidth: bounds.width).height ? 2 : 1
        let column = bounds.width >= 24 ? 11 : 0
        for (index, field) in [phone, password].enumerated() {
            let y = index * step
            names[index].frame = Rect(x: 0, y: y, width: max(0, column - 1), height: 1)
            field.frame = Rect(x: column, y: y, width: bounds.width - column, height: y < bounds.height ? 1 : 0)
        }
        let top = password.frame.maxY + step - 1
        note.frame = Rect(x: 0, y: top, width: bounds.width, height: max(0, min(2, bounds.height - top)))
    }
}
