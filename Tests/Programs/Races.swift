// Threads that post, observe and cancel at once, for Scripts/check-races.

import Glibc
import Synchronization

struct Ping: BusMessage {
    let number: Int
}

struct Pong: BusMessage {
    static let isSticky = true
    let number: Int
}

struct Letter: BusMessage {
    let text: String
}

/// An object whose release writes what its observer reads.
final class Canary: @unchecked Sendable {
    static let living = Atomic(0)
    private(set) var isAlive = true

    init() { Canary.living.add(1, ordering: .relaxed) }

    deinit {
        isAlive = false
        Canary.living.subtract(1, ordering: .relaxed)
    }

    func check() {
        guard isAlive else { fatalError("An observer was called after its end") }
    }

    func end() { isAlive = false }
}

final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }

    final class Count: Sendable {
        private let number: Atomic<Int>

        init(_ number: Int) { self.number = Atomic(number) }

        func decrement() { number.subtract(1, ordering: .relaxed) }

        var isPositive: Bool { number.load(ordering: .relaxed) > 0 }
    }
}

/// The hops of a mailbox, which the main thread makes.
final class Hops: Sendable {
    private let waiting = Mutex<[@MainActor @Sendable () -> Void]>([])

    func add(_ hop: @escaping @MainActor @Sendable () -> Void) { waiting.withLock { $0.append(hop) } }

    /// Makes the next hop; returns false if there is none.
    @MainActor func makeNext() -> Bool {
        guard let hop = waiting.withLock({ $0.popLast() }) else { return false }
        hop()
        return true
    }
}

/// Runs each closure on a thread that the sanitizer sees being created and joined.
///
/// This thread calls `meanwhile` until all have ended.
func onThreads(_ bodies: [@Sendable () -> Void], meanwhile: () -> Void = {}) {
    let running = Work.Count(bodies.count)
    let bodies = bodies.map { body in
        { @Sendable in
            body()
            running.decrement()
        }
    }
    let threads = bodies.map { body in
        var thread = pthread_t()
        pthread_create(
            &thread,
            nil,
            {
                Unmanaged<Work>.fromOpaque($0!).takeRetainedValue().body()
                return nil
            },
            Unmanaged.passRetained(Work(body)).toOpaque()
        )
        return thread
    }
    while running.isPositive { meanwhile() }
    for thread in threads { pthread_join(thread, nil) }
}

@main @MainActor enum Races {
    static func main() {
        if CommandLine.arguments.contains("control") {
            let canary = Canary()
            onThreads([{ canary.end() }, { canary.end() }])
        } else {
            for _ in 0..<10 { stress() }
        }
    }

    static func stress() {
        let hops = Hops()
        let bus = NotificationBus(
            mailbox: MainMailbox(MainMailbox.Setup(hop: { hops.add($0) })),
            leakWarningThreshold: 0
        )
        var numbers = 0
        var texts = 0
        let letters = [
            bus.observe(Ping.self) { _ in numbers += 1 },
            bus.observe(Letter.self) { if $0.text == "a text that needs memory" { texts += 1 } },
        ]
        let topics: @Sendable () -> Void = {
            for number in 0..<1000 {
                bus.post(Ping(number: number))
                bus.post(Letter(text: "a text that needs memory"))
                bus.post(Pong(number: number))
                bus.post(named: "races", ["number": .int(number)])
            }
        }
        let observers: @Sendable () -> Void = {
            for _ in 0..<50 {
                let subscriptions = (0..<9).map { number in
                    let canary = Canary()
                    return switch number % 3 {
                    case 0: bus.observeOnAnyThread(Ping.self) { _ in canary.check() }
                    case 1: bus.observeOnAnyThread(Pong.self) { _ in canary.check() }
                    default: bus.observeOnAnyThread(named: "races") { _ in canary.check() }
                    }
                }
                for subscription in subscriptions { subscription.cancel() }
            }
        }
        let sequences: @Sendable () -> Void = {
            for _ in 0..<50 {
                let messages = bus.messages(of: Ping.self, buffer: .newest(4))
                _ = bus.lastValue(of: Pong.self)
                _ = bus.statistics()
                messages.cancel()
            }
        }
        onThreads([topics, topics, observers, observers, observers, sequences]) { _ = hops.makeNext() }
        while hops.makeNext() {}
        guard numbers == 2000, texts == 2000 else { fatalError("A message for the main actor was lost") }
        withExtendedLifetime(letters) {}
        guard Canary.living.load(ordering: .relaxed) == 0 else { fatalError("An observer wasn't released") }
    }
}
