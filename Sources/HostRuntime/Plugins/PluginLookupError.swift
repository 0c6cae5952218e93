/// An error thrown when no usable plugin has an id.
public struct PluginLookupError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The id.
    let id: String

    /// A similar id, if there is one.
    var nearest: String?

    /// The state of a plugin that has the id and isn't loaded, such as one of a library that wasn't opened.
    var state: PluginState?

    /// The error as a sentence, with the reason or a suggestion if there is one.
    public var description: String {
        if let state { return "The plugin '\(id)' is not loaded: it is \(state)" }
        return "There is no plugin '\(id)'" + (nearest.map { "; did you mean '\($0)'?" } ?? ".")
    }
}
