import FoundationEssentials
import HostRuntime

/// A moment in a feed: an instant, or the beginning of a day wherever the person is.
enum AdMoment: Hashable, Sendable {
    case instant(Date)
    /// A day of the calendar, in days since 1970.
    case day(Int)

    /// Reads a moment such as `2026-11-01`, `2026-11-01T09:30:00Z` or `2026-11-01T09:30:00.5+01:00`.
    ///
    /// Unlike Foundation's parser, which reads the 30th of February as the 2nd of
    /// March, it rejects days that don't exist.
    init?(_ text: String) {
        let form =
            #/
            ([0-9]{4}) - ([0-9]{2}) - ([0-9]{2})
            (?: T ([0-9]{2}) : ([0-9]{2}) : ([0-9]{2}) (?: [.,] ([0-9]+))? (?: Z | ([+-]) ([0-9]{2}) (?: :? ([0-9]{2}))?))?
            /#
        guard let parts = try? form.wholeMatch(in: text)?.output, let year = Int(parts.1), let month = Int(parts.2),
            let day = Int(parts.3), (1...12).contains(month)
        else { return nil }
        func number(_ part: Substring?) -> Int { part.flatMap { Int($0) } ?? 0 }
        let first = AdMoment.daysSince1970(year, month)
        let days = AdMoment.daysSince1970(month == 12 ? year + 1 : year, month % 12 + 1) - first
        let (hour, minute, second) = (number(parts.4), number(parts.5), number(parts.6))
        let (hoursAhead, minutesAhead) = (number(parts.9), number(parts.10))
        guard (1...days).contains(day), max(hour, hoursAhead) < 24, max(minute, second, minutesAhead) < 60 else {
            return nil
        }
        guard parts.4 != nil else {
            self = .day(first + day - 1)
            return
        }
        let offset = (hoursAhead * 3600 + minutesAhead * 60) * (parts.8 == "-" ? -1 : 1)
        let seconds = (first + day - 1) * 86_400 + hour * 3600 + minute * 60 + second - offset
        let fraction = parts.7.flatMap { Double("0.\($0)") } ?? 0
        self = .instant(Date(timeIntervalSince1970: Double(seconds) + fraction))
    }

    /// Whether it is at or before a date, for a person in a time zone.
    func hasCome(at date: Date, in zone: CivilTimeZone) -> Bool {
        switch self {
        case .instant(let instant): date >= instant
        case .day(let day): date.localSeconds(in: zone) >= Double(day) * 86_400
        }
    }

    /// Whether it comes before another moment, in some time zone at least.
    func mayPrecede(_ other: AdMoment) -> Bool {
        if case .day(let day) = self, case .day(let other) = other { return day < other }
        return instants.lowerBound < other.instants.upperBound
    }

    /// The moment for people to read: a day as `2026-11-01`, an instant in their time zone.
    func inWords(_ zone: CivilTimeZone) -> String {
        switch self {
        case .instant(let instant): instant.inWords(zone)
        case .day(let day): String(Date(timeIntervalSince1970: Double(day) * 86_400).formatted(.iso8601).prefix(10))
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

    private static func daysSince1970(_ year: Int, _ month: Int) -> Int {
        // Years begin in March here, so that the leap day is the last one.
        let year = month < 3 ? year + 399 : year + 400
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5
        return 365 * year + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468 - 146_097
    }
}

extension Date {
    /// The date to the second in a time zone, for people to read: `2026-11-01 01:00:00 UTC+01:00`.
    func inWords(_ zone: CivilTimeZone) -> String {
        let local = Date(timeIntervalSince1970: localSeconds(in: zone)).formatted(.iso8601)
        let text = local.replacing("T", with: " ").replacing("Z", with: " UTC")
        let offset = zone.secondsFromGMT(for: self)
        guard offset != 0 else { return text }
        func twoDigits(_ number: UInt) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let minutes = offset.magnitude / 60
        return "\(text)\(offset < 0 ? "-" : "+")\(twoDigits(minutes / 60)):\(twoDigits(minutes % 60))"
    }

    /// The seconds since 1970 that a clock in a time zone shows.
    fileprivate func localSeconds(in zone: CivilTimeZone) -> Double {
        timeIntervalSince1970 + Double(zone.secondsFromGMT(for: self))
    }
}
