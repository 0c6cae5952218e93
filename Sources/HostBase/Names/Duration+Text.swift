extension Duration {
    /// The duration in seconds, with a fraction.
    public var seconds: Double {
        // Divided, because 1e-18 has no exact binary form: 0.3 s is 0.3.
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }

    package var inThousandths: String { seconds.inThousandths }
}

extension Double {
    /// The number with one to three decimals: `2.0`, `0.404`.
    package var inThousandths: String {
        // Larger numbers would overflow, and their decimals don't matter.
        guard magnitude < 1e12 else { return "\(self)" }
        // Adding 0 turns -0.0 into 0.0.
        return "\((self * 1000).rounded() / 1000 + 0)"
    }
}
