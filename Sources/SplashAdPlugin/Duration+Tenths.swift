extension Duration {
    /// The seconds, with a fraction only where there is one: `10`, `2.5`.
    var inWholeSeconds: String {
        let seconds = self / .seconds(1)
        return Int(exactly: seconds).map { "\($0)" } ?? "\(seconds)"
    }

    /// The seconds with one decimal, cut off: `2.0`.
    var inTenths: String {
        let (seconds, attoseconds) = components
        return "\(seconds).\(attoseconds.magnitude / 100_000_000_000_000_000)"
    }
}
