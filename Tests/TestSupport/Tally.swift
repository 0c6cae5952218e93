internal import Synchronization

/// A counter for closures on any thread.
package final class Tally: Sendable {
    private let mutex = Mutex(0)

    package init() {}

    package var value: Int { mutex.withLock { $0 } }

    package func add(_ count: Int = 1) { mutex.withLock { $0 += count } }
}
