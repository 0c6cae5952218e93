import HostTestKit

@testable import HostRuntime

/// The same sequence of numbers for the same seed (SplitMix64).
struct Seeded: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}

extension TestHost {
    /// A host that has been launched with a view in its only window.
    static func showing(
        _ root: View,
        size: Size = Size(width: 20, height: 6),
        isASCII: Bool = false
    ) async -> TestHost {
        let host = TestHost(size: size, isASCII: isASCII) { host in
            let window = host.makeWindow(title: "page", root: root)
            window.makeKeyAndVisible()
            return window
        }
        await host.launch()
        return host
    }
}
