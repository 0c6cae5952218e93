package import FoundationEssentials

extension Date {
    /// The date in UTC to the millisecond, in RFC 3339: `2026-11-22T01:31:34.123Z`.
    package var stamp: String {
        guard let (day, time, milliseconds) = CivilDay.parts(ofMilliseconds: (timeIntervalSince1970 * 1000).rounded())
        else { return "-" }
        return "\(day)T\(time).\(CivilDay.padded(milliseconds, to: 3))Z"
    }

    /// Reads a date to the millisecond, as `CivilMoment` does; a day begins in GMT.
    package init?(stamp text: String) {
        switch CivilMoment(text) {
        case .instant(let date): self = date.roundedToMilliseconds
        case .day(let day): self.init(timeIntervalSince1970: Double(day) * 86_400)
        case nil: return nil
        }
    }

    /// The nearest date that `stamp` writes exactly.
    package var roundedToMilliseconds: Date {
        Date(timeIntervalSince1970: (timeIntervalSince1970 * 1000).rounded() / 1000)
    }
}
