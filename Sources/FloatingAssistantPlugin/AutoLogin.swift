import HostRuntime

/// The login at the start of the program, once the person has asked for it.
///
/// Values are kept after they have worked, in the plugin's store of secrets. At
/// a start they are tried once: a failure is said and not repeated before the
/// next start, and the values stay.
@MainActor final class AutoLogin {
    /// The key of the store of secrets under which the login is kept.
    static let storeKey = "login"

    /// Called when something about it has changed.
    var onChange: (@MainActor () -> Void)?

    /// The command that logs in; nil where none does.
    let command: String?

    /// Why the login of this start failed; nil where it did not.
    private(set) var problem: String?

    /// Whether it failed and the person has not been told in its form.
    private(set) var isUnseen = false

    private let context: PluginContext
    private var run: CommandRun?

    init(_ context: PluginContext, command: String?) {
        self.context = context
        self.command = command
    }

    /// What the panel shows of it.
    var state: PanelState.Login? {
        command.map { PanelState.Login(command: $0, isKept: kept != nil, problem: problem) }
    }

    // Values that were kept for another command are not given to this one.
    private var kept: KeptLogin? {
        KeptLogin(stored: context.memory.secretStore.value(AutoLogin.storeKey)).flatMap {
            $0.command == command ? $0 : nil
        }
    }

    /// Logs in with what is kept, where there is something, as the program starts.
    ///
    /// The command has to be there by then: one that is offered later is not
    /// waited for, which would be a login that nobody expects any more.
    func start() {
        guard let kept else { return }
        guard context.commands.all.contains(where: { $0.id == kept.command }) else {
            return fail("Nobody offered '\(kept.command)' at the start.")
        }
        run = context.commands.start(kept.command, kept.values) { [weak self] result in
            guard let self else { return }
            let ended = run
            run = nil
            switch result {
            case .success, .failure(is CancellationError): break
            case .failure(let error):
                // It may have run others, with secrets that are not kept here.
                let text = text(of: error).hiding(kept.secrets)
                fail(ended?.hidingSecrets(in: text) ?? text)
            }
        }
    }

    // What is wrong with fields is said by their titles, as the form says it.
    private func text(of error: any Error) -> String {
        let problems = CommandFieldError.all(in: error)
        guard !problems.isEmpty else { return "\(error)" }
        let parameters = context.commands.all.first { $0.id == command }?.parameters ?? []
        return problems.map { problem in
            let title = parameters.first { $0.name == problem.parameter }?.title ?? problem.parameter
            return "\(title) \(problem.message)"
        }.joined(separator: "; ") + "."
    }

    /// Takes in that the person has been told why it failed.
    func see() {
        guard isUnseen else { return }
        isUnseen = false
        onChange?()
    }

    /// Does what the person has chosen in the form of a login that has succeeded.
    func take(_ change: PanelState.LoginChange) {
        switch change {
        case .keep(let command, let values): keep(KeptLogin(command: command, values: values))
        case .forget: forget()
        }
    }

    /// Whether a login is kept, for this command or for another one.
    var isKept: Bool { context.memory.secretStore.value(AutoLogin.storeKey) != nil }

    /// Forgets what is kept.
    func forget() {
        // Also what was kept for another command: nobody would expect it to stay.
        if isKept {
            context.memory.secretStore.update { $0[AutoLogin.storeKey] = nil }
            context.commands.availabilityDidChange()
        }
        settle()
    }

    private func keep(_ login: KeptLogin) {
        let isNew = !isKept
        context.memory.secretStore.update { $0[AutoLogin.storeKey] = login.stored }
        if isNew { context.commands.availabilityDidChange() }
        settle()
    }

    // What the person has done meanwhile counts, and not what went wrong before.
    private func settle() {
        run?.cancel()
        problem = nil
        isUnseen = false
        onChange?()
    }

    private func fail(_ text: String) {
        problem = text
        isUnseen = true
        context.log.warning("the login at the start failed: \(text)")
        onChange?()
    }
}
