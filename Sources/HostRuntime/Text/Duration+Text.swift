extension Duration {
    /// The duration in seconds, with a fraction.
    public var seconds: Double {
        // Divided, and not multiplied by a fraction that binary numbers cannot hold: 0.3 s is 0.3.
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }

    /// The seconds as a person reads them, with one to three decimals: `2.0`, `0.404`.
    var inThousandths: String { seconds.inThousandths }
}

extension Double {
    /// The number as a person reads it, with one to three decimals: `2.0`, `0.404`.
    var inThousandths: String {
        // Larger ones have no decimals worth a look, and would overflow.
        guard magnitude < 1e12 else { return "\(self)" }
        // The sum makes the zero below zero an ordinary one.
        return "\((self * 1000).rounded() / 1000 + 0)"
    }
}
