internal import Foundation

/// Whether property tests try all their cases, and not only the first: the environment has `SEEDS=all`, as CI's has.
package let takesAllSeeds = ProcessInfo.processInfo.environment["SEEDS"] == "all"

/// Returns the first five seeds of a range, or all of them where the environment has `SEEDS=all`.
///
/// A test with random cases takes its seeds from here, so that `swift test` tries a few in a short time:
///
///     @Test(arguments: seeds(of: 0..<40))
///     func `no bytes cause a trap`(seed: UInt64) { … }
package func seeds(of range: some Collection<UInt64>) -> [UInt64] {
    takesAllSeeds ? Array(range) : Array(range.prefix(5))
}
