import HostRuntime

/// The assistant's panel on the screen, which carries out the effects of its state.
@MainActor final class AssistantPanel {
    /// The level of the panel's window: above the ball, below alerts.
    static let level = Ball.level + 1
    static let storeKey = "menu"

    private let context: PluginContext
    private let memory: DebouncedStore
    private let login: AutoLogin
    private let openers: [String: String]
    private let toolsKey: KeyEvent?
    private var layout: MenuLayout
    private let window: Window
    private let root = PanelRoot()
    private let card: PanelCard
    private var state = PanelState()
    private var shown = 0
    private var timer: HostTimer?
    private var runs: [Int: CommandRun] = [:]
    private var form: CommandForm?
    private weak var menu: ToolsBody?
    private var isFollowing = false
    private var areCommandsNew = false
    /// The ids of runs that have opened a window.
    private var opening: Set<Int> = []
    /// Called when the work in sight beside the panel has changed.
    var onWork: (@MainActor (CommandProgress?, String?, String?) -> Void)?
    private var shownWork: (CommandProgress?, String?, String?) = (nil, nil, nil)
    /// Returns whether a point is on the ball, which can be seen behind the panel.
    var isOnBall: @MainActor (Point) -> Bool = { _ in false }
    /// The time of the last key that the panel left to the program.
    private var keyPassed: Duration?

    /// The time at which the page opened.
    private var opened = Duration.zero

    /// The time within which a window that opens is the answer to a key, and no page was read.
    private static let answerTime = Duration.milliseconds(500)

    init(_ context: PluginContext, memory: DebouncedStore, login: AutoLogin, routes: Routes) {
        openers = routes.openers
        toolsKey = TapGesture.all.first { routes[$0] == .tools }?.key
        card = PanelCard(toolsKey: toolsKey)
        self.context = context
        self.memory = memory
        self.login = login
        layout = MenuLayout(stored: context.storage.store.value(AssistantPanel.storeKey))
        window = context.windows.make(title: "assistant panel", level: AssistantPanel.level, root: root)
        window.isModal = true
        // So that nothing on the page looks like part of the panel.
        window.dimming = 0.5
        root.onClose = { [weak self] in self?.close() }
        root.onTapBeside = { [weak self] in self?.tapBeside(at: $0) }
        root.onLeave = { [weak self] in self?.leave() }
        root.onType = { [weak self] in self?.type($0) }
        root.onPass = { [weak self] in self?.keyPassed = self?.context.time.now }
        card.onCancel = { [weak self] in self?.change { state in state.run.map { state.cancel($0.number) } ?? [] } }
        root.addSubview(card)
    }

    var isOpen: Bool { !window.isHidden }

    /// Opens the target of a gesture; tools that are open close.
    ///
    /// Throws while a window above the panel is key or modal, because the person would type into a covered panel.
    func open(_ target: Routes.Target) throws(PanelCovered) {
        let above = context.windows.visible.filter { $0.level > AssistantPanel.level }
        guard !above.contains(where: { $0.isKey || $0.isModal }) else { throw PanelCovered() }
        if let run = context.commands.currentRun { release(run) }
        if case .command(let id) = target, showsElsewhere(id) { return }
        // Commands that were offered before the launch aren't announced.
        let (login, tools) = (login.state, tools)
        change(isAsked: true) {
            $0.loginChanged(to: login)
            return $0.commandsChanged(to: tools) + $0.open(target)
        }
    }

    /// Makes way for the form of a command that another party shows, and returns whether there is one.
    private func showsElsewhere(_ command: String) -> Bool {
        guard state.form?.command != command, CommandForm.showOpen(for: command, in: context) else { return false }
        close()
        return true
    }

    func close() {
        edit { $0.close() }
    }

    /// A tap on the ball goes on from a result to the tools; any other one closes the panel.
    private func tapBeside(at point: Point) {
        if case .notice(let notice) = state.content, notice.isLate, isOnBall(point) {
            change(isAsked: true) { $0.open(.tools) }
        } else {
            close()
        }
    }

    private func leave() {
        change { $0.leave() }
    }

    /// Opens the tools with a letter of a search.
    private func type(_ letter: KeyEvent) {
        let isAhead = context.time.now - opened < AssistantPanel.answerTime
        change(isAsked: true) { $0.search(isAhead: isAhead) }
        menu?.type(letter)
    }

    func loginChanged() {
        let login = login.state
        edit { $0.loginChanged(to: login) }
    }

    /// Makes way for a window that wants the keyboard, if the person has asked for it.
    ///
    /// That is a window of the running command, or of a key that was passed on.
    /// Any other one below the panel waits until the panel closes.
    func windowDidChange(_ change: WindowDidChange) {
        followOpener(of: change)
        guard state.content != .closed else { return }
        if change.window.id == window.id {
            // Something else, such as a tool, has hidden the panel.
            if change.event == .hidden { close() }
            return
        }
        guard !window.isHidden, wantsKeyboard(change) else { return }
        if let number = state.run?.number, runs[number]?.isCurrent ?? false {
            self.edit { $0.giveWay() }
        } else if let keyPassed, context.time.now - keyPassed < AssistantPanel.answerTime {
            close()
        }
    }

    func resize(to size: Size) {
        card.place(on: size)
    }

    private var tools: [CommandSummary] { CommandSummary.all(of: context.commands.all, openers: openers) }

    // MARK: - Acting on the state

    private func change(isAsked: Bool = false, _ body: (inout PanelState) -> [PanelState.Effect]) {
        let effects = body(&state)
        show(isAsked: isAsked)
        for effect in effects { act(on: effect) }
    }

    private func edit(_ body: (inout PanelState) -> Void) {
        change {
            body(&$0)
            return []
        }
    }

    private func show(isAsked: Bool) {
        let isNew = state.generation != shown
        shown = state.generation
        if isNew {
            timer?.cancel()
            timer = nil
            form = nil
            opened = context.time.now
            card.show(body, title: title)
            window.pageTitle = title
            root.keys = if case .notice(let notice) = state.content { notice.keys } else { .wait }
        }
        showWork()
        guard state.content != .closed else {
            window.hide()
            return
        }
        card.update(state)
        resize(to: context.windows.traits.size)
        // The failure may concern a form that was open already.
        defer { if !window.isHidden, state.form?.problem != nil { login.see() } }
        guard isNew else { return }
        // The panel is key while it is open and gives the keyboard back when it hides. A page
        // that appears by itself, such as a result, doesn't take it.
        if isAsked { window.makeKeyAndVisible() }
        card.focusFirstControl()
    }

    private var title: String {
        switch state.content {
        case .closed: ""
        case .tools: "Tools"
        case .form(let form): form.title
        case .notice(let notice): notice.title
        }
    }

    private var body: (any PanelBody)? {
        switch state.content {
        case .closed: nil
        case .tools: toolsBody()
        case .form(let form): formBody(form)
        case .notice(let notice): NoticeBody(notice, toolsKey: toolsKey)
        }
    }

    private func toolsBody() -> ToolsBody {
        let body = ToolsBody(layout) { [weak self] id in
            guard let self, !showsElsewhere(id) else { return }
            loginChanged()
            change { $0.open(id) }
        }
        body.onOpenRun = { [weak self] number in self?.change { $0.open(run: number) } }
        body.onCancelRun = { [weak self] number in self?.change { $0.cancel(number) } }
        body.onSelect = { [weak self] in self?.edit { $0.selected() } }
        body.onArrange = { [weak self] in self?.arrange($0) }
        menu = body
        return body
    }

    private func arrange(_ layout: MenuLayout) {
        if layout != self.layout { memory.keep(layout.stored, under: AssistantPanel.storeKey) }
        self.layout = layout
        card.place(on: context.windows.traits.size)
    }

    private func formBody(_ page: PanelState.Form) -> any PanelBody {
        guard let command = context.commands[page.command] else {
            let text = "'\(page.title)' is not offered any more."
            return NoticeBody(PanelState.Notice(title: page.title, text: text, kind: .unavailable))
        }
        let question = page.isKept.map {
            CommandParameter(name: "keep", title: "Log in at start", kind: .toggle, defaultValue: .bool($0))
        }
        let form = CommandForm(for: command, questions: question.map { [$0] } ?? [], in: context)
        form.onChange = { [weak self] in self?.edit { $0.edited() } }
        form.onResize = { [weak self] in
            guard let self, state.content != .closed else { return }
            resize(to: context.windows.traits.size)
        }
        form.onSubmit = { [weak self, weak form] values in
            self?.change { $0.submit(values, keepsLogin: form?.answer(to: "keep")?.boolValue) }
        }
        self.form = form
        return form
    }

    /// Updates the open form to its command's parameters, which may have changed.
    private func updateForm() {
        guard let form, let id = state.form?.command, let command = context.commands[id] else { return }
        form.update(to: command)
    }

    private func act(on effect: PanelState.Effect) {
        switch effect {
        case .run(let number, let command, let values): run(number, command, values)
        case .cancel(let number): cancel(number)
        case .abandon(let number): runs[number]?.cancel()
        case .waitForRuns(let numbers):
            context.time.schedule(after: PanelState.progressDelay) { [weak self] in
                self?.edit { $0.takeLong(numbers) }
            }
        case .changeLogin(let change): login.apply(change)
        case .updateForm: updateForm()
        case .wait(let generation, let time):
            timer = context.time.schedule(after: time) { [weak self] in
                self?.edit { $0.timeReached(generation) }
            }
        }
    }

    private func run(_ number: Int, _ command: String, _ values: [String: PlainValue]) {
        var layout = layout
        layout.use(command)
        arrange(layout)
        menu?.adopt(layout)
        let run = context.commands.start(
            command,
            values,
            completion: { [weak self] result in
                self?.finish(number, result)
            }
        )
        if !run.isFinished { runs[number] = run }
    }

    private func cancel(_ number: Int) {
        guard let run = runs[number] else { return }
        run.requestCancellation()
        context.time.schedule(after: CommandProgress.timeToStop) { [weak self] in
            guard let self, runs[number] === run else { return }
            edit { $0.didNotStop(number) }
        }
    }

    private func finish(_ number: Int, _ result: Result<String?, any Error>) {
        let run = runs.removeValue(forKey: number)
        // A run that has started others may repeat secrets that no form has asked for.
        func hide(_ text: String) -> String { run?.hidingSecrets(in: text) ?? text }
        switch result {
        case .success(let text): change { $0.finished(number, .finished(text.map(hide))) }
        case .failure(is CancellationError):
            if state.run?.number == number { updateForm() }
            change { $0.finished(number, .cancelled) }
        case .failure(let error):
            let isShown = showAtFields(error, of: number, hide)
            change { $0.finished(number, .failed(hide("\(error)")), isShown: isShown) }
        }
    }

    /// Shows an error of a run at the fields of its form, and returns whether all of it is seen there.
    private func showAtFields(_ error: any Error, of number: Int, _ hide: (String) -> String) -> Bool {
        guard state.run?.number == number, let form, !state.isGone else { return false }
        // The command may have changed its parameters while it ran.
        updateForm()
        form.isBusy = false
        return form.show(
            CommandFieldError.all(in: error).map { CommandFieldError($0.parameter, hide($0.message).shortened()) }
        )
    }
}

// MARK: - The commands and the runs of all parties

extension AssistantPanel {
    func commandsChanged() {
        areCommandsNew = true
        runsChanged()
    }

    /// Looks at the commands and the runs in the next turn: thousands may come and go in one.
    func runsChanged() {
        guard !isFollowing else { return }
        isFollowing = true
        context.time.schedule(after: .zero) { [weak self] in
            guard let self else { return }
            isFollowing = false
            let tools = areCommandsNew && state.content != .closed ? tools : nil
            areCommandsNew = false
            change { state in (tools.map { state.commandsChanged(to: $0) } ?? []) + followRuns(in: &state) }
        }
    }

    private func followRuns(in state: inout PanelState) -> [PanelState.Effect] {
        let (all, known) = (context.commands.runs, Set(runs.values.map(\.id)))
        opening.formIntersection(all.map(\.id))
        var begun: [Int] = []
        for run in all where !run.isNested && !known.contains(run.id) {
            let number = state.follow(run.command, title: context.commands[run.command]?.title ?? run.command)
            if opening.contains(run.id) { state.release(number) }
            runs[number] = run
            begun.append(number)
        }
        var effects: [PanelState.Effect] = begun.isEmpty ? [] : [.waitForRuns(begun)]
        for (number, run) in runs.sorted(by: { $0.key < $1.key }) {
            if let progress = run.progress { state.progressed(number, progress) }
            guard let outcome = run.outcome else { continue }
            runs[number] = nil
            effects += state.finished(number, outcome)
        }
        return effects
    }

    /// Leaves a run to the window that it opens, which shows that it goes on.
    private func followOpener(of change: WindowDidChange) {
        guard change.window.id != window.id, wantsKeyboard(change), let run = context.commands.currentRun else {
            return
        }
        release(run)
    }

    /// Whether a window becomes key, or would without the panel, which is modal.
    private func wantsKeyboard(_ change: WindowDidChange) -> Bool {
        change.event == .becameKey
            || change.event == .shown
                && context.inspection.windows().contains { $0.id == change.window.id && $0.isKey }
    }

    /// Shows a run no more, which has opened something itself.
    private func release(_ run: CommandRun) {
        opening.insert(run.id)
        if let number = runs.first(where: { $0.value === run })?.key { edit { $0.release(number) } }
    }

    /// Shows the work in sight at the ball, apart from the run that the panel shows.
    private func showWork() {
        let shown = state.run?.number
        let work = (state.work.progress(besides: shown), state.work.words(besides: shown), state.work.badge)
        guard work != shownWork else { return }
        shownWork = work
        onWork?(work.0, work.1, work.2)
    }
}

/// A form as the content of the panel.
extension CommandForm: PanelBody {
    func update(_ state: PanelState) {
        isEnabled = !state.isGone
        isBusy = state.isRunning
        note = state.form?.problem.map { .text("! The login at start failed: \($0)", Theme.caution) }
    }

    func focusFirstControl() {
        focusFirstField()
    }
}

/// The error when the panel can't open because a window in front has the keyboard.
struct PanelCovered: Error, Hashable, CustomStringConvertible {
    // The window's title is internal; the person sees the window itself.
    var description: String { "Something else is open in front. Close it first, with escape." }
}
