import HostRuntime

/// A command as the panel shows it, without its action.
struct CommandSummary: Hashable, Sendable {
    let id: String
    let title: String
    let group: String
    let icon: Character?
    let key: KeyEvent?
    /// The title of the command that has the key, if it is another one.
    let keyHolder: String?
    let needsForm: Bool
    let hasSecret: Bool
    let isListed: Bool
    /// The reason why the command can't run now; `nil` if it can.
    let refusal: String?

    init(_ command: Command, keyHolder: String? = nil, key: KeyEvent? = nil, refusal: String? = nil) {
        id = command.id
        title = command.title
        group = command.group
        icon = command.icon
        self.key = command.key ?? key
        self.keyHolder = keyHolder
        needsForm = !command.parameters.isEmpty
        hasSecret = command.parameters.contains { if case .secret = $0.kind { true } else { false } }
        isListed = command.isListed
        self.refusal = refusal
    }

    /// Creates tools from commands in the order of offering; the first command with a key owns it.
    ///
    /// A command without a key shows the key of the command that opens it, if any.
    @MainActor static func all(of commands: [Command], openers: [String: String] = [:]) -> [CommandSummary] {
        var holders: [KeyEvent: Command] = [:]
        for command in commands {
            if let key = command.key, holders[key] == nil { holders[key] = command }
        }
        let keys = Dictionary(uniqueKeysWithValues: holders.map { ($1.id, $0) })
        return commands.map { command in
            let holder = command.key.flatMap { holders[$0] }
            return CommandSummary(
                command,
                keyHolder: holder.flatMap { $0.id == command.id ? nil : $0.title },
                key: openers[command.id].flatMap { keys[$0] },
                refusal: command.availability.reason
            )
        }
    }
}
