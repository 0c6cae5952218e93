import Benchmark

/// The unit of the results: picoseconds for each operation, because the results are integers.
private let picoseconds = BenchmarkMetric.custom(
    "picoseconds",
    polarity: .prefersSmaller,
    useScalingFactor: false
)

/// Adds a benchmark: one contestant's cell in a row of the table.
///
/// The body prepares its work, measures it, and returns the nanoseconds for each
/// operation; it runs once for each sample, after others that warm it up.
public func row(
    _ title: String,
    _ contestant: String,
    samples: Int = 15,
    _ body: @escaping @Sendable () async throws -> Double
) {
    let configuration = Benchmark.Configuration(
        metrics: [.throughput, picoseconds],
        warmupIterations: 0,
        maxDuration: .seconds(20),
        maxIterations: samples
    )
    Benchmark(
        "\(title) | \(contestant)",
        configuration: configuration,
        closure: { benchmark in
            benchmark.measurement(picoseconds, Int(try await body() * 1000))
        },
        setup: {
            // Each cell has a process of its own.
            let end = Clock.wall.now + Clock.warmUpTime
            repeat { _ = try await body() } while Clock.wall.now < end
        }
    )
}
