import Synchronization

/// A row of observer addresses that only grows at its end.
///
/// A delivery walks the part that was filled when it began, which is why an
/// observer added meanwhile is not called in it. A cancelled observer leaves
/// an empty slot, so the others keep their places.
final class ObserverBlock: @unchecked Sendable {  // Reason: the slots are atomic, the rest never changes.
    typealias Slot = Atomic<UnsafeRawPointer?>

    let slots: UnsafeMutablePointer<Slot>
    let capacity: Int

    init(capacity: Int) {
        self.capacity = capacity
        slots = .allocate(capacity: capacity)
        for index in 0..<capacity {
            (slots + index).initialize(to: Slot(nil))
        }
    }

    deinit {
        slots.deinitialize(count: capacity)
        slots.deallocate()
    }
}
