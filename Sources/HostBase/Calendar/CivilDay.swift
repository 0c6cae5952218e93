/// A day of the Gregorian calendar, extended to all times.
package struct CivilDay: Hashable, Sendable {
    /// The reference date, the start of 2001, in seconds since 1970.
    package static let referenceDate = 978_307_200.0

    /// The number of days since January 1, 1970.
    package let number: Int
    package let year: Int
    /// The month, counted from 1.
    package let month: Int
    /// The day of the month, counted from 1.
    let day: Int

    package init(number: Int) {
        // Years that begin in March have the leap day at their end, and all eras
        // of 400 years are alike.
        let shifted = number + 719_468
        let era = CivilDay.floorDivide(shifted, by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        self.number = number
        day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
        month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// Creates the day with a date; nil if there is none.
    package init?(year: Int, month: Int, day: Int) {
        self.init(number: CivilDay.number(year: year, month: month, day: day))
        guard (self.year, self.month, self.day) == (year, month, day) else { return nil }
    }

    /// Returns the parts of a moment in milliseconds since 1970, such as `2025-11-01`, `09:30:00` and 250.
    ///
    /// They are nil further away than any real date, where the day would overflow.
    static func parts(ofMilliseconds milliseconds: Double) -> (day: String, time: String, milliseconds: Int)? {
        guard milliseconds.magnitude < 1e15 else { return nil }
        let day = floorDivide(Int(milliseconds), by: 86_400_000)
        let rest = Int(milliseconds) - day * 86_400_000
        let time = [rest / 3_600_000, rest / 60_000 % 60, rest / 1000 % 60].map { padded($0, to: 2) }
        return (CivilDay(number: day).label, time.joined(separator: ":"), rest % 1000)
    }

    /// The day in ISO 8601, such as `2025-11-01`.
    package var label: String { "\(CivilDay.label(year: year, month: month))-\(CivilDay.padded(day, to: 2))" }

    /// Returns a month in ISO 8601, such as `2025-11`.
    package static func label(year: Int, month: Int) -> String { "\(padded(year, to: 4))-\(padded(month, to: 2))" }

    package static func number(year: Int, month: Int, day: Int) -> Int {
        let marchYear = month <= 2 ? year - 1 : year
        let era = CivilDay.floorDivide(marchYear, by: 400)
        let yearOfEra = marchYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// Divides and rounds down, including for negative numbers.
    package static func floorDivide(_ value: Int, by divisor: Int) -> Int {
        let quotient = value / divisor
        return value % divisor < 0 ? quotient - 1 : quotient
    }

    /// Returns a number as text with at least `width` digits.
    package static func padded(_ value: Int, to width: Int) -> String {
        let digits = String(value.magnitude)
        return (value < 0 ? "-" : "") + String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
