import Synchronization

/// A registration on a topic.
///
/// The observer owns the closure, and the topic's list owns the observer. A
/// subscription has only its address, so that cancelling releases what the
/// closure captured.
final class Observer: Sendable {
    /// The closure with its message type erased; the address is that of a message of the topic's type.
    typealias Body = @Sendable (UnsafeRawPointer) throws -> Void
    typealias End = @Sendable (_ cancelled: Bool) -> Void

    let delivery: ObserverDelivery
    let body: Body
    /// The gate that orders the replay of a sticky value before newer messages; nil without a replay.
    let gate: ReplayGate?
    let site: ObserverSite
    /// Called once, with no lock held, when the observer is cancelled or its bus is released.
    let onEnd: End?

    /// Whether a delivery that has found the observer may call it.
    private let isLive = Atomic(true)

    // Reason for both: read and written only under the lock of the list that holds the observer,
    // except `order`, which never changes once the observer can be reached.
    nonisolated(unsafe) var order: UInt64 = 0
    nonisolated(unsafe) var slot = 0

    init(
        _ delivery: ObserverDelivery,
        site: ObserverSite,
        gate: ReplayGate?,
        onEnd: End? = nil,
        body: @escaping Body
    ) {
        self.delivery = delivery
        self.site = site
        self.gate = gate
        self.onEnd = onEnd
        self.body = body
    }

    /// Returns whether a delivery may call the observer, on the main thread or another one.
    @inline(__always)
    func mayBeCalled(onMain isMain: Bool) -> Bool {
        isLive.load(ordering: .acquiring) && (isMain || delivery != .mainActor)
    }

    /// Lets no further call begin.
    func end() {
        isLive.store(false, ordering: .releasing)
    }
}

extension Observer {
    /// A closure as it's stored where its message type is a generic parameter: it takes the message by its address.
    private struct Typed<M> {
        let body: @MainActor (M) throws -> Void
    }

    /// The same closure, taking an address of any kind.
    private struct Erased {
        let body: Body
    }

    /// Returns the closure with its message type erased; it's called only where its observer's delivery says.
    ///
    /// Another closure around it, which loads the message and passes it on, would
    /// make three calls of each delivery, and `MainActor.assumeIsolated` costs 40 ns.
    static func erase<M: Sendable>(_ body: @escaping @MainActor (M) throws -> Void) -> Body {
        // Reason: Swift passes an argument whose type is a generic parameter as its address, in the
        // register of a pointer, and isolation is no part of a call (SIL's "abstraction difference").
        unsafeBitCast(Typed(body: body), to: Erased.self).body
    }
}

/// The place that added an observer, and its owner.
package struct ObserverSite: Hashable, Sendable {
    package var owner: Owner
    /// The file, as `Module/File.swift`.
    package var file: String
    package var line: Int

    var place: String { "\(file):\(line)" }
}

extension ObserverSite: CustomStringConvertible {
    /// The end of "the observer …": `of 'ads' at Ads.swift:3`, without the owner if it's the program.
    package var description: String {
        (owner == .host ? "" : "of '\(owner)' ") + "at \(place)"
    }
}
