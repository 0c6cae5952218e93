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

    var form: Form? {
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
        turn(to: .form(makeForm(tool)))
        _ = attach(to: id)
        return []
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

    private func makeForm(_ tool: CommandSummary) -> Form {
        var form = Form(command: tool.id, title: tool.title)
        if let login, login.command == tool.id, tool.hasSecret {
            form.isKept = login.isKept
            form.problem = login.problem
        }
        return form
    }

    private mutating func turn(to content: Content) {
        self.content = content
        remark = nil
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
            if wasGone { remark = nil }
            // A command that needs no form any more doesn't run by itself: the person hasn't asked for that.
            return tool.needsForm ? [.updateForm] : open(.tools)
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
        guard var form, form.isKept != nil else { return }
        form.problem = login?.problem
        content = .form(form)
    }
}

// MARK: - Entering

extension PanelState {
    /// Removes the error, which was about a value that the person has changed.
    mutating func edited() {
        if form != nil, !isGone, !isRunning { remark = nil }
    }
}

// MARK: - Running

extension PanelState {
    /// Runs the form's command with checked values, unless it runs already.
    mutating func submit(_ values: [String: PlainValue], keepsLogin: Bool? = nil) -> [Effect] {
        guard let form, !isRunning, !isGone else { return [] }
        let login: LoginChange? = keepsLogin.map { $0 ? .keep(command: form.command, values: values) : .forget }
        return start(form.command, title: form.title, values: values, login: login)
    }

    private mutating func start(
        _ id: String,
        title: String,
        values: [String: PlainValue],
        login: LoginChange? = nil
    ) -> [Effect] {
        remark = nil
        lastNumber += 1
        running = lastNumber
        unfinished[lastNumber] = Run(number: lastNumber, command: id, title: title, login: login)
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
        unfinished[number]?.progress = progress
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
        // The command may need no form any more since it ran.
        if !outcome.isSuccess, let form, let tool = tool(form.command), !tool.needsForm { effects += open(.tools) }
        switch outcome {
        case .finished(let text?) where !text.isEmpty:
            let notice = Notice(title: run.title, text: text, kind: .done)
            turn(to: .notice(notice))
            if notice.isBrief { effects.append(.wait(generation, notice.readingTime)) }
        case .finished: close()
        case .failed(_, isShown: true): break
        case .failed(let text, isShown: false): show(text, title: run.title, isError: true)
        case .cancelled: show("'\(run.title)' was cancelled.", title: run.title, isError: false)
        }
        return effects
    }

    mutating func timeReached(_ generation: Int) {
        if generation == self.generation { close() }
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
