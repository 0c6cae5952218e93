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

    init(_ command: Command, keyHolder: String? = nil) {
        id = command.id
        title = command.title
        group = command.group
        icon = command.icon
        key = command.key
        self.keyHolder = keyHolder
        fields = command.parameters.map(CommandForm.Field.init)
    }

    /// Makes tools of commands in the order in which they were offered: the first that wants a key has it.
    static func all(of commands: [Command]) -> [Tool] {
        var holders: [KeyEvent: String] = [:]
        return commands.map { command in
            let holder = command.key.flatMap { holders[$0] }
            if let key = command.key, holder == nil { holders[key] = command.title }
            return Tool(command, keyHolder: holder)
        }
    }

    /// Whether the command has to be asked about before it can run.
    var needsForm: Bool { !fields.isEmpty }

    /// Whether it asks for something that is never shown.
    var hasSecret: Bool { fields.contains { $0.kind == .secret } }
}
