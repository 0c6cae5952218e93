import HostRuntime

/// The login at the start of the program, if the person has asked for it.
///
/// Values are kept in the plugin's store of secrets after they have worked. At
/// a start they are tried once; a failure is shown and not retried before the
/// next start, and the values are kept.
@MainActor final class AutoLogin {
    /// The key of the login in the store of secrets.
    static let storeKey = "login"
    var onChange: (@MainActor () -> Void)?
    let command: String?

    /// The reason why the login of this start failed; `nil` if it didn't.
    private(set) var problem: String?
    /// Whether it failed and the form hasn't shown the failure yet.
    private(set) var isUnseen = false

    private let context: PluginContext
    private var run: CommandRun?

    init(_ context: PluginContext, command: String?) {
        self.context = context
        self.command = command
    }

    /// The state that the panel shows.
    var state: PanelState.Login? {
        command.map { PanelState.Login(command: $0, isKept: kept != nil, problem: problem) }
    }

    // Values kept for another command aren't passed to this one.
    private var kept: KeptLogin? {
        KeptLogin(stored: context.storage.secretStore.value(AutoLogin.storeKey)).flatMap {
            $0.command == command ? $0 : nil
        }
    }

    /// Logs in with the kept values, if any, when the program starts.
    ///
    /// The command has to be offered by then. A command that is offered later isn't
    /// waited for: the person wouldn't expect a login any more.
    func start() {
        guard let kept else { return }
        guard context.commands[kept.command] != nil else {
            return fail("No command '\(kept.command)' was offered at launch.")
        }
        run = context.commands.start(kept.command, kept.values) { [weak self] result in
            guard let self else { return }
            let ended = run
            run = nil
            switch result {
            case .success, .failure(is CancellationError): break
            case .failure(let error):
                // The command may have run others with more secrets.
                let text = text(of: error).hiding(kept.secrets)
                fail(ended?.hidingSecrets(in: text) ?? text)
            }
        }
    }

    // Names the fields by their titles, as the form does.
    private func text(of error: any Error) -> String {
        let problems = CommandFieldError.all(in: error)
        guard !problems.isEmpty else { return "\(error)" }
        let parameters = command.flatMap { context.commands[$0] }?.parameters ?? []
        return problems.map { problem in
            let title = parameters.first { $0.name == problem.parameter }?.title ?? problem.parameter
            return "\(title) \(problem.message)"
        }.joined(separator: "; ") + "."
    }

    func see() {
        guard isUnseen else { return }
        isUnseen = false
        onChange?()
    }

    /// Keeps or forgets the login, as chosen in a form that has succeeded.
    func apply(_ change: PanelState.LoginChange) {
        switch change {
        case .keep(let command, let values): keep(KeptLogin(command: command, values: values))
        case .forget: forget()
        }
    }

    /// Whether a login is kept, for this command or another one.
    var isKept: Bool { context.storage.secretStore.value(AutoLogin.storeKey) != nil }

    func forget() {
        // Also a login for another command, which the person wouldn't expect to stay.
        if isKept {
            context.storage.secretStore.update { $0[AutoLogin.storeKey] = nil }
            context.commands.availabilityDidChange()
        }
        cancelAttempt()
    }

    private func keep(_ login: KeptLogin) {
        let isNew = !isKept
        context.storage.secretStore.update { $0[AutoLogin.storeKey] = login.stored }
        if isNew { context.commands.availabilityDidChange() }
        cancelAttempt()
    }

    // The person's choice makes the running login and its failure void.
    private func cancelAttempt() {
        run?.cancel()
        problem = nil
        isUnseen = false
        onChange?()
    }

    private func fail(_ text: String) {
        problem = text.shortened()
        isUnseen = true
        context.log.warning("the login at the start failed: \(text)")
        onChange?()
    }
}

/// The login at the start of the program: a command and its values; a pure value.
///
/// Its description leaves the values out, so that no log and no error shows one.
struct KeptLogin: Hashable, Sendable {
    let command: String
    let values: [String: PlainValue]

    /// The values as text, longest first, which must be hidden in answers.
    var secrets: [String] {
        values.values.map(\.description).filter { !$0.isEmpty }.sorted { $0.count > $1.count }
    }
}

extension KeptLogin: CustomStringConvertible, CustomReflectable {
    var description: String { "a login by '\(command)'" }

    var customMirror: Mirror { Mirror(self, children: ["command": command]) }
}

// MARK: - Remembering

extension KeptLogin {
    init?(stored value: PlainValue?) {
        guard let command = value?["command"]?.stringValue, !command.isEmpty,
            case .dictionary(let values) = value?["values"]
        else { return nil }
        self.init(command: command, values: values)
    }

    var stored: PlainValue { ["command": .string(command), "values": .dictionary(values)] }
}
