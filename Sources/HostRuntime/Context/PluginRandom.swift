/// A source of random numbers: the system's, or a seeded one in scripted runs, tests and recorded sessions.
///
/// Get one from `PluginContext.random`, and not from the system, so that a script gives
/// the same transcript every time, and a recording that of its session. The system's
/// numbers can't be predicted; seeded ones can. Copies of a seeded source give the same
/// numbers.
public struct PluginRandom: RandomNumberGenerator, Sendable {
    /// The state of a seeded source; nil for the system's.
    private var state: UInt64?

    /// Creates a source; without a seed, it's the system's.
    init(seed: UInt64? = nil) {
        state = seed
    }

    /// Returns the next number.
    public mutating func next() -> UInt64 {
        guard var state else {
            var system = SystemRandomNumberGenerator()
            return system.next()
        }
        // SplitMix64: one addition a step, so that any seed will do, and then the bits are mixed.
        state &+= 0x9E37_79B9_7F4A_7C15
        self.state = state
        let once = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        let twice = (once ^ (once >> 27)) &* 0x94D0_49BB_1331_11EB
        return twice ^ (twice >> 31)
    }

    /// Returns another source, whose numbers differ from those of this one and of every other that it returns.
    mutating func fork() -> PluginRandom {
        PluginRandom(seed: state == nil ? nil : next())
    }
}
