import Synchronization

/// A registration on a topic.
///
/// The observer owns the closure, and the topic's list owns the observer. A
/// subscription has only its address, so that cancelling releases what the
/// closure captured.
final class Observer: Discardable, @unchecked Sendable {  // Reason: inherited; mutable fields give theirs.
    /// The closure with its message type erased; the address is that of a message of the topic's type.
    typealias Body = @Sendable (UnsafeRawPointer) throws -> Void

    /// The place where the closure may be called.
    typealias Kind = ObserverDelivery

    /// An id that is unique in the process and never reused.
    let id: UInt64
    let kind: Kind
    /// The threads that may call it; nobody from its cancellation on, which is under the list's lock.
    let callLevel: AtomicCallLevel
    let body: Body
    /// The gate that orders the replay of a sticky value before newer messages; nil without a replay.
    let gate: ReplayGate?

    // Reason for both: read and written only under the lock of the list that holds the observer,
    // except `order`, which never changes once the observer can be reached.
    nonisolated(unsafe) var order: UInt64 = 0
    nonisolated(unsafe) var slot = 0

    let site: ObserverSite
    /// Called once, with no lock held, when the observer is cancelled or its bus is released.
    let onEnd: (@Sendable (_ cancelled: Bool) -> Void)?

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
        callLevel = AtomicCallLevel(kind == .mainActor ? .mainActor : .anyThread)
        self.site = site
        self.gate = gate
        self.onEnd = onEnd
        self.body = body
    }
}

/// A level of threads and observers; a thread may call the observers whose level isn't above its own.
struct CallLevel: Comparable {
    let rawValue: UInt8

    static let anyThread = CallLevel(rawValue: 0)
    static let mainActor = CallLevel(rawValue: 1)
    /// No thread has this level.
    static let nobody = CallLevel(rawValue: 3)

    @inline(__always)
    static func < (lhs: CallLevel, rhs: CallLevel) -> Bool { lhs.rawValue < rhs.rawValue }
}

/// A level that changes while others read it, so that one look says whether an observer may be called here.
struct AtomicCallLevel: ~Copyable {
    private let value: Atomic<UInt8>

    init(_ level: CallLevel) {
        value = Atomic(level.rawValue)
    }

    @inline(__always)
    func load() -> CallLevel { CallLevel(rawValue: value.load(ordering: .sequentiallyConsistent)) }

    func store(_ level: CallLevel) { value.store(level.rawValue, ordering: .releasing) }
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

    /// Returns the closure with its message type erased; it's called on the actor or thread that its observer's kind says.
    ///
    /// Another closure around it, which loads the message and passes it on, would
    /// make three calls of each delivery, and `MainActor.assumeIsolated` costs 40 ns.
    static func erase<M: Sendable>(_ body: @escaping @MainActor (M) throws -> Void) -> Body {
        // Reason: Swift passes an argument whose type is a generic parameter as its address, in the
        // register of a pointer, and isolation is no part of a call (SIL's "abstraction difference").
        unsafeBitCast(Typed(body: body), to: Erased.self).body
    }

    var address: UInt { UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()) }

    /// The closure's function and its context, which isn't retained.
    var bodyWords: (function: UInt, context: UInt) {
        unsafeBitCast(Erased(body: body), to: (UInt, UInt).self)
    }
}

/// The place that added an observer, and its owner.
struct ObserverSite: Hashable, Sendable {
    var owner: Owner
    /// The file, as `Module/File.swift`.
    var file: String
    var line: Int
}

extension ObserverSite: CustomStringConvertible {
    /// The end of "the observer …": `of 'ads' at Ads.swift:3`, without the owner if it's the program.
    var description: String {
        (owner == .host ? "" : "of '\(owner)' ") + "at \(file):\(line)"
    }
}
