internal import FoundationEssentials

extension Date {
    /// The date so much later, as exactly as a date can say it.
    ///
    /// A date counts seconds in binary, to about a ten-millionth. It is read to
    /// the microsecond, which is what was meant by it: 0.9 s after 12:00:00.1
    /// is 12:00:01, and not a little before.
    func adding(_ duration: Duration) -> Date {
        let microseconds = (timeIntervalSinceReferenceDate * 1e6).rounded()
        // Some thirty thousand years away there are no microseconds to be read.
        guard duration != .zero, microseconds.magnitude < 1e18 else { return addingTimeInterval(duration.seconds) }
        let (seconds, rest) = (Int128(microseconds) * 1_000_000_000_000 + duration.attoseconds)
            .quotientAndRemainder(dividingBy: 1_000_000_000_000_000_000)
        return Date(timeIntervalSinceReferenceDate: Double(seconds) + Double(rest) / 1e18)
    }
}
