import Synchronization

/// One registration on a topic.
///
/// It owns the closure. The topic's list owns it; a subscription only knows
/// where it is, so that cancelling really releases what the closure holds.
final class Observer: Sendable {
    /// The closure with its message type erased; the address is that of a message of the topic's type.
    typealias Body = @Sendable (UnsafeRawPointer) throws -> Void

    /// Where the closure may be called.
    enum Kind {
        case mainActor
        case anyThread
        case sequence
    }

    /// Unique in the process, never used again.
    let id: UInt64
    let kind: Kind
    let site: ObserverSite
    let body: Body
    /// Called once, with no lock held, when the observer is cancelled or its bus goes.
    let onEnd: (@Sendable (_ cancelled: Bool) -> Void)?
    /// Orders the replay of a sticky value before newer messages; nil where none can come.
    let gate: ReplayGate?
    /// Set under the list's lock.
    let isCancelled = Atomic(false)

    // Reason for both: read and written only under the lock of the list that holds the observer,
    // except `order`, which never changes once the observer can be reached.
    nonisolated(unsafe) var slot = 0
    nonisolated(unsafe) var order: UInt64 = 0

    private static let lastID = Atomic<UInt64>(0)

    init(
        kind: Kind,
        site: ObserverSite,
        gate: ReplayGate?,
        onEnd: (@Sendable (_ cancelled: Bool) -> Void)? = nil,
        body: @escaping Body
    ) {
        id = Self.lastID.wrappingAdd(1, ordering: .relaxed).newValue
        self.kind = kind
        self.site = site
        self.gate = gate
        self.onEnd = onEnd
        self.body = body
    }
}

/// Where an observer was made, and for whom.
struct ObserverSite: Hashable, Sendable {
    var owner: Owner
    var file: String
    var line: Int
}
