package import FoundationEssentials

extension Date {
    /// The date in UTC to the millisecond, in RFC 3339: `2026-11-22T01:31:34.123Z`.
    package var stamp: String {
        let milliseconds = (timeIntervalSince1970 * 1000).rounded()
        // Further away than any real date; the day would overflow.
        guard milliseconds.magnitude < 1e15 else { return "-" }
        let day = CivilDay.floorDivide(Int(milliseconds), by: 86_400_000)
        let time = Int(milliseconds) - day * 86_400_000
        let fields = [(time / 3_600_000, 2), (time / 60_000 % 60, 2), (time / 1000 % 60, 2), (time % 1000, 3)]
        let digits = fields.map(CivilDay.padded)
        return "\(CivilDay(number: day).label)T\(digits[0]):\(digits[1]):\(digits[2]).\(digits[3])Z"
    }

    /// Reads a date such as `2026-11-21`, `2026-11-21T09:30:00Z` or `2026-11-21T09:30:00.250Z`; nil for other text.
    package init?(stamp text: String) {
        let full = text.contains("T") ? text : text + "T00:00:00Z"
        var whole = full
        var milliseconds = 0
        if let point = full.firstIndex(of: "."), full.hasSuffix("Z") {
            let places = full[full.index(after: point)...].dropLast()
            guard places.utf8.count == 3, places.allSatisfy(\.isNumber), let number = Int(places) else { return nil }
            milliseconds = number
            whole = full[..<point] + "Z"
        }
        // Written back, because the parser reads the 30th of February as the 2nd of March.
        guard let date = try? Date(whole, strategy: .iso8601), date.formatted(.iso8601) == whole else { return nil }
        self = Date(milliseconds: date.timeIntervalSince1970 * 1000 + Double(milliseconds))
    }

    /// The nearest date that `stamp` writes exactly.
    package var roundedToMilliseconds: Date { Date(milliseconds: (timeIntervalSince1970 * 1000).rounded()) }

    /// Creates a date from milliseconds since 1970, in one way, so that equal stamps are equal dates.
    private init(milliseconds: Double) {
        self.init(timeIntervalSince1970: milliseconds / 1000)
    }
}
