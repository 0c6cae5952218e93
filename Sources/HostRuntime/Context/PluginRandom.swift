/// A source of random numbers that belongs to one run of the program, and can be had again.
///
/// Get one from `PluginContext.random`, and not from the system, so that a script gives
/// the same transcript every time, and a recording the transcript of its session. The
/// numbers follow from a seed, which is new at each start in a terminal: they differ from
/// run to run, but don't take them for keys or passwords. Copies give the same numbers.
public struct PluginRandom: RandomNumberGenerator, Sendable {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    /// Returns the next number.
    public mutating func next() -> UInt64 {
        // SplitMix64: one addition a step, so that any seed will do, and then the bits are mixed.
        state &+= 0x9E37_79B9_7F4A_7C15
        let once = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        let twice = (once ^ (once >> 27)) &* 0x94D0_49BB_1331_11EB
        return twice ^ (twice >> 31)
    }

    /// Returns another source, whose numbers differ from those of this one and of every other that it returns.
    mutating func fork() -> PluginRandom {
        PluginRandom(seed: next())
    }
}
