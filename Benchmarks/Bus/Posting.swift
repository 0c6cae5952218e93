import Foundation
import Synchronization

#if canImport(Measuring)
import Measuring
#endif

/// Returns the nanoseconds of a post to a number of new observers, from one thread or from several at once.
///
/// With threads, it's the time that passes until each has made one post.
func timeOfPost<C: Contestant>(_: C.Type, _ observers: Int, threads: Int? = nil) -> Double {
    let (contestant, sum) = (C(), Sum())
    let registrations = (0..<observers).map { _ in contestant.observe(sum) }
    defer { registrations.forEach(contestant.cancel) }
    return withExtendedLifetime(sum) {
        if let threads {
            longestTime(onThreads: threads) {
                Clock.wall.measure(200_000 / max(1, observers)) { contestant.post($0, value: 0) }
            }
        } else {
            Clock.thread.measure(observers == 0 ? 2_000_000 : max(200, 200_000 / observers)) { count in
                contestant.post(count, value: 1)
            }
        }
    }
}

/// Runs a measurement on several threads, which begin together, and returns the longest time.
private func longestTime(onThreads count: Int, _ measure: @escaping @Sendable () -> Double) -> Double {
    let start = Start()
    let group = DispatchGroup()
    for _ in 0..<count {
        group.enter()
        Thread.detachNewThread {
            start.wait(for: count)
            let time = measure()
            start.longest.withLock { $0 = max($0, time) }
            group.leave()
        }
    }
    group.wait()
    return start.longest.withLock { $0 }
}

private final class Start: Sendable {
    private let threads = Atomic(0)
    let longest = Mutex(0.0)

    /// Spins until a number of threads do so, because a thread that sleeps begins late.
    func wait(for count: Int) {
        threads.add(1, ordering: .sequentiallyConsistent)
        while threads.load(ordering: .acquiring) < count {}
    }
}

/// Returns a number with a noun, such as "1 observer" and "1,000 observers".
func count(_ number: Int, _ noun: String) -> String {
    let digits = number < 1000 ? "\(number)" : "\(number / 1000),000"
    return "\(digits) \(noun)\(number == 1 ? "" : "s")"
}
