/// An object that running deliveries may still use after it was unlinked from its list.
class Discardable: @unchecked Sendable {  // Reason: the fields belong to the garbage that the object is in.
    /// The epoch of the list in which the object was unlinked.
    fileprivate final var epoch: UInt64 = 0
    /// The object that was unlinked next.
    fileprivate final var next: Unmanaged<Discardable>?
}

/// Objects that were unlinked from a list, oldest first; they're released with it.
///
/// The objects are chained, so that cancelling an observer allocates nothing.
struct Garbage: ~Copyable, Sendable {
    // Reason: unmanaged, because releasing a long chain object by object would overflow the stack.
    nonisolated(unsafe) private var first: Unmanaged<Discardable>?
    nonisolated(unsafe) private var last: Unmanaged<Discardable>?

    init() {}

    deinit {
        var object = first
        while let released = object {
            object = released._withUnsafeGuaranteedRef { $0.next }
            released.release()
        }
    }

    /// The epoch of the newest object; nil when there is none.
    var newestEpoch: UInt64? {
        last?._withUnsafeGuaranteedRef { $0.epoch }
    }

    /// Adds a retained object; the epoch is at least that of the object before.
    mutating func append(_ object: Unmanaged<some Discardable>, epoch: UInt64) {
        let object = Unmanaged<Discardable>.fromOpaque(object.toOpaque())
        object._withUnsafeGuaranteedRef {
            $0.epoch = epoch
            $0.next = nil
        }
        if let last { last._withUnsafeGuaranteedRef { $0.next = object } } else { first = object }
        last = object
    }

    /// Returns whether an object is here, and not another one that got its address.
    func contains<Object: Discardable>(_ sought: Unmanaged<Object>, where isSought: (Object) -> Bool) -> Bool {
        var next = first
        while let object = next {
            if object.toOpaque() == sought.toOpaque() {
                return (object.takeUnretainedValue() as? Object).map(isSought) == true
            }
            next = object._withUnsafeGuaranteedRef { $0.next }
        }
        return false
    }

    /// Removes and returns the objects that were unlinked before an epoch.
    mutating func removeAll(before epoch: UInt64) -> Garbage {
        var removed = Garbage()
        while let object = first, object._withUnsafeGuaranteedRef({ $0.epoch < epoch }) {
            if removed.first == nil { removed.first = object }
            removed.last = object
            first = object._withUnsafeGuaranteedRef { $0.next }
        }
        removed.last?._withUnsafeGuaranteedRef { $0.next = nil }
        if first == nil { last = nil }
        return removed
    }
}
