/// An event on the bus, for tools that show its traffic.
public struct BusEvent: Hashable, Sendable {
    /// The kind of an event.
    public enum Kind: String, Hashable, Sendable {
        /// A message was posted.
        case post
        /// An observer threw, or a post was nested too deep and not delivered.
        case failure
        /// A message type has suspiciously many observers.
        case leakWarning
    }

    /// The kind of the event.
    public let kind: Kind

    /// The number of the event since the observation began, which also counts events that were dropped.
    public internal(set) var number: Int

    /// The time since the host started.
    public internal(set) var time: Duration

    /// The name of the message type, or of the notification.
    public let messageName: String

    /// The message's description, or the failure as a sentence; text of more than 4096 bytes loses its end.
    public internal(set) var text: String

    /// The party that posted, or whose observer failed.
    public let owner: Owner

    /// The party that the message is about, such as a window's owner; nil if it doesn't say.
    public let subject: Owner?

    /// The file and the line of the code that posted or failed, as far as it's known; empty otherwise.
    ///
    /// For a post, the place of the observer, timer or task that it was made in.
    public internal(set) var place: String

    /// The number of observers at the time of the event.
    public let observers: Int

    /// The number of deliveries that a post is nested in.
    public let depth: Int

    /// Whether the event was on the main thread.
    public let isOnMainThread: Bool

    /// Creates an event, for the tests of a tool.
    public init(
        _ kind: Kind = .post,
        number: Int = 0,
        time: Duration = .zero,
        messageName: String,
        text: String,
        owner: Owner = .host,
        subject: Owner? = nil,
        place: String = "",
        observers: Int = 0,
        depth: Int = 0,
        isOnMainThread: Bool = true
    ) {
        self.kind = kind
        self.number = number
        self.time = time
        self.messageName = messageName
        self.text = text
        self.owner = owner
        self.subject = subject
        self.place = place
        self.observers = observers
        self.depth = depth
        self.isOnMainThread = isOnMainThread
    }
}

/// Events on the bus that have come since the last time.
public struct BusTraffic: Hashable, Sendable {
    /// The events, oldest first.
    public let events: [BusEvent]

    /// The number of older events that were dropped, because more came than are kept.
    public let dropped: Int

    /// Creates traffic, for the tests of a tool.
    public init(events: [BusEvent], dropped: Int = 0) {
        self.events = events
        self.dropped = dropped
    }
}
