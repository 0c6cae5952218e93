import Dispatch
import Synchronization
import TestSupport

@testable import HostBase
@testable import MessageBus

/// The messages and helpers that the suites of this folder share.
enum BusTest {
    struct Text: BusMessage, Equatable {
        var value: String

        init(_ value: String) {
            self.value = value
        }
    }

    struct Number: BusMessage, Equatable {
        var value: Int

        init(_ value: Int) {
            self.value = value
        }
    }

    struct Kept: BusMessage, Equatable {
        static let isSticky = true
        var value: Int

        init(_ value: Int) {
            self.value = value
        }
    }

    struct Failure: Error {}

    /// Collects what happened, from any thread.
    final class Log<Entry: Sendable>: Sendable {
        private let stored = Mutex<[Entry]>([])

        func add(_ entry: Entry) {
            stored.withLock { $0.append(entry) }
        }

        var entries: [Entry] {
            stored.withLock { $0 }
        }
    }

    /// Keeps subscriptions by name, so that observers can cancel them, until the end of the test.
    final class Holder: Sendable {
        private let stored = Mutex<[String: Subscription]>([:])

        subscript(name: String) -> Subscription? {
            get { stored.withLock { $0[name] } }
            set {
                let old = stored.withLock { stored in
                    let old = stored[name]
                    stored[name] = newValue
                    return old
                }
                _ = old
            }
        }
    }

    /// Runs a closure when it is released.
    final class AtEnd: Sendable {
        private let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }

        func touch() {}

        deinit {
            body()
        }
    }

    /// The hops of a mailbox, made when the test says so.
    final class Hops: Sendable {
        private let stored = Mutex<[@MainActor @Sendable () -> Void]>([])
        private let total = Mutex(0)

        /// How many hops were asked for.
        var count: Int {
            total.withLock { $0 }
        }

        /// Makes a bus whose hops take no time, unless the setup says so.
        func makeBus(_ setup: MainMailbox.Setup = MainMailbox.Setup(clock: { 0 })) -> NotificationBus {
            var setup = setup
            setup.hop = { body in
                self.total.withLock { $0 += 1 }
                self.stored.withLock { $0.append(body) }
            }
            return NotificationBus(mailbox: MainMailbox(setup))
        }

        /// Makes the hops that are due, and those only.
        @MainActor func run() {
            let due = stored.withLock { stored in
                let due = stored
                stored = []
                return due
            }
            for body in due {
                body()
            }
        }
    }

    /// Runs the body on a thread of its own and waits for it.
    static func onAnotherThread(_ body: @escaping @Sendable () -> Void) {
        startThread(body).wait()
    }
}
