import Synchronization

/// A block of observers that only grows at its end.
///
/// A delivery walks the part that was filled when it began, so an observer that
/// is added meanwhile isn't called. A cancelled observer leaves its slot behind,
/// so that the others keep their places.
final class ObserverBlock: Discardable, @unchecked Sendable {  // Reason: the slots are atomic, the rest is fixed.
    let slots: UnsafeMutablePointer<ObserverSlot>
    let capacity: Int
    /// The number of slots that were filled.
    let count = Atomic(0)

    init(capacity: Int) {
        self.capacity = capacity
        slots = .allocate(capacity: capacity)
    }

    deinit {
        // Not deinitialized: slots own nothing.
        slots.deallocate()
    }
}

/// An observer's closure and the threads that may call it, so that a delivery doesn't have to read the observer itself.
struct ObserverSlot: ~Copyable, Sendable {
    /// The threads that may call the observer.
    struct Admission {
        fileprivate let rawValue: UInt8

        private init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// Threads of this level and those above.
        init(_ level: CallLevel) {
            self.init(rawValue: level.rawValue)
        }

        /// The threads that the observer itself allows.
        static let asksObserver = Admission(rawValue: 2)

        /// Nobody: the observer was cancelled, and may be gone.
        static let cancelled = Admission(rawValue: 3)
    }

    private let admission: Atomic<UInt8>

    /// The observer's address.
    let address: UInt

    /// The observer's closure; the observer retains it, and the slot doesn't.
    private let body: Observer.Body

    /// Fills a slot; the observer outlives every delivery that finds it there.
    @inline(__always)
    static func initialize(
        _ slot: UnsafeMutablePointer<ObserverSlot>,
        to observer: Observer,
        _ admission: Admission
    ) {
        // As bytes, because an assignment would retain the closure.
        let (function, context) = observer.bodyWords
        UnsafeMutableRawPointer(slot).storeBytes(
            of: (admission.rawValue, observer.address, function, context),
            as: (UInt8, UInt, UInt, UInt).self
        )
    }

    /// The observer; nil if it was cancelled.
    var observer: Unmanaged<Observer>? {
        guard admission.load(ordering: .sequentiallyConsistent) != Admission.cancelled.rawValue else { return nil }
        return UnsafeRawPointer(bitPattern: address).map { Unmanaged.fromOpaque($0) }
    }

    /// Returns whether a thread of a level may call the observer, as far as the slot knows.
    ///
    /// Read after what this thread has published before, such as the observer.
    @inline(__always)
    func admits(_ level: CallLevel) -> Bool {
        admission.load(ordering: .sequentiallyConsistent) <= level.rawValue
    }

    func setAdmission(_ new: Admission) {
        admission.store(new.rawValue, ordering: .releasing)
    }

    /// Calls the observer's closure with the message at an address.
    @inline(__always)
    func call(_ message: UnsafeRawPointer) throws { try body(message) }
}
