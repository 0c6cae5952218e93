extension Duration {
    /// The seconds with one decimal, cut off: `2.0`.
    var inTenths: String {
        let (seconds, attoseconds) = components
        return "\(seconds).\(attoseconds.magnitude / 100_000_000_000_000_000)"
    }
}
