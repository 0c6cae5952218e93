import FoundationEssentials
import HostRuntime

/// What was shown, by day and creative; a pure value.
///
/// A day is the person's, as the calendar showed it when the advertisement appeared.
/// A presentation counts on that day, whenever it ends. Days are numbered from
/// January 1, 1970, as those of `CivilMoment`.
struct SplashReport: Hashable, Sendable {
    private(set) var days: [Int: [String: SplashCounts]] = [:]

    /// The first wrong record in a sentence; nil if there was none.
    private(set) var problem: String?

    /// The number of days that a report covers, the present one included.
    static let length = 400

    /// What stands in for a creative where none has appeared.
    static let none = "(none)"
    /// What stands in for the creatives of a day beyond the most that it may have.
    static let others = "(others)"

    /// The most creatives of a day: two whole feeds.
    static let mostCreatives = 64

    /// The days that one store of the ring has.
    static let daysOfStore = 32
    /// The most days in one store: those of its turn, and some that a wrong clock has made.
    static let mostDays = 40
    /// The number of stores in the ring, which have more days together than a report covers.
    static let stores = 16

    // MARK: - Reading

    /// Creates a report from the values of stores, without the days before one; wrong records are ignored.
    init(_ stores: [[String: PlainValue]] = [], since oldest: Int = 0) {
        for case let stored? in stores.map({ $0[SplashReport.key] }) {
            guard case .dictionary(let days) = stored else {
                ignore("'\(SplashReport.key)'")
                continue
            }
            for (label, creatives) in days.sorted(by: { $0.key < $1.key }) { read(creatives, of: label) }
        }
        days = days.filter { $0.key >= oldest }
    }

    private mutating func read(_ creatives: PlainValue, of label: String) {
        guard let day = SplashReport.day(labelled: label), case .dictionary(let creatives) = creatives else {
            return ignore("the record \(label.quoted)")
        }
        for (creative, stored) in creatives.sorted(by: { $0.key < $1.key }) {
            guard SplashReport.isName(creative), let counts = SplashCounts(stored) else {
                ignore("the record of \(creative.quoted) on \(label)")
                continue
            }
            days[day, default: [:]][creative, default: SplashCounts()] += counts
        }
    }

    private mutating func ignore(_ subject: String) {
        problem = problem ?? "\(subject) in the report's store has another form, so the report leaves it out"
    }

    private static func isName(_ text: String) -> Bool {
        SplashCreative.isID(text) || text == none || text == others
    }

    /// A day's counts of one creative.
    struct Row: Hashable, Sendable {
        let day: Int
        let creative: String
        let counts: SplashCounts
    }

    /// Returns the counts of some days, in the order of the days and then of the creatives.
    func rows(of range: ClosedRange<Int>) -> [Row] {
        days.filter { range.contains($0.key) }.sorted { $0.key < $1.key }.flatMap { day, creatives in
            creatives.sorted { $0.key < $1.key }.map { Row(day: day, creative: $0.key, counts: $0.value) }
        }
    }

    // MARK: - Writing

    /// The key of the counts, whose numbers add up with those of other processes.
    static let key = "days"

    /// Returns the number of the store that has a day.
    static func store(of day: Int) -> Int { (day / daysOfStore) % stores }

    /// Adds counts of a creative to the values of the store of a day, and drops the oldest days of too many.
    static func add(
        _ counts: SplashCounts,
        of creative: String,
        on day: Int,
        to values: inout [String: PlainValue]
    ) {
        var days = dictionary(values[key])
        var creatives = dictionary(days[label(day)])
        let isOver = creatives[creative] == nil && creatives.count >= mostCreatives && SplashCreative.isID(creative)
        let name = isOver ? others : creative
        creatives[name] = counts.added(to: creatives[name])
        days[label(day)] = .dictionary(creatives)
        // No clock has a say in this: a wrong one would drop what is still needed.
        if days.count > mostDays {
            let known = days.keys.filter { SplashReport.day(labelled: $0) != nil }
            for old in known.sorted().dropLast(mostDays) { days[old] = nil }
        }
        values[key] = .dictionary(days)
    }

    private static func dictionary(_ value: PlainValue?) -> [String: PlainValue] {
        if case .dictionary(let values)? = value { values } else { [:] }
    }

    // MARK: - Days

    /// Returns the day of a date where a person is, from 1970 to 9999.
    static func day(of date: Date, in zone: CivilTimeZone) -> Int {
        let seconds = date.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: date))
        return Int(min(max(0, (seconds / 86_400).rounded(.down)), 2_932_896))
    }

    /// The name of a day, such as `2026-11-01`.
    static func label(_ day: Int) -> String { CivilMoment.day(day).inWords(.gmt) }

    private static func day(labelled text: String) -> Int? {
        if case .day(let day)? = CivilMoment(text) { day } else { nil }
    }

    /// Reads a day: `today`, `yesterday`, `2026-11-01`, or a moment, which stands for its day; nil for other text.
    static func day(_ text: String, today: Int, in zone: CivilTimeZone) -> Int? {
        switch text {
        case "today": return today
        case "yesterday": return today - 1
        default: break
        }
        return switch CivilMoment(text) {
        case .day(let day): day
        case .instant(let date): day(of: date, in: zone)
        case nil: nil
        }
    }

    /// The rule for the text of a day, as it follows the name of a parameter.
    static let dayRule =
        "must be a day such as 2026-11-01, 'today' or 'yesterday', or a moment of it such as 2026-11-01T09:30:00Z"
}
