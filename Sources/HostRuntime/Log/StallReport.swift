/// A call that held the main actor for more than 250 ms, for tools that show what is slow.
public struct StallReport: Hashable, Sendable {
    /// The party whose code it was.
    public let owner: Owner

    /// The occasion, and the file and line where they're known, such as `in an observer, Shop/Shop.swift:12`.
    public let place: String

    /// The time for which the call held the main actor, without that of slow calls inside it.
    public let duration: Duration

    /// The time at which the call ended, since the host started.
    public let time: Duration
}
