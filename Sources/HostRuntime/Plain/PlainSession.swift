/// A host that is used in lines: what is on its screen is said, and lines act on it as keys and touches do.
///
/// `PlainReader` decides what is said, `PlainLine` and `PlainQuestion` what a line means. The screen is
/// in memory: its frames are drawn as in a terminal, so what was said has been seen. A line waits
/// for what the one before has begun, and for a page that goes by itself, unless it's meant for that.
///
/// A word that cancels, leaves or asks overtakes the lines that wait. When a question appears, lines that
/// wait are left out: they were typed for something else. While a secret is asked for, the line isn't shown.
@MainActor final class PlainSession {
    /// A line that a person types.
    enum Input: Hashable, Sendable {
        case line(String)
        /// There will be no more lines.
        case end
    }

    /// A line that waits to be performed.
    private struct Waiting {
        let input: Input
        /// What the line asks for; nil for the end.
        let request: PlainLine?
        /// Whether a secret was asked for when the line came.
        let isSecret: Bool
        /// Whether it was said that the line waits.
        var isSaid = false

        var text: String { if case .line(let text) = input { text } else { "" } }

        var overtakes: Bool { !isSecret && [nil, .back, .cancel, .help, .page, .quit].contains(request) }
    }

    /// Called when a line that waits may be performed, and when the prompt has changed.
    var onChange: (@MainActor () -> Void)?

    /// Called before a line is performed, with the line as it may be shown.
    var onLine: (@MainActor (_ shown: String) -> Void)?

    /// Removes the lines that were typed and haven't been received, and returns how many there were.
    var discardUnread: (@MainActor () -> Int)?

    let host: AppHost
    private let isPiped: Bool
    private let settle: @MainActor () async -> Void
    private let write: @MainActor (String) -> Void
    private var reader = PlainReader()
    private var messages: [String] = []
    private var waiting: [Waiting] = []
    private var work = PlainWork()
    /// Whether the question that was asked last is for a secret, though it may be covered or gone by now.
    private var expectsSecret = false
    private var isPerforming = false
    /// Whether a run has changed, and others update what they show of it until the turn after this.
    private var isRunChanging = false
    private var isAsked = true
    /// Whether a touch is under way that may be the first of several taps.
    private var hasTapped = false
    /// What to say if a line has changed nothing.
    private var unchanged: (scene: PlainScene, line: String)?
    private var form: (window: WindowID?, view: ViewID, index: Int)?
    /// The question of a field on the page, or of a command that isn't on it.
    private var field: (choice: PlainReader.Choice, field: FormEntries.Field)?
    private var timer: (time: Duration, timer: HostTimer)?
    private var subscriptions: [Subscription] = []
    private var stopObserving: (@MainActor () -> Void)?
    private var stopObservingRuns: (@MainActor () -> Void)?

    private static let failed = "Failed: "
    private static let leftOut = "That question isn't there now, so its answer was left out."

    /// Begins to say what a host shows; `settle` waits until what a line has begun is done or waits for something.
    ///
    /// In a pipe, `quit` and the end wait for what the lines before have begun.
    init(
        _ host: AppHost,
        isPiped: Bool = false,
        settle: @escaping @MainActor () async -> Void,
        write: @escaping @MainActor (String) -> Void
    ) {
        self.host = host
        self.isPiped = isPiped
        self.settle = settle
        self.write = write
        // Before what a frame counts for: it was said then.
        stopObserving = host.screen.frameObservers.add { [weak self] _ in
            if self?.isRunChanging == false { self?.changed() }
        }
        subscriptions = [
            host.bus.observe(CommandDidRun.self) { [weak self] in self?.hear($0) },
            host.bus.observe(ScreenLockChanged.self) { [weak self] _ in self?.changed() },
            host.bus.observe(DidEnterBackground.self) { [weak self] _ in self?.changed() },
        ]
        // Not at once: the form of a run that has ended goes on only after this.
        stopObservingRuns = host.commands.runObservers.add { [weak self] _ in
            self?.isRunChanging = true
            self?.wake(at: host.clock.now)
        }
    }

    /// Ends the saying.
    func end() {
        stopObserving?()
        stopObservingRuns?()
        timer?.timer.cancel()
        for subscription in subscriptions { subscription.cancel() }
    }

    // MARK: - Lines

    /// Whether a line waits for a page to go or for a command to end.
    var isWaiting: Bool { !waiting.isEmpty }

    /// Whether the input and the host have ended.
    private(set) var hasEnded = false

    /// The text before the next line, and whether the line is secret.
    var prompt: (text: String, isSecret: Bool) {
        guard let question else { return ("", expectsSecret) }
        return (shown((question.prompt ?? "") + " "), question.isSecret)
    }

    /// Takes a line, which `advance()` performs.
    func receive(_ input: Input) {
        let request: PlainLine? = if case .line(let line) = input { PlainLine(line) } else { nil }
        let line = Waiting(input: input, request: request, isSecret: prompt.isSecret)
        expectsSecret = false
        waiting.insert(line, at: line.overtakes ? 0 : waiting.endIndex)
    }

    /// Performs the lines that needn't wait, one by one, and says what came of each.
    ///
    /// A number means what had it when the line before was answered.
    func advance() async {
        if waiting.isEmpty { await finish() }
        while host.lifecycleState != .terminated, let next = waiting.first, !mustWait(next) {
            waiting.removeFirst()
            if next.request != nil { onLine?(shown(next.isSecret ? "•••" : next.text)) }
            isAsked = true
            isPerforming = true
            perform(next)
            await finish()
            if let unchanged, reader.said == unchanged.scene { say([unchanged.line]) }
            unchanged = nil
        }
    }

    /// Waits until what was begun is done or waits for something, and says what is new.
    private func finish() async {
        isPerforming = true
        await settle()
        if hasTapped {
            hasTapped = false
            host.windows.finishTaps()
            host.windows.endTapSeries()
            await settle()
        }
        isPerforming = false
        readScene()
    }

    /// Whether the first line has to wait longer.
    private func mustWait(_ line: Waiting) -> Bool {
        guard !line.isSecret, isEarly(line) else { return false }
        if !line.isSaid, line.request != nil { say(["\(line.text.quoted) waits until this is over."]) }
        waiting[0].isSaid = true
        return true
    }

    /// Whether a line is for later than what is shown or runs now.
    private func isEarly(_ line: Waiting) -> Bool {
        let isPassing = reader.said.isPassing
        switch line.request {
        case nil, .quit:
            let isRunning = !reader.said.isModal && runs.contains { $0.starter == .host }
            return isPiped && (isRunning || isPassing && reader.said.form != nil)
        case .page, .help, .commands, .back, .cancel, .unlock: return false
        case .turn: return isPassing
        case .number(let number): return isPassing && choice(number).map(isDelayed) ?? true
        case .name(let name): return isPassing && controls(named: name).first.map { isDelayed(.control($0)) } ?? true
        }
    }

    /// Whether a choice can be used later, as that which skips an advertisement.
    private func isDelayed(_ choice: PlainReader.Choice) -> Bool {
        guard case .control(let entry) = choice else { return false }
        return entry.element.state.isSuperset(of: [.disabled, .updatesFrequently])
    }

    private func perform(_ line: Waiting) {
        guard let request = line.request else {
            hasEnded = true
            return host.terminate()
        }
        if line.isSecret, question?.isSecret != true {
            switch request {
            // It may be the secret, which is never said.
            case .number, .name: return say([PlainSession.leftOut])
            default: break
            }
        }
        if let question { return answer(question, line.text) }
        if reader.said.isNotice {
            switch request {
            case .number, .name: host.input.receive(.key(KeyEvent(.escape)))
            default: break
            }
        }
        switch request {
        case .page: say(reader.page() + runs.map { run(for: $0).line($0.progress) })
        case .help: say(PlainLine.helpLines)
        case .commands:
            let list = reader.list(
                commands.map {
                    ($0.id, "\($0.title) (\($0.id))" + (host.commands.refusal(of: $0) == nil ? "" : ", not now"))
                }
            )
            say(list.isEmpty ? ["No command can be run while this is open."] : list)
        case .turn(let direction):
            let more = direction > 0 ? reader.more() : []
            if more.isEmpty { turn(direction) } else { say(more) }
        case .cancel where cancel(): break
        case .cancel: if controls(named: line.text).isEmpty { say(["Nothing is running."]) } else { choose(line.text) }
        case .back:
            if !reader.said.isModal { unchanged = (reader.said, "There is nothing to leave here.") }
            host.input.receive(.key(KeyEvent(.escape)))
        case .unlock: if host.isBehindLock { host.commands.start(AppHost.lockCommand) }
        case .quit: host.terminate()
        case .number(let number):
            if let choice = choice(number) { choose(choice) } else { say(["Nothing has the number \(number)."]) }
        case .name(let name): choose(name)
        }
    }

    /// The runs that haven't ended, apart from those that are parts of others.
    private var runs: [CommandRun] { host.commands.runs.filter { !$0.isNested } }

    private func run(for run: CommandRun) -> PlainWork.Run {
        let title = host.commands[run.command]?.title ?? run.command
        return PlainWork.Run(id: run.id, title: title, isCancelling: run.isCancelling)
    }

    /// Cancels the newest run, or else stops waiting for it; returns false if nothing runs.
    private func cancel() -> Bool {
        guard let run = runs.last else { return false }
        if run.isCancelling { run.cancel() } else { run.requestCancellation() }
        return true
    }

    // MARK: - Choosing

    private func choice(_ number: Int) -> PlainReader.Choice? {
        number > 0 ? reader.choices.dropFirst(number - 1).first : nil
    }

    /// The commands that a line can run: while a dialog is open, none.
    private var commands: [Command] {
        reader.said.isModal || reader.said.isLocked ? [] : host.commands.all.filter(\.isListed)
    }

    private func controls(named name: String) -> [PlainScene.Entry] {
        PlainLine.find(name, among: reader.said.controls.map { ($0, [$0.element.label]) })
    }

    /// What a name may mean, each with its title.
    private func found(_ name: String) -> [(choice: PlainReader.Choice, title: String)] {
        var found: [(choice: PlainReader.Choice, title: String)] = controls(named: name)
            .map { (.control($0), "\($0.element)") }
        // Two buttons of one name do the same.
        if case .control(let first)? = found.first?.choice,
            controls(named: name).allSatisfy({
                $0.element.role == first.element.role && $0.element.label == first.element.label
            })
        {
            found = [found[0]]
        }
        if found.isEmpty {
            let all = reader.said.isModal || reader.said.isLocked ? [] : host.commands.all
            let exact = all.filter { $0.id == name }
            found = (exact.isEmpty ? PlainLine.find(name, among: commands.map { ($0, [$0.title, $0.id]) }) : exact)
                .map { (.command($0.id), "\($0.title) (\($0.id))") }
        }
        return found
    }

    private func choose(_ name: String) {
        let found = found(name)
        switch found.count {
        case 0:
            let names = reader.said.controls.map(\.element.label) + commands.flatMap { [$0.title, $0.id] }
            let nearest = nearestName(to: name.lowercased(), in: names.map { $0.lowercased() })
            let hint = nearest.map { "; did you mean \($0.quoted)?" } ?? "."
            say(["Nothing here is called \(name.quoted)\(hint) ? helps."])
        case 1: if case .command(let id) = found[0].choice { confirm(id) } else { choose(found[0].choice) }
        default: say(["\(name.quoted) may mean:"] + reader.offer(found))
        }
    }

    private func choose(_ choice: PlainReader.Choice) {
        switch choice {
        case .command(let id): run(id)
        case .control(let entry):
            guard host.plainScene.controls.contains(where: { $0.news == entry.news }) else {
                return say(["\(entry.element.label.quoted) isn't there any more; . says what is."])
            }
            guard !entry.element.state.contains(.disabled) else {
                return say(["\(entry.element.label.quoted) can't be used now."])
            }
            if entry.element.role == .field, let view = view(of: entry) as? TextField {
                let kind: CommandParameter.Kind = view.isSecret ? .secret : .text
                var asked = FormEntries.Field(
                    CommandParameter(name: "text", title: entry.element.label, kind: kind, hint: entry.element.hint)
                )
                asked.text = view.text
                field = (choice, asked)
            } else {
                tap(entry)
            }
        }
    }

    /// Asks before a command runs whose name was typed, unless it can't or has questions of its own.
    private func confirm(_ id: String) {
        guard let command = host.commands[id], command.parameters.isEmpty, host.commands.refusal(of: command) == nil
        else { return run(id) }
        let parameter = CommandParameter(name: "run", title: "Run '\(command.title)'", kind: .toggle)
        field = (.command(id), FormEntries.Field(parameter))
    }

    private func run(_ id: String) {
        guard let command = host.commands[id] else { return say(["\(id.quoted) isn't offered any more."]) }
        guard !reader.said.isModal else { return say(["Leave the dialog first, with back."]) }
        if let reason = host.commands.refusal(of: command) { return say([reason]) }
        if command.parameters.isEmpty {
            host.commands.start(id)
        } else {
            host.present(CommandSheet(for: command, in: host))
        }
    }

    /// Touches an element where its window can be touched.
    private func tap(_ entry: PlainScene.Entry) {
        guard let window = host.windows.window(entry.window) else { return }
        // A control that is scrolled out of sight comes into it with the keyboard.
        if let view = view(of: entry), view.canBecomeFirstResponder { view.becomeFirstResponder() }
        let reports = window.elementReports().filter { $0.view == entry.view }
        guard reports.indices.contains(entry.index) else { return }
        let frame = reports[entry.index].frame.offset(by: window.frame.origin)
        // Another window, such as one that floats above, may lie on a part of it.
        let cells = (frame.minY..<frame.maxY).lazy.flatMap { y in
            (frame.minX..<frame.maxX).lazy.map { Point(x: $0, y: y) }
        }
        guard let point = cells.first(where: { self.host.windows.window(at: $0) === window }) else {
            return say(["\(entry.element.label.quoted) can't be reached now."])
        }
        hasTapped = true
        host.input.receive(.touch(Touch(.began, at: point)))
        host.input.receive(.touch(Touch(.ended, at: point)))
    }

    /// Turns the page of the first list on the page.
    private func turn(_ direction: Int) {
        guard let list = reader.said.entries.first(where: { $0.element.role == .list }),
            let window = host.windows.window(list.window),
            let report = window.elementReports().first(where: { $0.view == list.view })
        else { return say(["There is no list here."]) }
        unchanged = (reader.said, "There is no more.")
        let point = report.frame.origin + window.frame.origin
        host.input.receive(.wheel(direction * report.frame.height, at: point))
    }

    private func view(of entry: PlainScene.Entry) -> View? {
        host.windows.window(entry.window)?.rootView?.descendant(entry.view)
    }

    // MARK: - Questions

    /// The question that the next line answers; nil if it's a request.
    private var question: PlainQuestion? {
        if let field { return PlainQuestion(field.field) }
        guard let form, let scene = reader.said.form, !scene.isBusy, scene.fields.indices.contains(form.index) else {
            return nil
        }
        let question = PlainQuestion(scene.fields[form.index])
        return question.prompt == nil ? nil : question
    }

    private var commandForm: CommandForm? {
        guard let scene = reader.said.form, let window = reader.said.window.flatMap(host.windows.window) else {
            return nil
        }
        return window.rootView?.descendant(scene.view) as? CommandForm
    }

    /// Returns why the question's field doesn't take an answer; nil if it does.
    private func refusal(of answer: PlainQuestion.Answer) -> String? {
        switch answer {
        case .wrong(let reason): return reason
        case .back, .help, .quit, .retry: return nil
        case .keep, .text, .set: break
        }
        guard field == nil, let form, let commandForm else { return nil }
        let problem = commandForm.problem(at: form.index) {
            switch answer {
            case .text(let text): $0.enter(text, field: form.index)
            case .set(let isOn): $0.set(isOn, field: form.index)
            default: break
            }
        }
        return problem.map { "\(commandForm.entries.fields[form.index].title) \($0)" }
    }

    private func answer(_ question: PlainQuestion, _ line: String) {
        let answer = question.answer(line)
        switch answer {
        case .help: return say(PlainQuestion.helpLines)
        case .quit: return host.terminate()
        default: break
        }
        // What is refused isn't entered.
        if let refusal = refusal(of: answer) { return say([refusal]) }
        if let field { return answerField(field.choice, answer) }
        guard let form, let commandForm else { return }
        let index = form.index
        switch answer {
        case .retry: return commandForm.retry(field: index)
        case .back where index > 0: return ask(index - 1)
        case .back: return host.input.receive(.key(KeyEvent(.escape)))
        case .text(let text): commandForm.enter(text, field: index)
        case .set(let isOn): commandForm.set(isOn, field: index)
        default: break
        }
        ask(index + 1)
        if form.index + 1 == reader.said.form?.fields.count { commandForm.submit() }
    }

    private func answerField(_ choice: PlainReader.Choice, _ answer: PlainQuestion.Answer) {
        field = nil
        if case .command(let id) = choice, answer == .set(true) { run(id) }
        guard case .control(let entry) = choice, case .text(let text) = answer else { return }
        // What has come in front since the question was said would get the text.
        guard host.plainScene.entries.contains(where: { $0.view == entry.view }),
            reader.said.window == entry.window, let view = view(of: entry) as? TextField
        else { return say([PlainSession.leftOut]) }
        view.becomeFirstResponder()
        host.input.receive(.key(KeyEvent(.character("a"), .control)))
        host.input.receive(.paste(text))
        if view.onSubmit != nil { host.input.receive(.key(KeyEvent(.enter))) }
    }

    private func ask(_ index: Int) {
        form?.index = index
        isQuestionSaid = false
    }

    // Whether the lines of the question were said.
    private var isQuestionSaid = false

    /// Begins, continues or ends the questions of the form that is shown.
    private func followForm(_ scene: PlainScene) {
        guard let shown = scene.form, !shown.fields.isEmpty else {
            isQuestionSaid = false
            // One that is only covered goes on where it was.
            if let form, form.window.flatMap(host.windows.window)?.rootView?.descendant(form.view) == nil {
                self.form = nil
            }
            return
        }
        if form?.view != shown.view {
            form = (reader.said.window, shown.view, 0)
            isQuestionSaid = false
        } else if let index = form?.index, index >= shown.fields.count, !shown.isBusy {
            // The form was sent and refused: ask again for the first field that is wrong.
            ask(shown.fields.firstIndex { $0.message != nil } ?? 0)
        }
    }

    /// Removes the lines that were typed before a question, and returns what to say about it.
    private func leaveOutWaiting() -> [String] {
        let all = waiting.count
        waiting.removeAll { ![nil, .quit].contains($0.request) }
        let count = all - waiting.count + (discardUnread?() ?? 0)
        return count > 0 ? ["Left out \(count.of("line")) that came before the question."] : []
    }

    // MARK: - Saying

    private func hear(_ message: CommandDidRun) {
        // A plugin shows the outcome of what it runs, on the screen.
        guard message.starter == .host else { return }
        switch message.outcome {
        case .finished(nil): return
        case .finished(let text?): messages.append(text)
        case .failed(let text): messages.append(PlainSession.failed + text)
        case .cancelled: messages.append("'\(host.commands[message.id]?.title ?? message.id)' was cancelled.")
        }
        wake(at: host.clock.now)
    }

    private func changed() {
        guard !isPerforming else { return }
        readScene()
        onChange?()
    }

    private func readScene() {
        guard host.lifecycleState != .terminated else { return }
        let scene = host.plainScene
        let (lines, next) = work.update(runs.map(run(for:)), at: host.clock.now)
        messages += lines
        if let next { wake(at: next) }
        let oldQuestion = question
        // It's said at the fields.
        if scene.form?.fields.contains(where: { $0.message != nil }) == true {
            messages.removeAll { $0.hasPrefix(PlainSession.failed) }
        }
        switch reader.read(scene, messages: messages, isAsked: isAsked, at: host.clock.now) {
        case .wait(let time): return wake(at: time)
        case .say(let lines):
            isAsked = false
            messages = []
            followForm(scene)
            if case .control(let entry)? = field?.choice, !scene.entries.contains(where: { $0.view == entry.view }) {
                field = nil
            }
            var lines = lines
            if let question, !isQuestionSaid || question != oldQuestion {
                isQuestionSaid = true
                lines += leaveOutWaiting() + question.lines
            }
            say(lines)
            if let question { expectsSecret = question.isSecret }
        }
    }

    private func say(_ lines: [String]) {
        for line in lines { write(shown(line)) }
    }

    /// Returns a text that can't move the terminal's cursor, and has only characters of the display.
    private func shown(_ text: String) -> String {
        host.traits.isASCII ? text.escapingControls.inASCII : text.escapingControls
    }

    /// Looks again at a time, or earlier if that was wanted already.
    private func wake(at time: Duration) {
        guard timer.map({ time < $0.time }) ?? true else { return }
        timer?.timer.cancel()
        let call = host.clock.schedule(at: max(time, host.clock.now)) { [weak self] in
            guard let self else { return }
            timer = nil
            guard isRunChanging else { return changed() }
            // Others may look at the runs in this turn.
            isRunChanging = false
            wake(at: host.clock.now)
        }
        timer = (time, call)
    }
}
