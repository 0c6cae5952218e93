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
        case .week: floorDivide(day.number + 3, by: 7)
        case .month: day.year * 12 + day.month - 1
        }
    }

    /// The period as ISO 8601 writes it: `2025-11-01`, `2025-W44` or `2025-11`.
    func label(_ index: Int) -> String {
        switch self {
        case .day:
            let day = CivilDay(number: index)
            return "\(month(day.year, day.month))-\(padded(day.day, to: 2))"
        case .week:
            // The week belongs to the year that its Thursday is in.
            let thursday = CivilDay(number: index * 7)
            let firstThursday = CivilDay.number(year: thursday.year, month: 1, day: 1)
            let week = (thursday.number - firstThursday) / 7 + 1
            return "\(padded(thursday.year, to: 4))-W\(padded(week, to: 2))"
        case .month:
            let year = floorDivide(index, by: 12)
            return month(year, index - year * 12 + 1)
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

    private func month(_ year: Int, _ month: Int) -> String {
        "\(padded(year, to: 4))-\(padded(month, to: 2))"
    }
}

/// A day of the Gregorian calendar, which is taken to have always been in use.
struct CivilDay: Hashable, Sendable {
    /// The reference date, the start of 2001, in seconds since the start of 1970.
    static let referenceDate = 978_307_200.0

    /// The days since the first of January 1970.
    let number: Int
    /// The year.
    let year: Int
    /// The month, from 1.
    let month: Int
    /// The day of the month, from 1.
    let day: Int

    /// Creates the day with a number.
    init(number: Int) {
        // Years are taken to begin in March, so that the leap day comes last;
        // eras of 400 years are all alike.
        let shifted = number + 719_468
        let era = floorDivide(shifted, by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        self.number = number
        day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
        month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// The days since the first of January 1970 of a day.
    static func number(year: Int, month: Int, day: Int) -> Int {
        let marchYear = month <= 2 ? year - 1 : year
        let era = floorDivide(marchYear, by: 400)
        let yearOfEra = marchYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}

private func floorDivide(_ value: Int, by divisor: Int) -> Int {
    let quotient = value / divisor
    return value % divisor < 0 ? quotient - 1 : quotient
}

private func padded(_ value: Int, to width: Int) -> String {
    let digits = String(value.magnitude)
    return (value < 0 ? "-" : "") + String(repeating: "0", count: max(0, width - digits.count)) + digits
}
