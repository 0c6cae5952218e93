/// A period of the calendar in which executions are counted.
public enum CalendarPeriod: String, Hashable, Sendable, CaseIterable {
    /// A day from midnight to midnight.
    case day
    /// An ISO 8601 week from Monday to Sunday.
    case week
    /// A Gregorian month.
    case month

    /// Returns the index of the period that contains a moment; consecutive periods have consecutive indices.
    ///
    /// The moment is in seconds since the reference date; index 0 is in 1970.
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

    /// Returns the ISO 8601 name of a period: `2025-11-01`, `2025-W44` or `2025-11`.
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

    /// The greatest length of such a period in seconds, with an hour for daylight saving.
    var longest: Double {
        switch self {
        case .day: 25 * 3_600
        case .week: 7 * 86_400 + 3_600
        case .month: 31 * 86_400 + 3_600
        }
    }
}
