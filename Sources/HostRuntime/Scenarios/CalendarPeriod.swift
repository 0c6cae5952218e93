/// A stretch of the calendar that executions can be counted in.
public enum CalendarPeriod: String, Hashable, Sendable, CaseIterable {
    /// A day, from midnight to midnight.
    case day
    /// A week of ISO 8601, from Monday to Sunday.
    case week
    /// A month of the Gregorian calendar.
    case month

    /// The number of the period that holds a moment, counted from the year 1970.
    ///
    /// The moment is in seconds of the reference date. Consecutive periods have
    /// consecutive numbers.
    func index(of moment: Double, in timeZone: CivilTimeZone) -> Int {
        let since1970 = moment + CivilDay.referenceDate
        let local = since1970 + Double(timeZone.offset(at: since1970))
        return index(of: CivilDay(number: Int((local / 86_400).rounded(.down))))
    }

    private func index(of day: CivilDay) -> Int {
        switch self {
        case .day: day.number
        // Day 0 was a Thursday, so Monday of its week was day -3.
        case .week: CivilDay.floorDivide(day.number + 3, by: 7)
        case .month: day.year * 12 + day.month - 1
        }
    }

    /// The period as ISO 8601 writes it: `2025-11-01`, `2025-W44` or `2025-11`.
    func label(_ index: Int) -> String {
        switch self {
        case .day:
            return CivilDay(number: index).label
        case .week:
            // The week belongs to the year that its Thursday is in.
            let thursday = CivilDay(number: index * 7)
            let firstThursday = CivilDay.number(year: thursday.year, month: 1, day: 1)
            let week = (thursday.number - firstThursday) / 7 + 1
            return "\(CivilDay.padded(thursday.year, to: 4))-W\(CivilDay.padded(week, to: 2))"
        case .month:
            let year = CivilDay.floorDivide(index, by: 12)
            return CivilDay.label(year: year, month: index - year * 12 + 1)
        }
    }

    /// The longest that one such period can last, in seconds, with an hour for daylight saving.
    var longest: Double {
        switch self {
        case .day: 25 * 3_600
        case .week: 7 * 86_400 + 3_600
        case .month: 31 * 86_400 + 3_600
        }
    }
}
