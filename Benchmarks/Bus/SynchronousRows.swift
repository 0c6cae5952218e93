import Measuring

/// Adds a cell for posts to a number of observers, from one thread or from several at once.
func addPosting<C: Contestant>(_ title: String, _: C.Type, _ observers: Int, threads: Int? = nil) {
    add(title, C.self) { timeOfPost(C.self, observers, threads: threads) }
}

/// Adds cells for an observer that is added and cancelled while others stay.
func addObserving<C: Contestant>(_: C.Type, _ live: Int) {
    add("observe and cancel the newest, \(count(live, "live observer"))", C.self) {
        let (contestant, sum) = (C(), Sum())
        let registrations = (0..<live).map { _ in contestant.observe(sum) }
        defer { registrations.forEach(contestant.cancel) }
        return withExtendedLifetime(sum) {
            Clock.thread.measure(30_000) { count in
                for _ in 0..<count { contestant.cancel(contestant.observe(sum)) }
            }
        }
    }
    add("observe and cancel the oldest, \(count(live, "live observer"))", C.self) {
        let (contestant, sum) = (C(), Sum())
        var registrations = (0..<live).map { _ in contestant.observe(sum) }
        defer { registrations.forEach(contestant.cancel) }
        return withExtendedLifetime(sum) {
            Clock.thread.measure(30_000) { count in
                var oldest = 0
                for _ in 0..<count {
                    contestant.cancel(registrations[oldest])
                    registrations[oldest] = contestant.observe(sum)
                    oldest = oldest + 1 == live ? 0 : oldest + 1
                }
            }
        }
    }
}

/// Adds a cell for the same inside a delivery, which then takes no part in the time of a post to the others.
func addObservingInside<C: OpenContestant>(_: C.Type, _ live: Int) {
    add("observe and cancel inside a delivery, \(count(live, "live observer"))", C.self) {
        let (contestant, sum) = (C(), Sum())
        let others = (1..<live).map { _ in contestant.observe(sum) }
        let time = Time()
        let changing = contestant.observe(calling: {
            time.nanoseconds = Clock.thread.measure(10_000) { count in
                for _ in 0..<count { contestant.cancel(contestant.observe(sum)) }
            }
        })
        defer { (others + [changing]).forEach(contestant.cancel) }
        contestant.post(1, value: 1)
        return time.nanoseconds
    }
}

/// A time that an observer measures, on the thread that reads it.
private final class Time: @unchecked Sendable {
    // Unchecked: the observer runs on the thread that posts.
    var nanoseconds = 0.0
}

/// Adds a cell, measured where the contestant has to be.
private func add<C: Contestant>(_ title: String, _: C.Type, _ body: @escaping @Sendable () -> Double) {
    row(title, C.name) { C.isOnMainActor ? await MainActor.run(body: body) : body() }
}
