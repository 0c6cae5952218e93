public import Benchmark
public import Glibc

/// The clock that a row is measured with.
public enum Clock: Sendable {
    /// The processor time of the calling thread, for work on one thread.
    case thread

    /// The time that passes, for work that several threads share.
    case wall

    private var id: clockid_t {
        switch self {
        case .thread: CLOCK_THREAD_CPUTIME_ID
        case .wall: CLOCK_MONOTONIC
        }
    }

    /// The present moment, in nanoseconds.
    public var now: Double {
        var time = timespec()
        clock_gettime(id, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }

    /// Returns the nanoseconds that each of `count` operations takes.
    ///
    /// The body gets the count and does that many operations. Not inlined, so that
    /// the operations compile as they do in any other function.
    @inline(never)
    public func measure(_ count: Int, _ body: (Int) throws -> Void) rethrows -> Double {
        let start = now
        try body(count)
        return (now - start) / Double(count)
    }
}

/// The unit of the results: picoseconds for each operation, because the results are integers.
private let picoseconds = BenchmarkMetric.custom(
    "picoseconds",
    polarity: .prefersSmaller,
    useScalingFactor: false
)

/// Adds a benchmark: one contestant's cell in a row of the table.
///
/// The body prepares its work, measures it, and returns the nanoseconds for each
/// operation; it runs once for each sample.
public func row(
    _ title: String,
    _ contestant: String,
    samples: Int = 15,
    _ body: @escaping @Sendable () async throws -> Double
) {
    let configuration = Benchmark.Configuration(
        metrics: [.throughput, picoseconds],
        warmupIterations: 1,
        maxDuration: .seconds(20),
        maxIterations: samples
    )
    Benchmark("\(title) | \(contestant)", configuration: configuration) { benchmark in
        benchmark.measurement(picoseconds, Int(try await body() * 1000))
    }
}
