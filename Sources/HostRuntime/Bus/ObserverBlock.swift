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

/// What a delivery needs to call an observer, so that it needn't read the observer itself.
struct ObserverSlot: ~Copyable, Sendable {
    /// An observer's address, and who may call it.
    ///
    /// It's one number, so that a delivery reads and compares both at once. The two
    /// highest bits, which an ordinary address doesn't use, say who may call: the
    /// number of a `CallLevel`, or one of those below.
    struct Entry: Equatable {
        /// The observer itself says who may call it.
        private static let asksObserver: UInt8 = 2
        /// The observer was cancelled.
        private static let isCancelled: UInt8 = 3

        private static let shift = UInt.bitWidth - 2
        private static let addressBits = UInt.max >> 2

        /// No observer; lower than every other entry.
        static let none = Entry(rawValue: 0)

        /// The entry of a slot whose observer was cancelled, and may be gone.
        static let cancelled = Entry(address: 0, isCancelled)

        let rawValue: UInt

        init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// An entry that says who may call the observer.
        init(_ observer: Observer) {
            self.init(address: observer.address, observer.callLevel.load().rawValue)
        }

        /// An entry that leaves to the observer who may call it.
        init(asking observer: Observer) {
            self.init(address: observer.address, Self.asksObserver)
        }

        /// The greatest entry that a thread of a level may call without asking.
        init(greatestFor level: CallLevel) {
            self.init(address: Self.addressBits, level.rawValue)
        }

        private init(address: UInt, _ bits: UInt8) {
            rawValue = address | UInt(bits) << Self.shift
        }

        var address: UInt { rawValue & Self.addressBits }

        /// The observer, which the caller knows to live.
        var observer: Unmanaged<Observer>? {
            UnsafeRawPointer(bitPattern: address).map { Unmanaged.fromOpaque($0) }
        }

        /// The threads that may call the observer.
        var level: CallLevel {
            let bits = UInt8(truncatingIfNeeded: rawValue >> Self.shift)
            guard bits == Self.asksObserver, let observer else { return CallLevel(rawValue: bits) }
            return observer._withUnsafeGuaranteedRef { $0.callLevel.load() }
        }
    }

    private let entry: Atomic<UInt>
    /// The observer's closure; the observer retains it, and the slot doesn't.
    private let body: Observer.Body

    /// Fills the slot at an address; the observer outlives every delivery that can find it there.
    @inline(__always)
    static func initialize(_ slot: UnsafeMutablePointer<ObserverSlot>, to observer: Observer, _ entry: Entry) {
        // As bytes, because an assignment would retain the closure.
        let (function, context) = observer.bodyWords
        UnsafeMutableRawPointer(slot).storeBytes(
            of: (entry.rawValue, function, context),
            as: (UInt, UInt, UInt).self
        )
    }

    /// Reads the entry, after what this thread has published before, such as the observer that it's about to call.
    @inline(__always)
    func load() -> Entry { Entry(rawValue: entry.load(ordering: .sequentiallyConsistent)) }

    func store(_ newEntry: Entry) {
        entry.store(newEntry.rawValue, ordering: .releasing)
    }

    /// Calls the observer's closure with the message at an address.
    @inline(__always)
    func call(_ message: UnsafeRawPointer) throws { try body(message) }
}

#if !_pointerBitWidth(_64)
#error("An entry of a slot needs two bits that an address doesn't use, so addresses of 64 bits")
#endif
