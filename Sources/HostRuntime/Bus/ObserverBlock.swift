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
    /// The address of an observer, and the level of the threads that may call it.
    ///
    /// One number, so that a delivery reads both at once. The level is in the two
    /// highest bits, which no address uses.
    struct Entry: Equatable {
        private static let addressBits = UInt.max >> 2

        /// No observer, and lower than any other entry.
        static let none = Entry(rawValue: 0)

        let rawValue: UInt

        init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        init(_ observer: Observer, _ level: CallLevel) {
            self.init(address: UInt(bitPattern: Unmanaged.passUnretained(observer).toOpaque()), level: level)
        }

        private init(address: UInt, level: CallLevel) {
            rawValue = address | UInt(level.rawValue) << 62
        }

        /// The greatest entry that a thread of a level may call.
        init(greatestFor level: CallLevel) {
            self.init(address: Self.addressBits, level: level)
        }

        /// The entry of a slot whose observer was cancelled.
        static let cancelled = Entry(address: 0, level: .nobody)

        var address: UInt { rawValue & Self.addressBits }

        var level: CallLevel { CallLevel(rawValue: UInt8(rawValue >> 62)) }

        /// The observer, which the caller knows to live.
        var observer: Unmanaged<Observer>? {
            UnsafeRawPointer(bitPattern: address).map { Unmanaged.fromOpaque($0) }
        }
    }

    private let entry: Atomic<UInt>
    /// The observer's closure; the observer retains it, and the slot doesn't.
    private let body: Observer.Body

    /// Fills the slot at an address; the observer outlives every delivery that can find it there.
    @inline(__always)
    static func initialize(_ slot: UnsafeMutablePointer<ObserverSlot>, to observer: Observer, _ level: CallLevel) {
        // As bytes, because an assignment would retain the closure.
        let (function, context) = observer.bodyWords
        UnsafeMutableRawPointer(slot).storeBytes(
            of: (Entry(observer, level).rawValue, function, context),
            as: (UInt, UInt, UInt).self
        )
    }

    /// The entry, read before any later one, and after what the caller has announced.
    @inline(__always)
    func load() -> Entry { Entry(rawValue: entry.load(ordering: .sequentiallyConsistent)) }

    func store(_ newEntry: Entry) {
        entry.store(newEntry.rawValue, ordering: .releasing)
    }

    /// Calls the observer's closure with the message at an address.
    @inline(__always)
    func call(_ message: UnsafeRawPointer) throws { try body(message) }
}
