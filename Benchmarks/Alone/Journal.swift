import Glibc

final class Plugin {
    var count = 0
    @inline(never) func act(_ step: Int) { count &+= step }
}

/// Measures what the journal adds to a call into a plugin: the same call with and without it.
@main @MainActor enum Measure {
    static let rounds = 1_000_000

    /// The smallest of several times, in nanoseconds of this thread's processor time for each call.
    static func time(_ body: (Int) -> Void) -> Double {
        (0..<15).map { _ in
            var (begin, end) = (timespec(), timespec())
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &begin)
            body(rounds)
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end)
            let seconds = Double(end.tv_sec - begin.tv_sec) + Double(end.tv_nsec - begin.tv_nsec) / 1e9
            return seconds * 1e9 / Double(rounds)
        }.min() ?? 0
    }

    static func main() {
        let plugin = Plugin()
        let entry = CallEntry(of: .plugin("confetti"), .observer, source: "Confetti/Confetti.swift", line: 12)
        let bare: @MainActor (Int) -> Void = { plugin.act($0) }
        let journalled: @MainActor (Int) -> Void = { step in RunningCode.call(entry) { plugin.act(step) } }
        let without = time { rounds in for step in 0..<rounds { bare(step) } }
        let with = time { rounds in for step in 0..<rounds { journalled(step) } }
        print("more for the journal \((10 * (with - without)).rounded() / 10) ns")
    }
}
