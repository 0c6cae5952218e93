/// One post, as a transcript shows it.
public struct PostedMessage: Hashable, Sendable {
    /// The message's name.
    public let messageName: String

    /// The message's own description, or its name where it has none.
    public let text: String

    /// Who posted it, where that was said.
    public let owner: Owner

    /// How many deliveries it is nested in on its thread.
    public let depth: Int

    /// Whether it was posted on the main thread.
    public let isOnMainThread: Bool
}
