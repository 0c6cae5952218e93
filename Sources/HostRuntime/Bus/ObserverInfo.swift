/// One observer of a bus, for a person who asks who listens.
public struct ObserverInfo: Hashable, Sendable {
    /// Where an observer is called.
    public enum Delivery: String, Hashable, Sendable {
        /// On the main actor.
        case mainActor
        /// On the thread that posts.
        case anyThread
        /// It is an async sequence.
        case sequence
    }

    /// The message's name.
    public let messageName: String

    /// Who it was made for.
    public let owner: Owner

    /// The file where it was made, as `Module/File.swift`.
    public let file: String

    /// The line there.
    public let line: Int

    /// Where it is called.
    public let delivery: Delivery
}
