// Measures posts on the main actor, and prints a line for each row and contestant with the nanoseconds of each sample.
//
// A program of its own, because its `main` isn't asynchronous: the main actor runs on the first thread, as in a
// `HostApplication`. Benchmarks of a package have an asynchronous one.

for observers in [1, 10, 100, 1000] {
    measure(BareWalk.self, observers)
    measure(HostBusOnMainActor.self, observers)
    measure(FoundationTyped.self, observers)
}

func measure<C: Contestant>(_: C.Type, _ observers: Int) {
    let end = Clock.wall.now + Clock.warmUpTime
    repeat { _ = timeOfPost(C.self, observers) } while Clock.wall.now < end
    let samples = (0..<15).map { _ in "\(timeOfPost(C.self, observers))" }
    print("post on the main actor, \(count(observers, "observer"))", C.name, samples.joined(separator: " "), separator: "|")
}
