import FoundationEssentials
import HostRuntime

/// How many bytes were fetched on a day of UTC; a pure value that is kept between runs.
struct DailyBytes: Hashable, Sendable {
    private var day: Int
    private var bytes: Int

    /// Reads what was kept, at a date; what is no record counts as none.
    init(_ value: PlainValue?, at date: Date) {
        let today = DailyBytes.day(of: date)
        // A clock that was set back by a day grants nothing; one that was far ahead blocks nothing.
        day = value?["\(today + 1)"] == nil ? today : today + 1
        bytes = min(max(0, value?["\(day)"]?.intValue ?? 0), 1 << 50)
    }

    /// What was fetched since the day began.
    var spent: Int { bytes }

    mutating func add(_ count: Int) { bytes = min(bytes + min(max(0, count), 1 << 50), 1 << 50) }

    /// The bytes under their day, so that what two processes have fetched adds up on the day it belongs to.
    var stored: PlainValue { .dictionary(["\(day)": .int(bytes)]) }

    private static func day(of date: Date) -> Int {
        let days = (date.timeIntervalSinceReferenceDate / 86_400).rounded(.down)
        return days.isFinite ? Int(min(max(days, -1e12), 1e12)) : 0
    }
}
