/// A form for a command: a field for each of its parameters, and a button that runs it.
///
/// ```swift
/// let form = CommandForm(for: command, in: context)
/// form.onFinish = { text in … }
/// ```
///
/// A `CommandSheet` shows a form by itself, with buttons, in a window of its own.
///
/// The form knows the command by its parameters alone. Choices are fetched when the form is
/// made, and again at enter where that failed. A form of a single choice is a list, in which
/// choosing runs the command. Values are checked before the command runs; each problem stands at
/// its field, which is then checked anew at each letter, so that the problem goes when it's solved.
///
/// While the command runs, the form shows its progress, with a button that cancels it, as escape
/// does. An error stays in the form, with what was entered. The run continues when the form goes.
///
/// Values that a person entered appear again in the next form for the command, until a run with them
/// has succeeded, or the command's owner ends; of two open forms for it, the one that was edited last counts.
/// Secrets, and a single choice, begin anew each time.
public final class CommandForm: View {
    /// Called when the command has finished, with the text to show.
    public var onFinish: (@MainActor (String?) -> Void)?

    /// Called with checked values in place of running the command; a value that is left out has its default.
    ///
    /// The closure then shows progress and errors by itself; `show(_:)` puts errors at their fields.
    public var onSubmit: (@MainActor ([String: PlainValue]) -> Void)?

    /// Called when the person has changed a value.
    public var onChange: (@MainActor () -> Void)?

    /// Called when the form may want another height, such as for a message below a field.
    public var onResize: (@MainActor () -> Void)?

    /// The text above the fields; nil for the command's own note.
    ///
    /// A text without a color is quiet, and left out where the form scrolls.
    public var note: TextView.Line? {
        didSet { if note != oldValue { showNote() } }
    }

    /// Whether the form can be sent.
    public var isEnabled = true

    /// Whether the form waits for what `onSubmit` has begun, and can't be sent meanwhile.
    public var isBusy = false

    /// Whether the form has the button that sends it and, during a run, the one that cancels it.
    ///
    /// A sheet has both in the row of its own buttons, in sight even where the fields scroll.
    var hasButtons = true {
        didSet {
            fields.hasButton = hasButtons
            if !hasButtons { foot.onCancel = nil }
        }
    }

    let doors: FormDoors
    private let questions: [CommandParameter]
    private(set) var command: Command
    private(set) var entries: FormEntries
    private var fields: FormFields
    private let foot = CommandFoot()
    // By the fields that wait for choices.
    private var fetches: [Int: Task<Void, Never>] = [:]
    private var run: CommandRun?
    private var timer: HostTimer?
    private var stopTimer: HostTimer?
    /// Whether the command hasn't ended for a while since its run was cancelled.
    private var isNotStopping = false

    /// The time that a run may take before its progress is shown.
    private static let progressDelay = Duration.milliseconds(300)

    /// Creates a form that a plugin shows.
    ///
    /// Further `questions` stand below the command's parameters; `answer(to:)` returns their
    /// answers, which the command doesn't get.
    public convenience init(for command: Command, questions: [CommandParameter] = [], in context: PluginContext) {
        self.init(command, questions, FormDoors(context))
    }

    /// Creates a form that the program shows.
    public convenience init(for command: Command, questions: [CommandParameter] = [], in host: AppHost) {
        self.init(command, questions, FormDoors(host))
    }

    init(_ command: Command, _ questions: [CommandParameter], _ doors: FormDoors) {
        self.doors = doors
        self.questions = questions
        self.command = command
        entries = FormEntries(command.parameters, questions: questions)
        if let drafts = doors.drafts() { entries.adopt(draft: drafts[draftOf: command.id]) }
        fields = FormFields(entries, title: command.buttonTitle)
        super.init()
        addSubview(fields)
        addSubview(foot)
        foot.onCancel = { [weak self] in _ = self?.cancelRun() }
        showFields()
    }

    // Nobody waits for choices any more.
    deinit {
        for fetch in fetches.values { fetch.cancel() }
    }

    // MARK: - Using a form

    /// The hints about keys for the edge of a card; the last one says how to leave.
    public var hints: [KeyHint] {
        if isBusy || run != nil { return ["esc cancel"] }
        guard isEnabled else { return ["esc close"] }
        guard let choice = fields.choice, choice.hasChoices else {
            return (foot.isScrollable ? [.upDown("scroll")] : []) + ["tab next", "enter go on", "esc close"]
        }
        if entries.isPicker { return [.upDown("move"), "enter choose", "esc close"] }
        if choice.isOpen { return [.upDown("move"), "enter choose", "esc back"] }
        let keys: [KeyHint] = choice.hasValue ? ["space choose", "enter go on"] : ["tab next", "enter choose"]
        return keys + ["esc close"]
    }

    /// Returns the height at which all fields are in sight at a width; in a lower one they scroll.
    public func preferredHeight(width: Int) -> Int {
        let foot = foot.preferredHeight(width: width)
        return fields.preferredHeight(width: width) + (foot > 0 ? foot + 1 : 0)
    }

    /// Returns the size at which all fields are in sight, and no title, hint or choice is cut.
    public override func preferredSize(maxWidth: Int) -> Size {
        Size(width: min(maxWidth, fields.preferredWidth), height: preferredHeight(width: maxWidth))
    }

    public override var scrolls: Bool { true }

    /// Brings the form for a command that's on the screen to the front, whoever shows it; returns false without one.
    public static func showOpen(for command: String, in context: PluginContext) -> Bool {
        FormDoors(context).showOpenForm(for: command)
    }

    /// Gives the keyboard to the first field.
    public func focusFirstField() {
        fields.focusFirstControl()
    }

    /// Returns the answer to one of the form's questions; nil if there is no such question.
    public func answer(to question: String) -> PlainValue? {
        entries.answer(to: question)
    }

    /// Updates the fields for the command as it's offered now, and keeps what was entered.
    public func update(to command: Command) {
        self.command = command
        showNote()
        guard !entries.asks(for: command.parameters) else { return }
        let (old, hadFocus) = (entries, fields.hasFocus)
        entries = FormEntries(command.parameters, questions: questions)
        entries.adoptEntries(of: old)
        fields.removeFromSuperview()
        fields = FormFields(entries, title: command.buttonTitle)
        fields.keepTexts()
        addSubview(fields)
        addSubview(foot)
        showFields()
        if hadFocus { fields.focusFirstControl() }
    }

    /// Fetches all choices again, such as when their details or the current one have changed.
    ///
    /// The choices of before stay until then. A choice that the person has made stays if
    /// it's still there; otherwise the current one is chosen.
    public func reloadChoices() {
        for index in entries.fields.indices where entries.fields[index].kind == .choice { fetchChoices(of: index) }
    }

    /// Shows problems at their fields, and returns whether each of them is seen there.
    ///
    /// If so, the first of those fields gets the keyboard. A problem of something that the form
    /// doesn't ask for isn't seen, so the error has to be shown in another way.
    public func show(_ problems: [CommandFieldError]) -> Bool {
        let shown = problems.map { entries.show($0) }
        refresh()
        guard !problems.isEmpty, shown.allSatisfy({ $0 }), let wrong = entries.firstWrong else { return false }
        fields.focus(wrong)
        return true
    }

    // MARK: - Entering

    private func showFields() {
        for fetch in fetches.values { fetch.cancel() }
        fetches = [:]
        showNote()
        fields.hasButton = hasButtons
        fields.onInput = { [weak self] in self?.receive($0) }
        reloadChoices()
        setNeedsLayout()
    }

    private func showNote() {
        fields.note = shownNote
    }

    private func receive(_ input: FormFields.Input) {
        switch input {
        case .enter(let text, let field): edit(field) { $0.enter(text, field: field) }
        case .set(let isOn, let field): edit(field) { $0.set(isOn, field: field) }
        case .submit(let field): submit(from: field)
        case .resize:
            fields.setNeedsLayout()
            resize()
        case .retry(let field):
            guard entries.fields[field].wantsRetry, isEnabled else { return }
            entries.offer(.loading, field: field)
            refresh()
            fetchChoices(of: field)
        }
    }

    private func edit(_ index: Int, _ change: (inout FormEntries) -> Void) {
        let before = entries
        change(&entries)
        guard entries != before else { return }
        let field = entries.fields[index]
        // The rule may have changed the form.
        if field.isWatched, let message = brokenRule(of: field), entries.fields.dropFirst(index).first == field {
            entries.recheck(index) { _, _ in message }
        }
        keepDraft()
        // The error was about the earlier value.
        if run == nil { foot.remark = nil }
        refresh()
        onChange?()
    }

    private func keepDraft() {
        doors.drafts()?[draftOf: command.id] = entries.draft
    }

    private func refresh() {
        fields.update(entries)
        resize()
    }

    private func resize() {
        setNeedsLayout()
        onResize?()
    }

    private func fetchChoices(of field: Int) {
        let parameters = command.parameters + questions
        guard case .choice(let offer) = parameters[field].kind else { return }
        let name = entries.fields[field].name
        let fetch = doors.task { [weak self] in
            let choices: FormEntries.Field.Choices
            do {
                choices = .loaded(try await offer())
            } catch {
                // The row has the parameter's title, so its name isn't told.
                let problems = CommandFieldError.all(in: error).map(\.message)
                choices = .failed((problems.isEmpty ? "\(error)" : problems.joined(separator: "; ")).shortened())
            }
            // A form that was rebuilt meanwhile fetches its own.
            guard let self, !Task.isCancelled, entries.fields[field].name == name else { return }
            entries.offer(choices, field: field)
            refresh()
        }
        fetches.updateValue(fetch, forKey: field)?.cancel()
    }

    // MARK: - Running

    /// Runs the command with the entered values, unless a field has a problem or it runs already.
    ///
    /// Each field with a problem shows it, and the first of them gets the keyboard. Enter in a
    /// field above the last one shows only that field's problem, or goes on to the first field
    /// below that is empty or wrong, and sends if there is none.
    func submit(from field: Int? = nil) {
        guard isEnabled, !isBusy, run == nil else { return }
        // Rules are the command's code, which may do anything, so they don't run while the entries change.
        var broken: [String: String] = [:]
        for field in entries.parameters { broken[field.name] = brokenRule(of: field) }
        if let field, let next = entries.goOn(from: field, { name, _ in broken[name] }) {
            refresh()
            return fields.focus(next)
        }
        let values = entries.check { name, _ in broken[name] }
        foot.remark = nil
        refresh()
        guard let values else {
            if let wrong = entries.firstWrong { fields.focus(wrong) }
            return
        }
        if let onSubmit { onSubmit(values) } else { start(values) }
    }

    /// Returns the message of the command's rule for an entered value; nil if the value keeps it.
    private func brokenRule(of field: FormEntries.Field) -> String? {
        guard !field.isOwn, let value = try? field.value() else { return nil }
        return doors.command(command.id)?.parameters.first { $0.name == field.name }?.validate?(value)
    }

    /// Whether the form is a single choice, so that choosing sends it.
    var isPicker: Bool { entries.isPicker }

    /// Whether the run that the form has started hasn't ended.
    var isRunning: Bool { run != nil }

    /// The text above the fields: the form's own, or else the command's.
    var shownNote: TextView.Line? { note ?? command.note.map { .text($0) } }

    /// The remark about the last run; nil for none.
    var remark: String? { foot.remark?.text }

    // MARK: - Answers

    /// Enters a text, or the value of a choice, as a person does.
    func enter(_ text: String, field: Int) { fields.enter(text, field: field) }

    /// Sets a toggle, as a person does.
    func set(_ isOn: Bool, field: Int) { fields.set(isOn, field: field) }

    /// Fetches the choices of a field again.
    func retry(field: Int) { receive(.retry(field: field)) }

    /// Returns the problem that a field would have after a change, which isn't made; nil for none.
    func problem(at index: Int, after change: (inout FormEntries) -> Void) -> String? {
        guard entries.fields.indices.contains(index) else { return nil }
        var entries = entries
        change(&entries)
        let message = brokenRule(of: entries.fields[index])
        return entries.problem(at: index) { _, _ in message }
    }

    /// Cancels the run that the form has started, and returns whether there is one.
    ///
    /// A command that ignores that is said to; then another call stops waiting for it.
    @discardableResult
    func cancelRun() -> Bool {
        guard let run else { return false }
        if isNotStopping {
            run.cancel()
        } else if !run.isCancelling {
            run.requestCancellation()
            showProgress(of: run, .cancelling)
            stopTimer = doors.schedule(CommandProgress.timeToStop) { [weak self] in
                self?.isNotStopping = true
                self?.showProgress(of: run, .notStopping)
            }
        }
        return true
    }

    private func showProgress(of run: CommandRun, _ progress: CommandProgress) {
        guard self.run === run else { return }
        foot.update(progress)
        resize()
    }

    private func start(_ values: [String: PlainValue]) {
        let run = doors.start(
            command.id,
            values,
            { [weak self] in self?.finish($0) },
            { [weak self] in
                guard let self, stopTimer == nil else { return }
                foot.update($0)
                resize()
            }
        )
        guard !run.isFinished else { return }
        self.run = run
        foot.update(nil)
        onResize?()
        timer = doors.schedule(CommandForm.progressDelay) { [weak self, weak run] in
            guard let self, let run, self.run === run else { return }
            foot.showsProgress = true
            resize()
        }
    }

    private func finish(_ result: Result<String?, any Error>) {
        let (ended, wasNotStopping) = (run, isNotStopping)
        run = nil
        timer?.cancel()
        stopTimer?.cancel()
        (stopTimer, isNotStopping) = (nil, false)
        foot.showsProgress = false
        defer { resize() }
        func hide(_ text: String) -> String { ended?.hidingSecrets(in: text) ?? text }
        switch result {
        case .success(let text): onFinish?(text.map(hide))
        case .failure(let error):
            // The command may have changed its parameters while it ran.
            if let command = doors.command(command.id) { update(to: command) }
            guard !(error is CancellationError) else {
                let end = wasNotStopping ? "ignores that it was cancelled, and may go on." : "was cancelled."
                foot.remark = CommandFoot.Remark("'\(command.title)' \(end)", isError: false)
                return
            }
            let problems = CommandFieldError.all(in: error).map { CommandFieldError($0.parameter, hide($0.message)) }
            if !show(problems) { foot.remark = CommandFoot.Remark(hide("\(error)")) }
        }
    }

    /// Handles escape while the command runs, which cancels it, and the keys that scroll a long remark.
    public override func keyDown(_ event: KeyEvent) -> Bool {
        event == KeyEvent(.escape) && cancelRun() || foot.keyDown(event)
    }

    // MARK: - Layout

    /// Places the fields, and below them the remark or the progress.
    public override func layoutSubviews() {
        fields.frame = foot.place(in: bounds, below: fields.preferredHeight(width: bounds.width))
    }
}

extension View {
    /// The forms in the view, and the view itself if it is one, without those that are hidden.
    var shownForms: [CommandForm] {
        guard !isHidden else { return [] }
        if let form = self as? CommandForm { return [form] }
        return subviews.flatMap(\.shownForms)
    }
}

extension Command {
    /// The text of the button that runs it: a long title stands above the form already.
    var buttonTitle: String { TextWidth.fits(title, in: 20) ? title : "Run" }
}
