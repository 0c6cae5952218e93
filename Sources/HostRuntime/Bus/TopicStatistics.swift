/// What has passed through one topic of a bus since the topic's first use.
public struct TopicStatistics: Hashable, Sendable {
    /// The message's name.
    public let messageName: String

    /// How often it was posted; a post that was refused for its depth is not counted.
    public let posts: Int

    /// How many calls of observers and arrivals in sequences there were, replays included.
    public let deliveries: Int

    /// How many messages full sequences dropped.
    public let dropped: Int

    /// How many observers threw and how many posts were refused for their depth.
    public let failures: Int

    /// How many observers and sequences there are now.
    public let observers: Int
}
