import HostRuntime

/// What the panel shows and what it waits for; a pure value whose functions return what to do.
///
/// Answers carry the number of the question, so one that comes after the panel
/// has closed or shows something else changes nothing.
struct PanelState: Hashable, Sendable {
    /// What the panel shows.
    enum Page: Hashable, Sendable {
        case closed
        case tools
        case form(CommandForm)
        case notice(Notice)
    }

    /// A page that only says something.
    struct Notice: Hashable, Sendable {
        enum Kind: Hashable, Sendable {
            case running
            case done
            case failed
            /// Nobody offers the command of this id; the page goes on when somebody does.
            case missing(String)
        }

        let title: String
        let text: String
        let kind: Kind
    }

    /// What the owner has to do.
    enum Effect: Hashable, Sendable {
        /// Run a command and call `finished`.
        case run(Int, command: String, values: [String: PlainValue])
        /// Fetch what a parameter can be chosen from and call `choicesArrived`.
        case fetchChoices(Int, command: String, field: Int)
        /// Call `timeReached` after `resultDuration`.
        case wait(Int)
    }

    /// How a run ended.
    enum Outcome: Hashable, Sendable {
        case finished(String?)
        case failed(String)
    }

    /// How long a result stays before the panel closes by itself.
    static let resultDuration = Duration.milliseconds(1500)

    /// What the panel shows.
    private(set) var page = Page.closed

    /// All commands of the host.
    private(set) var tools: [Tool] = []

    /// What went wrong, said below the tools or the form.
    private(set) var problem: String?

    /// The field that `problem` is about.
    private(set) var problemField: Int?

    /// A number that is another one each time another page is opened.
    private(set) var generation = 0

    private var running: Run?
    private var lastRun = 0
    // Also those that run on when the panel has closed.
    private var unfinished: [Int: String] = [:]

    private struct Run: Hashable, Sendable {
        let number: Int
        let secrets: [String]
    }

    /// Whether the panel waits for a command to end.
    var isRunning: Bool { running != nil }

    /// The form that is open; nil when none is.
    var form: CommandForm? {
        if case .form(let form) = page { form } else { nil }
    }
}

// MARK: - Opening and closing

extension PanelState {
    /// Shows the list of all commands.
    mutating func openTools() -> [Effect] {
        turn(to: .tools)
        return []
    }

    /// Opens a command: its form where it has one, and otherwise it runs.
    mutating func open(_ id: String) -> [Effect] {
        guard let tool = tool(id) else {
            turn(to: .notice(.missing(id, nearest: nearestName(to: id, in: tools.map(\.id)))))
            return []
        }
        guard tool.needsForm else {
            // A list that is there stays, for the error if there is one.
            if page != .tools {
                turn(to: .notice(Notice(title: tool.title, text: "Running …", kind: .running)))
            }
            return start(tool.id, title: tool.title, values: [:], secrets: [])
        }
        turn(to: .form(CommandForm(tool)))
        return tool.fields.indices.filter { tool.fields[$0].kind == .choice }
            .map { .fetchChoices(generation, command: id, field: $0) }
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

    private mutating func turn(to page: Page) {
        self.page = page
        problem = nil
        problemField = nil
        running = nil
        generation += 1
    }

    private func tool(_ id: String) -> Tool? {
        tools.first { $0.id == id }
    }
}

// MARK: - Following the commands

extension PanelState {
    /// Takes in which commands there are now.
    mutating func commandsChanged(to tools: [Tool]) -> [Effect] {
        self.tools = tools
        // A command that runs may take itself away; its answer still comes.
        guard !isRunning else { return [] }
        switch page {
        case .form(let form):
            guard let tool = tool(form.command) else {
                let text = "'\(form.title)' is not offered any more."
                turn(to: .notice(Notice(title: form.title, text: text, kind: .missing(form.command))))
                return []
            }
            let isSame = tool.fields.map(\.signature) == form.fields.map(\.signature)
            return isSame ? [] : open(tool.id)
        case .notice(let notice):
            guard case .missing(let id) = notice.kind, let tool = tool(id) else { return [] }
            // Nobody asked for it at this moment, so it may be shown but not run.
            return tool.needsForm ? open(id) : openTools()
        case .closed, .tools:
            return []
        }
    }

    /// Takes in what a field can be chosen from.
    mutating func choicesArrived(_ generation: Int, field: Int, _ choices: CommandForm.Field.Choices) {
        guard generation == self.generation, var form else { return }
        form.offer(choices, field: field)
        page = .form(form)
    }
}

// MARK: - Entering and running

extension PanelState {
    /// Takes in what was typed into a field or chosen for it.
    mutating func enter(_ text: String, field: Int) {
        edit { $0.enter(text, field: field) }
    }

    /// Takes in whether a toggle is on.
    mutating func set(_ isOn: Bool, field: Int) {
        edit { $0.set(isOn, field: field) }
    }

    private mutating func edit(_ change: (inout CommandForm) -> Void) {
        guard var form else { return }
        change(&form)
        page = .form(form)
    }

    /// Runs the form's command with what was entered, unless something is wrong or it runs already.
    ///
    /// From a field with others to fill below it, enter leads on to the first
    /// of those and reproaches nobody.
    mutating func submit(from field: Int? = nil) -> [Effect] {
        guard let form, !isRunning else { return [] }
        do throws(CommandForm.Problem) {
            return start(form.command, title: form.title, values: try form.values(), secrets: form.secrets)
        } catch {
            let isAhead = field.map { $0 < error.field } ?? false
            problem = isAhead && error.isBlank ? nil : error.text
            problemField = error.field
            return []
        }
    }

    private mutating func start(
        _ id: String,
        title: String,
        values: [String: PlainValue],
        secrets: [String]
    ) -> [Effect] {
        guard !isRunning else { return [] }
        problemField = nil
        guard !unfinished.values.contains(id) else {
            say("'\(title)' is still running.", title: title)
            return []
        }
        problem = nil
        lastRun += 1
        running = Run(number: lastRun, secrets: secrets)
        unfinished[lastRun] = id
        return [.run(lastRun, command: id, values: values)]
    }

    /// Takes in how a run ended; an error stays, a text is shown for a while, nothing to say closes.
    mutating func finished(_ number: Int, _ outcome: Outcome) -> [Effect] {
        let command = unfinished.removeValue(forKey: number)
        guard let running, running.number == number else { return [] }
        self.running = nil
        let title = command.flatMap(tool)?.title ?? form?.title ?? command ?? ""
        switch outcome {
        case .finished(let text?) where !text.isEmpty:
            turn(to: .notice(Notice(title: title, text: hide(running.secrets, in: text), kind: .done)))
            return [.wait(generation)]
        case .finished:
            close()
            return []
        case .failed(let text):
            say(hide(running.secrets, in: text), title: title)
            return []
        }
    }

    /// Closes a result that has been there long enough.
    mutating func timeReached(_ generation: Int) {
        if generation == self.generation { close() }
    }

    // An error stands where the person can do something about it.
    private mutating func say(_ text: String, title: String) {
        let isAnswerable = form.map { tool($0.command) != nil } ?? (page == .tools)
        if isAnswerable {
            problem = text
        } else {
            turn(to: .notice(Notice(title: title, text: text, kind: .failed)))
        }
    }

    // What a command says may repeat what it was told.
    private func hide(_ secrets: [String], in text: String) -> String {
        secrets.reduce(text) { $0.replacing($1, with: "•••") }
    }
}

extension PanelState.Notice {
    fileprivate static func missing(_ id: String, nearest: String?) -> PanelState.Notice {
        PanelState.Notice(
            title: "Not here",
            text:
                "Nobody here offers '\(id)'.\(nearest.map { " Did you mean '\($0)'?" } ?? "") Enable a plugin that does, or name another command under "
                + "'routes' in the configuration of '\(FloatingAssistant.manifest.id)'.",
            kind: .missing(id)
        )
    }
}

extension CommandForm.Field {
    /// What a field is, without what was entered.
    fileprivate var signature: [String] { [name, title, "\(kind)", defaultValue?.description ?? ""] }
}
