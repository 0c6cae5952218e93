public import FoundationEssentials

/// A moment as people write it: an instant, or the beginning of a day wherever the person is.
public enum CivilMoment: Hashable, Sendable {
    /// The same moment everywhere.
    case instant(Date)
    /// A day of the Gregorian calendar, in days since January 1, 1970.
    case day(Int)

    /// Reads a moment such as `2026-11-01` or `2026-11-01T09:30:00.5+01:00`; nil for other text.
    ///
    /// It rejects days that don't exist; Foundation's parser reads the 30th of
    /// February as the 2nd of March.
    public init?(_ text: String) {
        var reader = DateReader(rest: text.utf8[...])
        guard let day = reader.day() else { return nil }
        if reader.rest.isEmpty {
            self = .day(day.number)
            return
        }
        guard reader.skip("T"), let time = reader.time(), let fraction = reader.fraction(),
            let offset = reader.offset(),
            reader.rest.isEmpty
        else { return nil }
        let seconds = day.number * 86_400 + time - offset
        self = .instant(Date(timeIntervalSince1970: Double(seconds) + fraction))
    }

    /// Returns whether the moment is at or before a date, for a person in a time zone.
    public func hasCome(at date: Date, in zone: CivilTimeZone) -> Bool {
        switch self {
        case .instant(let instant): date >= instant
        case .day(let day): date.localSeconds(in: zone) >= Double(day) * 86_400
        }
    }

    /// Returns whether the moment comes before another one, in some time zone at least.
    public func mayPrecede(_ other: CivilMoment) -> Bool {
        if case .day(let day) = self, case .day(let other) = other { return day < other }
        return instants.lowerBound < other.instants.upperBound
    }

    /// Returns the moment for people to read: a day as `2026-11-01`, an instant in their time zone.
    public func inWords(_ zone: CivilTimeZone) -> String {
        switch self {
        case .instant(let instant): instant.inWords(zone)
        case .day(let day): CivilDay(number: day).label
        }
    }

    /// The instants at which it comes: a day begins up to 14 hours earlier than in GMT, and 12 later.
    private var instants: ClosedRange<Date> {
        switch self {
        case .instant(let instant): return instant...instant
        case .day(let day):
            let midnight = Date(timeIntervalSince1970: Double(day) * 86_400)
            return (midnight - 50_400)...(midnight + 43_200)
        }
    }
}

extension Date {
    /// Returns the date to the second in a time zone, for people to read: `2026-11-01 01:00:00 UTC+01:00`.
    public func inWords(_ zone: CivilTimeZone) -> String {
        guard let local = CivilDay.parts(ofMilliseconds: (localSeconds(in: zone)).rounded(.down) * 1000) else {
            return "-"
        }
        let minutes = abs(zone.secondsFromGMT(for: self)) / 60
        let sign = zone.secondsFromGMT(for: self) < 0 ? "-" : "+"
        let offset = [minutes / 60, minutes % 60].map { CivilDay.padded($0, to: 2) }.joined(separator: ":")
        return "\(local.day) \(local.time) UTC" + (minutes == 0 ? "" : sign + offset)
    }

    /// The seconds since 1970 that a clock in a time zone shows.
    fileprivate func localSeconds(in zone: CivilTimeZone) -> Double {
        timeIntervalSince1970 + Double(zone.secondsFromGMT(for: self))
    }
}

/// A reader of the parts of a date, each of which ends where the next begins.
private struct DateReader {
    var rest: Substring.UTF8View

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest.removeFirst()
        return true
    }

    /// Reads a number of two or four digits below a limit.
    private mutating func number(_ digits: Int, below limit: Int = .max) -> Int? {
        let text = rest.prefix(digits)
        guard text.count == digits, text.allSatisfy({ 0x30...0x39 ~= $0 }), let number = Int(Substring(text)),
            number < limit
        else { return nil }
        rest.removeFirst(digits)
        return number
    }

    mutating func day() -> CivilDay? {
        guard let year = number(4), skip("-"), let month = number(2), skip("-"), let day = number(2) else { return nil }
        return CivilDay(year: year, month: month, day: day)
    }

    /// Reads a time of day in seconds.
    mutating func time() -> Int? {
        guard let hour = number(2, below: 24), skip(":"), let minute = number(2, below: 60), skip(":"),
            let second = number(2, below: 60)
        else { return nil }
        return hour * 3600 + minute * 60 + second
    }

    mutating func fraction() -> Double? {
        guard skip(".") || skip(",") else { return 0 }
        let digits = rest.prefix { 0x30...0x39 ~= $0 }
        rest.removeFirst(digits.count)
        return digits.isEmpty ? nil : Double("0." + Substring(digits))
    }

    /// Reads the seconds by which the time is ahead of GMT.
    mutating func offset() -> Int? {
        if skip("Z") { return 0 }
        let isBehind = skip("-")
        guard isBehind || skip("+"), let hours = number(2, below: 24) else { return nil }
        var minutes = 0
        if !rest.isEmpty {
            _ = skip(":")
            guard let number = number(2, below: 60) else { return nil }
            minutes = number
        }
        return (hours * 3600 + minutes * 60) * (isBehind ? -1 : 1)
    }
}
