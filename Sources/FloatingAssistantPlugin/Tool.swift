import HostRuntime

/// A command as the panel knows it: everything but what it does.
struct Tool: Hashable, Sendable {
    let id: String
    let title: String
    let group: String
    let key: KeyEvent?
    let fields: [CommandForm.Field]

    init(_ command: Command) {
        id = command.id
        title = command.title
        group = command.group
        key = command.key
        fields = command.parameters.map(CommandForm.Field.init)
    }

    /// Whether the command has to be asked about before it can run.
    var needsForm: Bool { !fields.isEmpty }
}
