/// A sheet with the form of a command, which closes when the command has finished.
///
/// ```swift
/// guard let command = context.commands["weather.report"] else { return }
/// context.windows.present(CommandSheet(for: command, in: context))
/// ```
///
/// It has a button that runs the command, or for a single choice the list alone, and one that
/// cancels. While the command runs, that button and escape cancel the run; the sheet stays open
/// then, as it does at an error, with what was entered.
///
/// A command has one form on the screen: while a form for it is there, whoever shows it, that
/// one comes to the front, and the sheet doesn't open.
public final class CommandSheet: Sheet {
    /// The form.
    public let form: CommandForm

    /// Called when the command has finished and the sheet has closed, with the text to show.
    ///
    /// It may present the sheet again, such as for the next one to send.
    public var onFinish: (@MainActor (String?) -> Void)?

    /// Creates a sheet that a plugin presents.
    public convenience init(for command: Command, in context: PluginContext) {
        self.init(command, CommandForm(for: command, in: context))
    }

    /// Creates a sheet that the program presents.
    public convenience init(for command: Command, in host: AppHost) {
        self.init(command, CommandForm(for: command, in: host))
    }

    private init(_ command: Command, _ form: CommandForm) {
        self.form = form
        super.init(title: command.title, hints: form.hints, content: form)
        form.hasButtons = false
        form.onResize = { [weak self] in self?.contentDidResize() }
        form.onFinish = { [weak self] text in
            guard let self else { return }
            let body = onFinish
            close()
            body?(text)
        }
        let cancel = Button("Cancel") { [weak self] in
            if let self, !self.form.cancelRun() { close() }
        }
        buttons = (form.isPicker ? [] : [Button(command.buttonTitle) { [weak form] in form?.submit() }]) + [cancel]
    }

    override func present(in makeWindow: (View) -> Window) {
        if !form.doors.showOpenForm(for: form.command.id) { super.present(in: makeWindow) }
    }

    // They depend on the field that has the keyboard.
    public override var hints: [KeyHint] {
        get { form.hints }
        set {}
    }

    /// Handles the keys that the form uses wherever the keyboard is, such as escape while the command runs.
    public override func keyDown(_ event: KeyEvent) -> Bool { form.keyDown(event) || super.keyDown(event) }
}
