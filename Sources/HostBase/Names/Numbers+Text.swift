extension Double {
    /// Returns the number as text, rounded to the most decimals, with zeros at its end only up to the fewest.
    ///
    /// With the usual 0 to 2 decimals: `2`, `0.5`, `0.33`.
    public func text(decimals: ClosedRange<Int> = 0...2) -> String {
        let places = min(max(0, decimals.upperBound), 9)
        let scale = (0..<places).reduce(1) { scale, _ in scale * 10 }
        let scaled = (self * Double(scale)).rounded()
        // Larger numbers would overflow, and their decimals don't matter.
        guard scaled.magnitude < 1e15 else { return "\(self)" }
        let units = Int(scaled.magnitude)
        let digits = "\(scale + units % scale)".dropFirst()
        return (scaled < 0 ? "-" : "") + "\(units / scale)" + digits.asDecimals(atLeast: decimals.lowerBound)
    }
}

extension Duration {
    /// The duration in seconds, with a fraction.
    public var seconds: Double {
        // Divided, because 1e-18 has no exact binary form: 0.3 s is 0.3.
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }

    /// Returns the seconds as text, cut off after the most decimals, with zeros at its end only up to the fewest.
    ///
    /// It isn't rounded, so that 9.99 s never look like the 10 s that they are
    /// compared with: `9.9` with one decimal, `2` and `0.25` with 0 to 3.
    public func inSeconds(decimals: ClosedRange<Int>) -> String {
        let (seconds, attoseconds) = components
        var whole = seconds.magnitude
        // To the nanosecond, because 0.3 from a binary number is a little less.
        var nanoseconds = (attoseconds.magnitude + 500_000_000) / 1_000_000_000
        if nanoseconds == 1_000_000_000 { (whole, nanoseconds) = (whole + 1, 0) }
        let digits = "\(1_000_000_000 + nanoseconds)".dropFirst().prefix(max(0, decimals.upperBound))
        let isNegative = self < .zero && (whole > 0 || digits.contains { $0 != "0" })
        return (isNegative ? "-" : "") + "\(whole)" + digits.asDecimals(atLeast: decimals.lowerBound)
    }

    /// The duration in the unit that suits it, with three digits at most: `12.3 ms`, `2 s`, `5 min`.
    public var inWords: String {
        let seconds = seconds
        switch seconds {
        case 172_800...: return "\(components.seconds / 86_400) days"
        case 7200...: return "\(components.seconds / 3600) h"
        case 120...: return "\(components.seconds / 60) min"
        default: break
        }
        let (number, unit) =
            seconds >= 1 || seconds == 0
            ? (seconds, "s") : seconds >= 0.001 ? (seconds * 1e3, "ms") : (seconds * 1e6, "µs")
        return number.text(decimals: 0...(number >= 100 ? 0 : number >= 10 ? 1 : 2)) + " " + unit
    }
}

extension Substring {
    /// The digits behind a point, without the zeros at their end that aren't needed; empty if nothing is left.
    fileprivate func asDecimals(atLeast least: Int) -> String {
        var digits = self
        while digits.count > least, digits.last == "0" { digits.removeLast() }
        return digits.isEmpty ? "" : "." + digits
    }
}

extension Int {
    /// The number of bytes in the unit that suits it, cut off and not rounded: `7 bytes`, `1.5 KiB`, `12 KiB`.
    public var bytesInWords: String {
        func tenths(_ unit: Int) -> String { "\(self / unit).\(self % unit * 10 / unit)" }
        return switch self {
        case ..<1024: of("byte")
        case ..<(10 << 10): tenths(1 << 10) + " KiB"
        case ..<(1 << 20): "\(self >> 10) KiB"
        default: tenths(1 << 20) + " MiB"
        }
    }

    /// Returns the number with a noun: `1 command`, `2 commands`, `3 entries`.
    public func of(_ noun: String) -> String {
        if self == 1 { return "1 \(noun)" }
        if noun.hasSuffix("ch") { return "\(self) \(noun)es" }
        return noun.hasSuffix("ry") ? "\(self) \(noun.dropLast())ies" : "\(self) \(noun)s"
    }
}
