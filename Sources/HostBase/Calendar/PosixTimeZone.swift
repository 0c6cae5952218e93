/// A time zone in the form of POSIX, such as `CET-1CEST,M3.5.0,M10.5.0/3`.
struct PosixTimeZone: Hashable, Sendable {
    /// The offset outside daylight saving, in seconds east of GMT.
    let standard: Int

    private let summer: Summer?

    private struct Summer: Hashable {
        let offset: Int
        let start: YearlyMoment
        let end: YearlyMoment
    }

    /// Creates a zone from its text; nil if the text is something else.
    init?(_ text: String) {
        var scanner = ZoneScanner(rest: text[...])
        guard scanner.skipName(), let west = scanner.offset() else { return nil }
        standard = -west
        guard scanner.skipName() else {
            guard scanner.rest.isEmpty else { return nil }
            summer = nil
            return
        }
        let offset = scanner.rest.first == "," || scanner.rest.isEmpty ? standard + 3_600 : scanner.offset().map(-)
        guard let offset else { return nil }
        if scanner.rest.isEmpty { scanner.rest = ",M3.2.0,M11.1.0" }
        guard scanner.skip(","), let start = scanner.moment(), scanner.skip(","), let end = scanner.moment(),
            scanner.rest.isEmpty
        else { return nil }
        summer = Summer(offset: offset, start: start, end: end)
    }

    /// Returns the offset at a moment, which is in seconds since 1970.
    func offset(at moment: Int) -> Int {
        guard let summer else { return standard }
        let local = moment + standard
        let year = CivilDay(number: CivilDay.floorDivide(local, by: 86_400)).year
        let start = summer.start.seconds(in: year) - standard
        let end = summer.end.seconds(in: year) - summer.offset
        // South of the equator, summer spans the turn of the year.
        let isSummer = start < end ? start <= moment && moment < end : moment < end || start <= moment
        return isSummer ? summer.offset : standard
    }
}

/// A day of each year, and a time of that day in seconds.
private struct YearlyMoment: Hashable {
    enum Day: Hashable {
        /// The day of the year, counted from 1 without the leap day.
        case julian(Int)
        /// The day of the year, counted from 0 with the leap day.
        case ordinal(Int)
        /// The nth such weekday of a month; Sunday is 0, and the fifth week is the last.
        case weekday(month: Int, week: Int, weekday: Int)
    }

    let day: Day
    let time: Int

    /// Returns the local moment in a year, as if the place had no offset.
    func seconds(in year: Int) -> Int {
        dayNumber(in: year) * 86_400 + time
    }

    private func dayNumber(in year: Int) -> Int {
        let newYear = CivilDay.number(year: year, month: 1, day: 1)
        switch day {
        case .julian(let day):
            let march = CivilDay.number(year: year, month: 3, day: 1)
            let isLeap = march - newYear == 60
            return newYear + day - 1 + (isLeap && day >= 60 ? 1 : 0)
        case .ordinal(let day):
            return newYear + day
        case .weekday(let month, let week, let weekday):
            let first = CivilDay.number(year: year, month: month, day: 1)
            let next = CivilDay.number(year: month == 12 ? year + 1 : year, month: month % 12 + 1, day: 1)
            // Day 0 was a Thursday, four days after Sunday.
            let firstWeekday = ((first + 4) % 7 + 7) % 7
            let day = first + (weekday - firstWeekday + 7) % 7 + (week - 1) * 7
            return day < next ? day : day - 7
        }
    }
}

/// A scanner for the parts of a POSIX zone.
private struct ZoneScanner {
    var rest: Substring

    mutating func skip(_ character: Character) -> Bool {
        guard rest.first == character else { return false }
        rest.removeFirst()
        return true
    }

    /// Skips an abbreviation: at least three letters, or anything between `<` and `>`.
    mutating func skipName() -> Bool {
        if rest.first == "<" {
            guard let end = rest.firstIndex(of: ">") else { return false }
            rest = rest[rest.index(after: end)...]
            return true
        }
        let letters = rest.prefix { $0.isASCII && $0.isLetter }
        guard letters.count >= 3 else { return false }
        rest = rest.dropFirst(letters.count)
        return true
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int? {
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        guard digits.count <= 3, let value = Int(digits), range.contains(value) else { return nil }
        rest = rest.dropFirst(digits.count)
        return value
    }

    /// Reads a time or an offset in seconds, such as `2`, `-1`, `5:30` or `+3:00:00`.
    mutating func offset() -> Int? {
        let isNegative = skip("-")
        if !isNegative { _ = skip("+") }
        guard var seconds = number(0...167).map({ $0 * 3_600 }) else { return nil }
        for unit in [60, 1] where skip(":") {
            guard let part = number(0...59) else { return nil }
            seconds += part * unit
        }
        return isNegative ? -seconds : seconds
    }

    mutating func moment() -> YearlyMoment? {
        guard let day = day() else { return nil }
        guard skip("/") else { return YearlyMoment(day: day, time: 7_200) }
        return offset().map { YearlyMoment(day: day, time: $0) }
    }

    private mutating func day() -> YearlyMoment.Day? {
        if skip("J") { return number(1...365).map { .julian($0) } }
        guard skip("M") else { return number(0...365).map { .ordinal($0) } }
        guard let month = number(1...12), skip("."), let week = number(1...5), skip("."),
            let weekday = number(0...6)
        else { return nil }
        return .weekday(month: month, week: week, weekday: weekday)
    }
}
