import HostRuntime

/// What the panel shows and what it waits for; a pure value whose functions return what to do.
///
/// Answers carry the number of the question, so one that comes after the panel
/// has closed or shows something else changes nothing.
struct PanelState: Hashable, Sendable {
    /// How long a result stays before the panel closes by itself, where a glance is enough for it.
    static let resultDuration = Duration.milliseconds(1500)

    /// How long a run may take before its progress is shown.
    static let runPatience = Duration.milliseconds(300)

    /// What the panel shows.
    private(set) var page = Page.closed

    /// All commands of the host.
    private(set) var tools: [Tool] = []

    /// What is said below the tools or the form, as what went wrong.
    private(set) var remark: Remark?

    /// The field that is to have the keyboard; nil where that is the person's to choose.
    private(set) var focus: Focus?

    /// A number that is another one each time another page is opened.
    private(set) var generation = 0

    /// What is known of the login at the start; nil where no command logs in.
    private(set) var login: Login?

    private var running: Int?
    private var lastNumber = 0
    // Also those that run on when the panel has closed.
    private var unfinished: [Int: Run] = [:]

    /// The run that the panel waits for; nil when it waits for none.
    var run: Run? { running.flatMap { unfinished[$0] } }

    /// Whether the panel waits for a command to end.
    var isRunning: Bool { running != nil }

    /// The form that is open; nil when none is.
    var form: CommandForm? {
        if case .form(let form) = page { form } else { nil }
    }

    /// Whether nobody offers the form's command any more.
    var isGone: Bool { form.map { tool($0.command) == nil } ?? false }
}

// MARK: - Opening and closing

extension PanelState {
    /// Shows the list of all commands.
    mutating func openTools() -> [Effect] {
        turn(to: .tools)
        return []
    }

    /// Opens a command: its form where it has one, and otherwise it runs.
    ///
    /// One that still runs since the panel was closed over it is shown again, to be waited for or cancelled.
    mutating func open(_ id: String) -> [Effect] {
        guard let tool = tool(id) else {
            turn(to: .notice(.missing(id, nearest: nearestName(to: id, in: tools.map(\.id)))))
            return []
        }
        // One that runs may have made itself unavailable for as long.
        if let refusal = tool.refusal, !isUnfinished(id) { return refuse(tool, refusal) }
        guard tool.needsForm else {
            // A list that is there stays, for the error if there is one.
            if page != .tools { turn(to: .notice(Notice(title: tool.title, text: "", kind: .running))) }
            return attach(to: id) ? [] : start(tool.id, title: tool.title, values: [:])
        }
        turn(to: .form(makeForm(tool)))
        _ = attach(to: id)
        return tool.fields.indices.filter { tool.fields[$0].kind == .choice }
            .map { .fetchChoices(generation, command: id, field: $0) }
    }

    // It is said where the person chose it, and nothing is asked for in vain.
    private mutating func refuse(_ tool: Tool, _ refusal: String) -> [Effect] {
        if page == .tools {
            remark = Remark(text: refusal)
        } else {
            turn(to: .notice(Notice(title: tool.title, text: refusal, kind: .unavailable)))
        }
        return []
    }

    /// Opens what a gesture stands for; the tools close when they are open already.
    mutating func open(_ target: Routes.Target) -> [Effect] {
        switch target {
        case .command(let id): return open(id)
        case .tools:
            guard page == .tools else { return openTools() }
            close()
            return []
        }
    }

    /// Closes the panel and forgets what was entered; a command that runs goes on unseen.
    mutating func close() {
        turn(to: .closed)
    }

    /// Leaves: cancels the command that runs, and closes the panel when none does.
    mutating func leave() -> [Effect] {
        if let running { return [.cancel(running)] }
        close()
        return []
    }

    /// Closes the panel because the command that runs shows something itself.
    ///
    /// How it ends is not the panel's any more, and it may be run anew meanwhile.
    mutating func giveWay() {
        if let running { unfinished[running]?.isReleased = true }
        close()
    }

    private func makeForm(_ tool: Tool) -> CommandForm {
        var form = CommandForm(tool)
        if let login, login.command == tool.id, tool.hasSecret {
            form.offerKeeping(isKept: login.isKept)
            form.note = login.problem
        }
        return form
    }

    private mutating func turn(to page: Page) {
        self.page = page
        remark = nil
        focus = nil
        running = nil
        generation += 1
    }

    private func tool(_ id: String) -> Tool? {
        tools.first { $0.id == id }
    }
}

// MARK: - Following the commands and the login

extension PanelState {
    /// Takes in which commands there are now.
    mutating func commandsChanged(to tools: [Tool]) -> [Effect] {
        let wasGone = isGone
        self.tools = tools
        // A command that runs may take itself away; its answer still comes.
        guard !isRunning else { return [] }
        switch page {
        case .form(let form):
            guard let tool = tool(form.command) else {
                remark = Remark(text: "'\(form.title)' is not offered any more.")
                return []
            }
            let isSame = tool.fields.map(\.signature) == form.parameters.map(\.signature)
            if isSame, wasGone { remark = nil }
            return isSame ? [] : open(tool.id)
        case .notice(let notice):
            guard case .missing(let id) = notice.kind, let tool = tool(id) else { return [] }
            // Nobody asked for it at this moment, so it may be shown but not run.
            return tool.needsForm ? open(id) : openTools()
        case .closed, .tools:
            return []
        }
    }

    /// Takes in what is known of the login at the start.
    mutating func loginChanged(to login: Login?) {
        self.login = login
        edit { if $0.isKept != nil { $0.note = login?.problem } }
    }

    /// Takes in what a field can be chosen from.
    mutating func choicesArrived(_ generation: Int, field: Int, _ choices: CommandForm.Field.Choices) {
        guard generation == self.generation else { return }
        edit { $0.offer(choices, field: field) }
    }
}

// MARK: - Entering

extension PanelState {
    /// Takes in what was typed into a field or chosen for it.
    mutating func enter(_ text: String, field: Int) {
        editByHand { $0.enter(text, field: field) }
    }

    /// Takes in whether a toggle is on.
    mutating func set(_ isOn: Bool, field: Int) {
        editByHand { $0.set(isOn, field: field) }
    }

    /// Fetches again what a field can be chosen from.
    mutating func retry(field: Int) -> [Effect] {
        guard let form, form.fields.indices.contains(field), form.fields[field].wantsRetry, !isGone else { return [] }
        edit { $0.offer(.loading, field: field) }
        return [.fetchChoices(generation, command: form.command, field: field)]
    }

    private mutating func editByHand(_ change: (inout CommandForm) -> Void) {
        let before = form
        edit(change)
        // What went wrong was about what stood there before.
        if form != before, !isGone { remark = nil }
    }

    private mutating func edit(_ change: (inout CommandForm) -> Void) {
        guard var form else { return }
        change(&form)
        page = .form(form)
    }

    private mutating func moveKeyboard(to field: Int) {
        lastNumber += 1
        focus = Focus(field: field, number: lastNumber)
    }
}

// MARK: - Running

extension PanelState {
    /// Runs the form's command with what was entered, unless something is wrong or it runs already.
    ///
    /// Every field that is wrong says so, and the first of them gets the
    /// keyboard. From a field with others to fill below it, enter leads on to
    /// the first of those and reproaches nobody.
    mutating func submit(from field: Int? = nil, rule: CommandForm.Rule = { _, _ in nil }) -> [Effect] {
        guard let form, !isRunning, !isGone else { return [] }
        var checked = form
        let values = checked.check(rule)
        if let field, let wrong = checked.firstWrong, wrong > field, checked.fields[wrong].isMissing {
            moveKeyboard(to: wrong)
            return []
        }
        page = .form(checked)
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

    /// Takes in how far a run is.
    mutating func progressed(_ number: Int, _ progress: CommandProgress) {
        guard let run = unfinished[number] else { return }
        let text = progress.text.hiding(run.secrets)
        unfinished[number]?.progress = CommandProgress(fraction: progress.fraction, text: text)
    }

    /// Shows the progress of a run that has not ended by now.
    mutating func takesLong(_ number: Int) {
        unfinished[number]?.isLong = true
    }

    /// Takes in how a run ended; an error stays, a text is shown, nothing to say closes.
    mutating func finished(_ number: Int, _ outcome: Outcome) -> [Effect] {
        guard let run = unfinished.removeValue(forKey: number) else { return [] }
        var effects: [Effect] = []
        if case .finished = outcome, let login = run.login { effects.append(.changeLogin(login)) }
        guard running == number else { return effects }
        running = nil
        switch outcome {
        case .finished(let text?) where !text.isEmpty:
            let notice = Notice(title: run.title, text: text.hiding(run.secrets), kind: .done)
            turn(to: .notice(notice))
            if notice.isBrief { effects.append(.wait(generation)) }
        case .finished: close()
        case .failed(let text, let problems): fail(text, problems, of: run)
        case .cancelled: say("'\(run.title)' was cancelled.", title: run.title, isError: false)
        }
        return effects
    }

    /// Closes a result that has been there long enough.
    mutating func timeReached(_ generation: Int) {
        if generation == self.generation { close() }
    }

    private mutating func fail(_ text: String, _ problems: [CommandFieldError], of run: Run) {
        var rest: [CommandFieldError] = problems
        edit { form in
            rest = problems.filter { !form.say(CommandFieldError($0.parameter, $0.message.hiding(run.secrets))) }
        }
        guard !problems.isEmpty, rest.isEmpty, let wrong = form?.firstWrong, !isGone else {
            return say(text.hiding(run.secrets), title: run.title, isError: true)
        }
        moveKeyboard(to: wrong)
    }

    // An error stands where the person can do something about it.
    private mutating func say(_ text: String, title: String, isError: Bool) {
        if page == .tools || (form != nil && !isGone) {
            remark = Remark(text: text, isError: isError)
        } else {
            turn(to: .notice(Notice(title: title, text: text, kind: isError ? .failed : .cancelled)))
        }
    }
}

extension PanelState.Notice {
    fileprivate static func missing(_ id: String, nearest: String?) -> PanelState.Notice {
        let hint = nearest.map { " Did you mean '\($0)'?" } ?? ""
        return PanelState.Notice(
            title: "Not here",
            text: "Nobody here offers '\(id)'.\(hint) Enable a plugin that does, or name another command under "
                + "'routes' in the configuration of '\(FloatingAssistant.manifest.id)'.",
            kind: .missing(id)
        )
    }
}
