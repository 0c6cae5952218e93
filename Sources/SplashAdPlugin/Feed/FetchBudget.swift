import FoundationEssentials
import HostRuntime

/// The bytes fetched today, by all programs on one state: all that were received, those of failed requests, too.
///
/// They are stored when a series of requests has ended: a commit for each of many
/// requests would hold up the frames.
@MainActor final class FetchBudget {
    /// The bytes of a day after which nothing more is fetched ahead.
    var bytes = 0

    private let context: PluginContext
    private let store: KeyValueStore
    /// The counted bytes that aren't stored yet.
    private var unsaved = 0

    static let key = "fetched"

    init(context: PluginContext) {
        self.context = context
        store = context.storage.store
    }

    var spent: Int { DailyBytes(store.value(FetchBudget.key), at: context.time.date).spent + unsaved }

    /// Counts fetched bytes.
    func charge(_ count: Int) { unsaved += count }

    func save() {
        guard unsaved > 0, !context.isClosed else { return }
        let date = context.time.date
        store.update(summing: [FetchBudget.key]) { values in
            var day = DailyBytes(values[FetchBudget.key], at: date)
            day.add(unsaved)
            values[FetchBudget.key] = day.stored
        }
        unsaved = 0
    }
}

/// The number of bytes fetched on a day of UTC; a pure value that is stored between runs.
struct DailyBytes: Hashable, Sendable {
    private var day: Int
    /// The bytes fetched since the day began.
    private(set) var spent: Int

    /// Reads the stored value at a date; any other value counts as none.
    init(_ value: PlainValue?, at date: Date) {
        let today = DailyBytes.day(of: date)
        // A clock set back by a day grants nothing; one that was far ahead blocks nothing.
        day = value?["\(today + 1)"] == nil ? today : today + 1
        spent = min(max(0, value?["\(day)"]?.intValue ?? 0), 1 << 50)
    }

    mutating func add(_ count: Int) { spent = min(spent + min(max(0, count), 1 << 50), 1 << 50) }

    /// The bytes under their day, so that the fetches of two processes add up on the right day.
    var stored: PlainValue { .dictionary(["\(day)": .int(spent)]) }

    private static func day(of date: Date) -> Int {
        let days = (date.timeIntervalSinceReferenceDate / 86_400).rounded(.down)
        return days.isFinite ? Int(min(max(days, -1e12), 1e12)) : 0
    }
}
