import Benchmark
import BoostSignals
import Measuring

let benchmarks: @Sendable () -> Void = {
    for observers in [0, 1, 10, 100, 1000] {
        let title = "post, \(count(observers, "observer"))"
        addPosting(title, BareWalk.self, observers)
        addPosting(title, HostBus.self, observers)
        addPosting(title, CombineSubject.self, observers)
        addPosting(title, FoundationNamed.self, observers)
        if boost_is_available() { addPosting(title, BoostSignals2.self, observers) }
    }
    // The other rows on the main actor are in a program of their own, `MainActor`.
    let title = "post on the main actor of an asynchronous main, 1 observer"
    addPosting(title, HostBusOnMainActor.self, 1)
    addPosting(title, FoundationTyped.self, 1)
    for observers in [0, 1] {
        let title = "post a sticky message, \(count(observers, "observer"))"
        addPosting(title, HostBusSticky.self, observers)
        addPosting(title, CombineValueSubject.self, observers)
    }
    for observers in [0, 1] {
        let title = "post by name with a value, \(count(observers, "observer"))"
        addPosting(title, HostBusNamed.self, observers)
        addPosting(title, FoundationWithValue.self, observers)
    }
    for observers in [1, 10] {
        for threads in [1, 2] {
            let title = "post on \(count(threads, "thread")), \(count(observers, "observer"))"
            addPosting(title, BareWalk.self, observers, threads: threads)
            addPosting(title, HostBus.self, observers, threads: threads)
            addPosting(title, CombineSubject.self, observers, threads: threads)
            addPosting(title, FoundationNamed.self, observers, threads: threads)
            if boost_is_available() { addPosting(title, BoostSignals2.self, observers, threads: threads) }
        }
    }
    for live in [10, 1000, 10_000] {
        addObserving(HostBus.self, live)
        addObserving(CombineSubject.self, live)
        addObserving(FoundationNamed.self, live)
        if boost_is_available() { addObserving(BoostSignals2.self, live) }
    }
    for live in [10, 10_000] {
        addObservingInside(HostBus.self, live)
        addObservingInside(CombineSubject.self, live)
        addObservingInside(FoundationNamed.self, live)
    }
    addStreams()
    addBursts()
}
