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
    public internal(set) var number = 0

    /// The time since the host started.
    public let time: Duration

    /// The name of the message type, or of the notification.
    public let messageName: String

    /// The message's description, or the failure as a sentence.
    public let text: String

    /// The party that posted, or whose observer failed.
    public let owner: Owner

    /// The party that the message is about, such as a window's owner; nil if it doesn't say.
    public let subject: Owner?

    /// The file and the line of the code that posted or failed, as far as it's known; empty otherwise.
    ///
    /// For a post, the place of the observer, timer or task that it was made in.
    public let place: String

    /// The number of observers at the time of the event.
    public let observers: Int

    /// The number of deliveries that a post is nested in.
    public let depth: Int

    /// Whether the event was on the main thread.
    public let isOnMainThread: Bool
}

extension BusEvent {
    init(_ post: PostedMessage, time: Duration, place: String) {
        kind = .post
        self.time = time
        messageName = post.messageName
        text = post.text
        owner = post.owner
        subject = post.subject
        self.place = post.site.map { "\($0.file):\($0.line)" } ?? place
        observers = post.observers
        depth = post.depth
        isOnMainThread = post.isOnMainThread
    }

    init(_ failure: ObserverFailure, time: Duration, isOnMainThread: Bool) {
        kind = .failure
        self.time = time
        messageName = failure.messageName
        text = failure.description
        owner = failure.site.owner
        subject = nil
        place = failure.site.file.isEmpty ? "" : "\(failure.site.file):\(failure.site.line)"
        observers = 0
        depth = 0
        self.isOnMainThread = isOnMainThread
    }

    init(_ warning: LeakWarning, time: Duration, isOnMainThread: Bool) {
        kind = .leakWarning
        self.time = time
        messageName = warning.messageName
        text = warning.description
        let most = warning.sites.first?.site
        owner = most?.owner ?? .host
        subject = nil
        place = most.map { "\($0.file):\($0.line)" } ?? ""
        observers = warning.observers
        depth = 0
        self.isOnMainThread = isOnMainThread
    }
}

/// Events on the bus that have come since the last time.
public struct BusTraffic: Hashable, Sendable {
    /// The events, oldest first.
    public let events: [BusEvent]

    /// The number of older events that were dropped, because more came than are kept.
    public let dropped: Int
}
