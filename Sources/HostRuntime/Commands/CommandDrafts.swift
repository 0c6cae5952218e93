/// What people have entered into the forms of commands and not sent, by the ids of the commands; never secrets.
///
/// A draft is kept in memory, until it's sent or the program ends.
@MainActor final class CommandDrafts {
    private var drafts: [String: [String: PlainValue]] = [:]

    /// The entered values of a command's form, by parameter; empty for none.
    subscript(command: String) -> [String: PlainValue] {
        get { drafts[command] ?? [:] }
        set { drafts[command] = newValue.isEmpty ? nil : newValue }
    }
}
