internal import Synchronization

/// A counter for closures on any thread.
package final class Tally: Sendable {
    // Atomic, so that threads which count at once don't wait for one another.
    private let stored = Atomic(0)

    package init() {}

    package var value: Int { stored.load(ordering: .sequentiallyConsistent) }

    package func add(_ count: Int = 1) { stored.wrappingAdd(count, ordering: .sequentiallyConsistent) }
}
