import FoundationEssentials
import HostRuntime

/// The person's date and time zone at one moment, to show times and dates as a clock on the wall does; a pure value.
struct PersonsClock: Hashable, Sendable {
    let now: Date
    let zone: CivilTimeZone

    /// The date at which the host started, as the clock is now.
    private let start: Date

    /// Creates the clock at a date, some time after the host has started.
    init(now: Date, after time: Duration, zone: CivilTimeZone) {
        self.now = now
        self.zone = zone
        start = now - time.seconds
    }

    @MainActor init(_ time: PluginTime) {
        self.init(now: time.date, after: time.now, zone: time.timeZone)
    }

    /// Returns a time of the host's clock for a list: to the millisecond if it's of today.
    func text(_ time: Duration) -> String { text(start + time.seconds, milliseconds: true) }

    /// Returns a time of the host's clock with its date and the offset of the time zone.
    func longText(_ time: Duration) -> String { (start + time.seconds).inWords(zone) }

    /// Returns a date for a list: `14:03:12` today, `11-26 14:03` in this year, and `2025-11-26` in another.
    func text(_ date: Date, milliseconds: Bool = false) -> String {
        let parts = date.inWords(zone).split(separator: " ")
        let today = now.inWords(zone).prefix { $0 != " " }
        guard parts.count > 1 else { return "-" }
        let (day, time) = (parts[0], parts[1])
        guard day == today else {
            return day.prefix(5) == today.prefix(5) ? "\(day.dropFirst(5)) \(time.dropLast(3))" : "\(day)"
        }
        guard milliseconds else { return String(time) }
        let seconds = date.timeIntervalSince1970
        // A little more, because 0.3 from a binary number is a little less.
        let fraction = Int(((seconds - seconds.rounded(.down)) * 1000 + 0.001).rounded(.down))
        return "\(time).\("\(1000 + min(fraction, 999))".dropFirst())"
    }
}
