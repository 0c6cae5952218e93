import FoundationEssentials

extension Date {
    /// Reads a date such as `2026-11-01`, `2026-11-01T09:30:00Z` or `2026-11-01T09:30:00.5+01:00`.
    ///
    /// A day without a time means midnight in UTC. Unlike Foundation's parser,
    /// which reads the 30th of February as the 2nd of March, it rejects days that
    /// don't exist.
    init?(iso8601 text: String) {
        let form =
            #/
            ([0-9]{4}) - ([0-9]{2}) - ([0-9]{2})
            (?: T ([0-9]{2}) : ([0-9]{2}) : ([0-9]{2}) (?: [.,] ([0-9]+))? (?: Z | ([+-]) ([0-9]{2}) (?: :? ([0-9]{2}))?))?
            /#
        guard let parts = try? form.wholeMatch(in: text)?.output, let year = Int(parts.1), let month = Int(parts.2),
            let day = Int(parts.3), (1...12).contains(month)
        else { return nil }
        func number(_ part: Substring?) -> Int { part.flatMap { Int($0) } ?? 0 }
        let first = Date.daysSince1970(year, month)
        let days = Date.daysSince1970(month == 12 ? year + 1 : year, month % 12 + 1) - first
        let (hour, minute, second) = (number(parts.4), number(parts.5), number(parts.6))
        let (hoursAhead, minutesAhead) = (number(parts.9), number(parts.10))
        guard (1...days).contains(day), max(hour, hoursAhead) < 24, max(minute, second, minutesAhead) < 60 else {
            return nil
        }
        let offset = (hoursAhead * 3600 + minutesAhead * 60) * (parts.8 == "-" ? -1 : 1)
        let seconds = (first + day - 1) * 86_400 + hour * 3600 + minute * 60 + second - offset
        let fraction = parts.7.flatMap { Double("0.\($0)") } ?? 0
        self.init(timeIntervalSince1970: Double(seconds) + fraction)
    }

    /// The date to the minute for people to read: `2026-11-01 00:00 UTC`.
    var inUTC: String {
        let text = formatted(.iso8601)
        return text.dropLast(":00Z".count).replacing("T", with: " ") + " UTC"
    }

    /// The date to the second for people to read: `2026-11-01 00:00:00 UTC`.
    var inUTCWithSeconds: String {
        formatted(.iso8601).replacing("T", with: " ").replacing("Z", with: " UTC")
    }

    private static func daysSince1970(_ year: Int, _ month: Int) -> Int {
        // Years begin in March here, so that the leap day is the last one.
        let year = month < 3 ? year + 399 : year + 400
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5
        return 365 * year + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468 - 146_097
    }
}
