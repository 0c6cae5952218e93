import Dispatch

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
            Clock.wall.measure(200_000 / max(1, observers)) { count in
                DispatchQueue.concurrentPerform(iterations: threads) { _ in contestant.post(count, value: 0) }
            }
        } else {
            Clock.thread.measure(observers == 0 ? 2_000_000 : max(200, 200_000 / observers)) { count in
                contestant.post(count, value: 1)
            }
        }
    }
}

/// Returns a number with a noun, such as "1 observer" and "1,000 observers".
func count(_ number: Int, _ noun: String) -> String {
    let digits = number < 1000 ? "\(number)" : "\(number / 1000),000"
    return "\(digits) \(noun)\(number == 1 ? "" : "s")"
}
