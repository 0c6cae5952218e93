import FoundationEssentials
import HostRuntime

/// Windows of the week where the person is, such as `mon-fri 08:00-18:00`; a pure value.
///
/// A window over midnight belongs to the day on which it begins. Its end isn't part
/// of it. Times are those of the person's clock: an hour that it skips in spring is
/// in no window, and one that it repeats in autumn is in one twice.
struct WeeklyHours: Hashable, Sendable, CustomStringConvertible {
    private let windows: [Window]

    /// The rule of a list of windows, which follows "is".
    static let rule = "a list of windows such as 'mon-fri 08:00-18:00', 'sat,sun' or '22:00-02:00'"
    /// The most windows of a feed's list.
    static let most = 32

    /// Reads windows, without those that are none.
    init(_ texts: [String]) {
        windows = texts.compactMap(Window.init)
    }

    static func isWindow(_ text: String) -> Bool { Window(text) != nil }

    /// Whether a date is in one of the windows, in a time zone; without a window every date is.
    func contains(_ date: Date, in zone: CivilTimeZone) -> Bool {
        let moment = Moment(date, in: zone)
        return windows.isEmpty || windows.contains { $0.contains(moment) }
    }

    /// Returns the windows and a date that is in none of them, as in `sat; now it's mon 09:12`.
    func without(_ date: Date, in zone: CivilTimeZone) -> String { "\(self); now it's \(Moment(date, in: zone))" }

    var description: String { windows.map(\.text).joined(separator: ", ") }

    private static let days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

    /// A minute of the week.
    private struct Moment: CustomStringConvertible {
        /// The day, counted from Monday, and the minute of it.
        let day: Int
        let minute: Int

        init(_ date: Date, in zone: CivilTimeZone) {
            let local = date.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: date))
            // Beyond any calendar there is no Monday; the first day of 1970 was a Thursday.
            let minutes = Int(min(max(-1e15, (local / 60).rounded(.down)), 1e15))
            let day = (minutes / 1440) - (minutes % 1440 < 0 ? 1 : 0)
            minute = minutes - day * 1440
            self.day = ((day + 3) % 7 + 7) % 7
        }

        var description: String { "\(WeeklyHours.days[day]) \(WeeklyHours.clock(minute))" }
    }

    private static func clock(_ minute: Int) -> String {
        [minute / 60, minute % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }

    /// A time of some days.
    private struct Window: Hashable, Sendable {
        let text: String
        private var days: Set<Int>
        /// The minutes of the day on which it begins; it may end on the next one.
        private var minutes: Range<Int>

        init?(_ text: String) {
            self.text = text
            var parts = text.lowercased().split(separator: " ", omittingEmptySubsequences: false)
            (days, minutes) = (Set(0..<7), 0..<1440)
            if let last = parts.last, let minutes = Window.minutes(last) {
                self.minutes = minutes
                parts.removeLast()
                if parts.isEmpty { return }
            }
            guard parts.count == 1, let days = Window.days(parts[0]) else { return nil }
            self.days = days
        }

        func contains(_ moment: Moment) -> Bool {
            days.contains(moment.day) && minutes.contains(moment.minute)
                || days.contains((moment.day + 6) % 7) && minutes.contains(moment.minute + 1440)
        }

        /// Reads days such as `mon-fri` or `sat,sun`.
        private static func days(_ text: Substring) -> Set<Int>? {
            var days: Set<Int> = []
            for part in text.split(separator: ",", omittingEmptySubsequences: false) {
                let ends = part.split(separator: "-", omittingEmptySubsequences: false)
                    .map { WeeklyHours.days.firstIndex(of: String($0)) }
                guard ends.count <= 2, let first = ends[0], let last = ends[ends.count - 1] else { return nil }
                // Such as `sat-mon`.
                days.formUnion((first...(last < first ? last + 7 : last)).map { $0 % 7 })
            }
            return days
        }

        /// Reads a time such as `08:00-18:00`; one that ends before it begins ends on the next day.
        private static func minutes(_ text: Substring) -> Range<Int>? {
            let ends = text.split(separator: "-", omittingEmptySubsequences: false).map(minute)
            guard ends.count == 2, let start = ends[0], let end = ends[1], start < 1440, start != end else {
                return nil
            }
            return start..<(end < start ? end + 1440 : end)
        }

        private static func minute(_ text: Substring) -> Int? {
            let digits = text.utf8.map { Int($0) - 48 }
            guard digits.count == 5, digits[2] == 10, [0, 1, 3, 4].allSatisfy({ 0...9 ~= digits[$0] }) else {
                return nil
            }
            let (hour, minute) = (digits[0] * 10 + digits[1], digits[3] * 10 + digits[4])
            guard minute < 60, hour < 24 || hour == 24 && minute == 0 else { return nil }
            return hour * 60 + minute
        }
    }
}
