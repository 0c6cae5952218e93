extension Duration {
    /// The seconds, with a fraction only if there is one: `10`, `2.5`.
    var inWholeSeconds: String {
        let seconds = self / .seconds(1)
        return Int(exactly: seconds).map { "\($0)" } ?? "\(seconds)"
    }

    /// The seconds with one decimal, rounded down: `2.0`.
    var inTenths: String {
        let (seconds, attoseconds) = components
        return "\(seconds).\(attoseconds.magnitude / 100_000_000_000_000_000)"
    }
}

extension Int {
    var times: String { self == 1 ? "once" : "\(self) times" }

    /// The number of bytes for people to read: "1.5 MiB", "12 KiB", "7 bytes".
    var inMebibytes: String {
        switch self {
        case ..<1024: "\(self) byte\(self == 1 ? "" : "s")"
        case ..<(1 << 20): "\(self >> 10) KiB"
        default: "\(self >> 20).\(((self & 0xF_FFFF) * 10) >> 20) MiB"
        }
    }
}
