import HostRuntime

/// A command as the panel knows it: everything but what it does.
struct Tool: Hashable, Sendable {
    let id: String
    let title: String
    let group: String
    let icon: Character?
    let key: KeyEvent?
    /// The title of the command that has the key, where that is another one.
    let keyHolder: String?
    let fields: [CommandForm.Field]
    /// Whether the list shows it.
    let isListed: Bool
    /// Why it cannot be run now; nil where it can.
    let refusal: String?

    init(_ command: Command, keyHolder: String? = nil, key: KeyEvent? = nil, refusal: String? = nil) {
        id = command.id
        title = command.title
        group = command.group
        icon = command.icon
        self.key = command.key ?? key
        self.keyHolder = keyHolder
        fields = command.parameters.map(CommandForm.Field.init)
        isListed = command.isListed
        self.refusal = refusal
    }

    /// Makes tools of commands in the order in which they were offered: the first that wants a key has it.
    ///
    /// A command without a key has that of the command which opens it, where one does.
    @MainActor static func all(of commands: [Command], openers: [String: String] = [:]) -> [Tool] {
        var holders: [KeyEvent: Command] = [:]
        for command in commands {
            if let key = command.key, holders[key] == nil { holders[key] = command }
        }
        let keys = Dictionary(uniqueKeysWithValues: holders.map { ($1.id, $0) })
        return commands.map { command in
            let holder = command.key.flatMap { holders[$0] }
            return Tool(
                command,
                keyHolder: holder.flatMap { $0.id == command.id ? nil : $0.title },
                key: openers[command.id].flatMap { keys[$0] },
                refusal: command.availability.reason
            )
        }
    }

    /// Whether the command has to be asked about before it can run.
    var needsForm: Bool { !fields.isEmpty }

    /// Whether it asks for something that is never shown.
    var hasSecret: Bool { fields.contains { $0.kind == .secret } }
}
