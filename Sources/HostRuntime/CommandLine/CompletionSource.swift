/// The kind of word that belongs at a place of the command line, for a shell that completes it.
enum CompletionSource: Hashable, Sendable {
    case nothing
    case choices([CompletionCandidate])
    case files
    case folders
    /// The ids of the plugins.
    case plugins
    /// The names of the settings that are declared, for `--set`.
    case settings
    /// The ids of the commands that need no screen.
    case commands
    /// A command's parameters and their values; not those whose names were given.
    case parameters(command: String, given: [String])

    /// Choices without explanations.
    static func choices(_ values: String...) -> CompletionSource { .choices(values.map { CompletionCandidate($0) }) }
}

/// A word that a shell may offer.
struct CompletionCandidate: Hashable, Sendable {
    let value: String
    /// The explanation, which some shells show; empty for none.
    let detail: String

    init(_ value: String, _ detail: String = "") {
        self.value = value
        self.detail = detail
    }
}
