import HostRuntime

/// The state of the panel: its content, and what it waits for; a pure value whose functions return effects.
///
/// Answers carry the number of their request, so an answer that arrives after
/// the panel has closed or changed its content has no effect.
struct PanelState: Hashable, Sendable {
    /// The time that runs may take before their progress is shown.
    static let progressDelay = Duration.milliseconds(300)

    private(set) var content = Content.closed
    private(set) var tools: [CommandSummary] = []
    private(set) var remark: Remark?

    /// A number that differs for each content that opens.
    private(set) var generation = 0
    /// The state of the login at the start; `nil` without a command that logs in.
    private(set) var login: Login?

    /// The runs of all parties, also while the panel is closed, and the results that nobody has seen.
    private(set) var work = WorkInSight()

    private var running: Int?
    /// The run whose result is shown.
    private var lastSeen: Run?
    var run: Run? { running.flatMap { work[$0] } }
    var isRunning: Bool { running != nil }

    /// The runs that go on apart from the one that the panel shows, and then the results that nobody has seen.
    var otherWork: [Run] { work.goingOn.filter { $0.number != running } + work.unseen }

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
        if let refusal = tool.refusal, unfinished(id) == nil { return refuse(tool, refusal) }
        guard tool.needsForm else {
            // The list of tools stays open, to show an error.
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
            remark = Remark(refusal)
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
            // A result that waits comes first, once.
            if content == .closed, let result = work.unseen.first { return open(run: result.number) }
            turn(to: content == .tools ? .closed : .tools)
            return []
        }
    }

    /// Shows a run of any party, to wait for or cancel; or a result, which is then seen.
    mutating func open(run number: Int) -> [Effect] {
        guard let run = work[number] else { return [] }
        if var end = run.end {
            work.see(number)
            end.isLate = true
            turn(to: .notice(end))
            lastSeen = run
            return []
        }
        if run.isOwn, let tool = tool(run.command), tool.needsForm {
            turn(to: .form(makeForm(tool)))
        } else {
            turn(to: .notice(Notice(title: run.title, text: "", kind: .running)))
        }
        attach(to: run)
        return []
    }

    /// Goes on from a result to the tools; one that hid what was typed ahead wasn't read, and waits again.
    mutating func search(isAhead: Bool) -> [Effect] {
        if isAhead, let lastSeen { work.unsee(lastSeen) }
        return open(.tools)
    }

    /// Closes the panel and drops the entered values; a running command continues.
    mutating func close() {
        turn(to: .closed)
    }

    /// Cancels the running command, or else closes the panel; one that doesn't stop goes on in sight.
    mutating func leave() -> [Effect] {
        if let run, run.stop == nil { return cancel(run.number) }
        close()
        return []
    }

    /// Asks a run to end; stops waiting for one that ignores that.
    mutating func cancel(_ number: Int) -> [Effect] {
        guard let run = work[number], run.end == nil else { return [] }
        switch run.stop {
        case nil:
            work.update(number) { $0.stop = .asked }
            return [.cancel(number)]
        case .asked: return []
        case .ignored: return [.abandon(number)]
        }
    }

    /// Records that a command hasn't ended since its run was cancelled.
    mutating func didNotStop(_ number: Int) {
        work.update(number) { $0.stop = .ignored }
    }

    /// Closes the panel because the running command opens a window itself.
    ///
    /// The panel no longer shows its end, and it may be run again meanwhile.
    mutating func giveWay() {
        if let running { release(running) }
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
        lastSeen = nil
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
                remark = Remark("'\(form.title)' is not offered any more.")
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

    /// Removes the remark, which was about another command than the one that is selected now.
    mutating func selected() {
        if content == .tools { remark = nil }
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
        let number = work.begin(id, title: title, login: login)
        running = number
        return [.run(number, command: id, values: values), .waitForRuns([number])]
    }

    private func unfinished(_ id: String) -> Run? {
        work.running.values.first { $0.command == id && $0.isOwn && !$0.isReleased }
    }

    private mutating func attach(to id: String) -> Bool {
        guard let run = unfinished(id) else { return false }
        attach(to: run)
        return true
    }

    private mutating func attach(to run: Run) {
        work.update(run.number) { $0.isLong = true }
        running = run.number
    }

    /// Adds a run that another party has started, and returns its number.
    mutating func follow(_ command: String, title: String) -> Int {
        work.begin(command, title: title, isOwn: false)
    }

    mutating func progressed(_ number: Int, _ progress: CommandProgress) {
        work.update(number) { $0.progress = progress }
    }

    /// Shows the progress of those runs that haven't ended by now.
    mutating func takeLong(_ numbers: [Int]) {
        for number in numbers { work.update(number) { $0.isLong = true } }
    }

    /// Leaves a run to the window that it has opened.
    mutating func release(_ number: Int) {
        work.update(number) { $0.isReleased = true }
    }

    /// Handles the end of a run: shows an error, unless the fields of the open form show it, or a text, or closes the panel.
    ///
    /// The result of an own run that the panel doesn't show waits until the person sees it.
    mutating func finished(_ number: Int, _ outcome: CommandOutcome, isShown: Bool = false) -> [Effect] {
        guard let run = work.end(number) else { return [] }
        var effects: [Effect] = []
        let isSuccess = if case .finished = outcome { true } else { false }
        if isSuccess, let login = run.login { effects.append(.changeLogin(login)) }
        guard running == number else {
            if run.isOwn, let end = run.unseenEnd(outcome) { work.keep(run, end) }
            // It was cancelled in the list, unless the panel has closed since.
            if content == .tools, outcome == .cancelled, run.stop != nil {
                remark = Remark(run.textOfCancellation, isError: false)
            }
            return effects
        }
        running = nil
        // The command may need no form any more since it ran.
        if !isSuccess, let form, let tool = tool(form.command), !tool.needsForm { turn(to: .tools) }
        switch outcome {
        case .finished(let text?) where !text.isEmpty:
            let notice = Notice(title: run.title, text: text, kind: .done)
            turn(to: .notice(notice))
            if notice.isBrief { effects.append(.wait(generation, notice.readingTime)) }
        case .finished: close()
        case .failed where isShown: break
        case .failed(let text): show(text, title: run.title, isError: true)
        case .cancelled: show(run.textOfCancellation, title: run.title, isError: false)
        }
        return effects
    }

    mutating func timeReached(_ generation: Int) {
        if generation == self.generation { close() }
    }

    /// The most letters below the tools, whose list has the keys that would scroll more.
    private static let longestRemark = 150

    // An error is shown where the person can correct it.
    private mutating func show(_ text: String, title: String, isError: Bool) {
        if content == .tools, text.count <= PanelState.longestRemark {
            // Among many commands, an error says whose it is.
            remark = Remark((isError ? "\(title): " : "") + text, isError: isError)
        } else if form != nil && !isGone {
            remark = Remark(text, isError: isError)
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

extension WorkInSight.Run {
    fileprivate var textOfCancellation: String {
        switch stop {
        case nil: "'\(title)' was stopped before it was done."
        case .asked: "'\(title)' was cancelled."
        case .ignored: "'\(title)' ignores that it was cancelled, and may go on. Its result won't be shown."
        }
    }

    /// Returns the page for an end that nobody has seen; `nil` if there is nothing to say.
    fileprivate func unseenEnd(_ outcome: CommandOutcome) -> PanelState.Notice? {
        switch outcome {
        case .finished(let text?) where !text.isEmpty: notice(text, .done)
        // The window that it has opened has shown that.
        case .finished: isReleased ? nil : notice("'\(title)' is done.", .done)
        case .failed(let text): notice(text, .failed)
        // The person has cancelled it, and knows.
        case .cancelled: stop == nil ? notice(textOfCancellation, .cancelled) : nil
        }
    }

    private func notice(_ text: String, _ kind: PanelState.Notice.Kind) -> PanelState.Notice {
        PanelState.Notice(title: title, text: text.shortened(to: PanelState.Notice.longestText), kind: kind)
    }
}
