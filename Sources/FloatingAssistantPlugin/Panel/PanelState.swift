import HostRuntime

/// The state of the panel: its content, and what it waits for; a pure value whose functions return effects.
///
/// Answers carry the number of their request, so an answer that arrives after
/// the panel has closed or changed its content has no effect.
struct PanelState: Hashable, Sendable {
    /// The time that a run may take before its progress is shown.
    static let progressDelay = Duration.milliseconds(300)
    private(set) var content = Content.closed
    private(set) var tools: [CommandSummary] = []
    private(set) var remark: Remark?

    /// The request to make a field the first responder; `nil` to leave it to the person.
    private(set) var focus: Focus?

    /// A number that differs for each content that opens.
    private(set) var generation = 0
    /// The state of the login at the start; `nil` without a command that logs in.
    private(set) var login: Login?

    private var running: Int?
    private var lastNumber = 0
    // Including runs that continue after the panel has closed.
    private var unfinished: [Int: Run] = [:]
    var run: Run? { running.flatMap { unfinished[$0] } }
    var isRunning: Bool { running != nil }

    var form: CommandForm? {
        if case .form(let form) = content { form } else { nil }
    }

    var isGone: Bool { form.map { tool($0.command) == nil } ?? false }
}

// MARK: - Opening and closing

extension PanelState {
    /// Opens the form of a command, or runs a command without one.
    ///
    /// A command that still runs since the panel was closed is shown again, to wait for or cancel.
    mutating func open(_ id: String) -> [Effect] {
        guard let tool = tool(id) else {
            turn(to: .notice(.missing(id, nearest: nearestName(to: id, in: tools.map(\.id)))))
            return []
        }
        // A running command may be unavailable meanwhile.
        if let refusal = tool.refusal, !isUnfinished(id) { return refuse(tool, refusal) }
        guard tool.needsForm else {
            // The list of tools stays open, to show an error, and has room for that of one command.
            if content == .tools, let run, run.command != id {
                remark = Remark(text: "'\(run.title)' still runs; esc cancels it.")
                return []
            }
            if content != .tools { turn(to: .notice(Notice(title: tool.title, text: "", kind: .running))) }
            return attach(to: id) ? [] : start(tool.id, title: tool.title, values: [:])
        }
        let effects = openForm(tool)
        _ = attach(to: id)
        return effects
    }

    private mutating func openForm(_ tool: CommandSummary) -> [Effect] {
        turn(to: .form(makeForm(tool)))
        return tool.fields.indices.filter { tool.fields[$0].kind == .choice }
            .map { .fetchChoices(generation, command: tool.id, field: $0) }
    }

    /// Rebuilds the open form for a command whose parameters have changed, and keeps what was entered.
    ///
    /// A command that needs no form any more doesn't run by itself: the person hasn't asked for that.
    private mutating func rebuildForm(_ tool: CommandSummary) -> [Effect] {
        guard tool.needsForm else { return open(.tools) }
        // The error of a run may have come just before.
        let (old, remark) = (form, remark)
        let effects = openForm(tool)
        if let old { edit { $0.adoptEntries(of: old) } }
        self.remark = remark
        return effects
    }

    // The reason is shown where the person chose the command, before a form opens.
    private mutating func refuse(_ tool: CommandSummary, _ refusal: String) -> [Effect] {
        if content == .tools {
            remark = Remark(text: refusal)
        } else {
            turn(to: .notice(Notice(title: tool.title, text: refusal, kind: .unavailable)))
        }
        return []
    }

    /// Opens the target of a gesture; tools that are open close.
    mutating func open(_ target: Routes.Target) -> [Effect] {
        switch target {
        case .command(let id): return open(id)
        case .tools:
            turn(to: content == .tools ? .closed : .tools)
            return []
        }
    }

    /// Closes the panel and drops the entered values; a running command continues.
    mutating func close() {
        turn(to: .closed)
    }

    mutating func leave() -> [Effect] {
        if let running { return [.cancel(running)] }
        close()
        return []
    }

    /// Closes the panel because the running command opens a window itself.
    ///
    /// The panel no longer shows its end, and it may be run again meanwhile.
    mutating func giveWay() {
        if let running { unfinished[running]?.isReleased = true }
        close()
    }

    private func makeForm(_ tool: CommandSummary) -> CommandForm {
        var form = CommandForm(tool)
        if let login, login.command == tool.id, tool.hasSecret {
            form.offerKeeping(isKept: login.isKept)
            form.note = login.problem
        }
        return form
    }

    private mutating func turn(to content: Content) {
        self.content = content
        remark = nil
        focus = nil
        running = nil
        generation += 1
    }

    private func tool(_ id: String) -> CommandSummary? {
        tools.first { $0.id == id }
    }
}

// MARK: - Following the commands and the login

extension PanelState {
    mutating func commandsChanged(to tools: [CommandSummary]) -> [Effect] {
        let wasGone = isGone
        self.tools = tools
        // A running command may withdraw itself; its result still arrives.
        guard !isRunning else { return [] }
        switch content {
        case .form(let form):
            guard let tool = tool(form.command) else {
                remark = Remark(text: "'\(form.title)' is not offered any more.")
                return []
            }
            let isSame = form.hasParameters(of: tool)
            if wasGone { remark = nil }
            return isSame ? [] : rebuildForm(tool)
        case .notice(let notice):
            guard case .missing(let id) = notice.kind, let tool = tool(id) else { return [] }
            // The person didn't ask for it just now, so its form may open, but it doesn't run.
            return open(tool.needsForm ? .command(id) : .tools)
        case .closed, .tools:
            return []
        }
    }

    mutating func loginChanged(to login: Login?) {
        self.login = login
        edit { if $0.isKept != nil { $0.note = login?.problem } }
    }

    mutating func choicesArrived(_ generation: Int, field: Int, _ choices: CommandForm.Field.Choices) {
        guard generation == self.generation else { return }
        edit { $0.offer(choices, field: field) }
    }
}

// MARK: - Entering

extension PanelState {
    mutating func enter(_ text: String, field: Int) {
        editByHand { $0.enter(text, field: field) }
    }

    mutating func set(_ isOn: Bool, field: Int) {
        editByHand { $0.set(isOn, field: field) }
    }

    mutating func retry(field: Int) -> [Effect] {
        guard let form, form.fields.indices.contains(field), form.fields[field].wantsRetry, !isGone else { return [] }
        edit { $0.offer(.loading, field: field) }
        return [.fetchChoices(generation, command: form.command, field: field)]
    }

    private mutating func editByHand(_ change: (inout CommandForm) -> Void) {
        let before = form
        edit(change)
        // The error was about the earlier value.
        if form != before, !isGone { remark = nil }
    }

    private mutating func edit(_ change: (inout CommandForm) -> Void) {
        guard var form else { return }
        change(&form)
        content = .form(form)
    }

    private mutating func moveKeyboard(to field: Int) {
        lastNumber += 1
        focus = Focus(field: field, number: lastNumber)
    }
}

// MARK: - Running

extension PanelState {
    /// Runs the form's command with the entered values, unless a field has a problem or it runs already.
    ///
    /// Each field with a problem shows it, and the first of them gets the
    /// keyboard. From a field with empty fields below it, enter goes to
    /// the first of those without a message.
    mutating func submit(from field: Int? = nil, rule: CommandForm.Rule = { _, _ in nil }) -> [Effect] {
        guard let form, !isRunning, !isGone else { return [] }
        var checked = form
        let values = checked.check(rule)
        if let field, let wrong = checked.firstWrong, wrong > field, checked.fields[wrong].isMissing {
            moveKeyboard(to: wrong)
            return []
        }
        content = .form(checked)
        remark = nil
        guard let values else {
            if let wrong = checked.firstWrong { moveKeyboard(to: wrong) }
            return []
        }
        let login: LoginChange? = form.isKept.map { isKept in
            isKept ? .keep(command: form.command, values: values) : .forget
        }
        return start(form.command, title: form.title, values: values, secrets: form.secrets, login: login)
    }

    private mutating func start(
        _ id: String,
        title: String,
        values: [String: PlainValue],
        secrets: [String] = [],
        login: LoginChange? = nil
    ) -> [Effect] {
        remark = nil
        focus = nil
        lastNumber += 1
        running = lastNumber
        unfinished[lastNumber] = Run(number: lastNumber, command: id, title: title, secrets: secrets, login: login)
        return [.run(lastNumber, command: id, values: values), .waitForRun(lastNumber)]
    }

    private func isUnfinished(_ id: String) -> Bool {
        unfinished.values.contains { $0.command == id && !$0.isReleased }
    }

    private mutating func attach(to id: String) -> Bool {
        guard let run = unfinished.values.first(where: { $0.command == id && !$0.isReleased }) else { return false }
        unfinished[run.number]?.isLong = true
        running = run.number
        return true
    }

    mutating func progressed(_ number: Int, _ progress: CommandProgress) {
        guard let run = unfinished[number] else { return }
        let text = progress.text.hiding(run.secrets)
        unfinished[number]?.progress = CommandProgress(fraction: progress.fraction, text: text)
    }

    /// Shows the progress of a run that hasn't ended by now.
    mutating func takesLong(_ number: Int) {
        unfinished[number]?.isLong = true
    }

    /// Handles the end of a run: shows an error or a text, or closes the panel.
    mutating func finished(_ number: Int, _ outcome: Outcome) -> [Effect] {
        guard let run = unfinished.removeValue(forKey: number) else { return [] }
        var effects: [Effect] = []
        if case .finished = outcome, let login = run.login { effects.append(.changeLogin(login)) }
        guard running == number else { return effects }
        running = nil
        // The command may have changed its parameters while it ran.
        if let form, let tool = tool(form.command), !form.hasParameters(of: tool), !outcome.isSuccess {
            effects += rebuildForm(tool)
        }
        switch outcome {
        case .finished(let text?) where !text.isEmpty:
            let notice = Notice(title: run.title, text: text.hiding(run.secrets), kind: .done)
            turn(to: .notice(notice))
            if notice.isBrief { effects.append(.wait(generation, notice.readingTime)) }
        case .finished: close()
        case .failed(let text, let problems): fail(text, problems, of: run)
        case .cancelled: show("'\(run.title)' was cancelled.", title: run.title, isError: false)
        }
        return effects
    }

    mutating func timeReached(_ generation: Int) {
        if generation == self.generation { close() }
    }

    private mutating func fail(_ text: String, _ problems: [CommandFieldError], of run: Run) {
        var rest: [CommandFieldError] = problems
        edit { form in
            rest = problems.filter { !form.show(CommandFieldError($0.parameter, $0.message.hiding(run.secrets))) }
        }
        guard !problems.isEmpty, rest.isEmpty, let wrong = form?.firstWrong, !isGone else {
            return show(text.hiding(run.secrets), title: run.title, isError: true)
        }
        moveKeyboard(to: wrong)
    }

    // An error is shown where the person can correct it.
    private mutating func show(_ text: String, title: String, isError: Bool) {
        if content == .tools || (form != nil && !isGone) {
            remark = Remark(text: text.shortened(), isError: isError)
        } else {
            turn(to: .notice(Notice(title: title, text: text, kind: isError ? .failed : .cancelled)))
        }
    }
}

extension PanelState.Notice {
    fileprivate static func missing(_ id: String, nearest: String?) -> PanelState.Notice {
        let end = nearest.map { "; did you mean '\($0)'?" } ?? "."
        return PanelState.Notice(
            title: "Not here",
            text: "No command '\(id)' is offered\(end) Enable a plugin that does, or name another command under "
                + "'routes' in the configuration of '\(FloatingAssistant.manifest.id)'.",
            kind: .missing(id)
        )
    }
}
