/// No plugin has the id.
public struct PluginLookupError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The unknown id.
    let id: String

    /// A similar id, if there is one.
    let nearest: String?

    /// The error as a sentence, with a suggestion if there is one.
    public var description: String {
        "There is no plugin '\(id)'" + (nearest.map { "; did you mean '\($0)'?" } ?? ".")
    }
}
