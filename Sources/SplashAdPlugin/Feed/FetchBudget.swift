import FoundationEssentials
import HostRuntime

/// Lets pictures be fetched for as long as the day's budget lasts, several at a time.
///
/// Each request is given a part of what is left and returns what it did not
/// use, so that all together never take more, whatever a server sends.
@MainActor final class FetchBudget {
    /// The number of bytes per day.
    var bytes = 0

    private let context: PluginContext
    private var allotted = 0

    /// What was fetched and not written down yet.
    private var unsaved = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []

    private static let key = "fetched"

    /// How much may be lost when the program is killed; a write for each picture would cost more than it.
    private static let unsavedLimit = 1 << 20

    init(context: PluginContext) {
        self.context = context
    }

    /// What was fetched today.
    var spent: Int { DailyBytes(context.memory.store.value(FetchBudget.key), at: context.time.date).spent + unsaved }

    /// Takes a part for one request, as large as it may become, or what is left of the day where that is less.
    ///
    /// It waits while others have taken so much that less would be left for it. None is left where it is zero.
    func allot(atMost limit: Int) async -> Int {
        while true {
            let left = bytes - spent - allotted
            if left >= limit || allotted == 0 {
                let part = max(0, min(limit, left))
                allotted += part
                return part
            }
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    /// Returns a part, and counts what was fetched of it.
    func settle(_ part: Int, used: Int) {
        allotted -= part
        unsaved += used
        if unsaved > 0, allotted == 0 || unsaved >= FetchBudget.unsavedLimit { save() }
        let waiting = waiting
        self.waiting = []
        for one in waiting { one.resume() }
    }

    private func save() {
        let (date, count) = (context.time.date, unsaved)
        unsaved = 0
        context.memory.store.update { values in
            var day = DailyBytes(values[FetchBudget.key], at: date)
            day.add(count)
            values[FetchBudget.key] = day.stored
        }
    }
}

/// The number of bytes fetched on a day of UTC; a pure value that is stored between runs.
struct DailyBytes: Hashable, Sendable {
    private var day: Int
    private var bytes: Int

    /// Reads the stored value at a date; any other value counts as none.
    init(_ value: PlainValue?, at date: Date) {
        let today = DailyBytes.day(of: date)
        // A clock set back by a day grants nothing; one that was far ahead blocks nothing.
        day = value?["\(today + 1)"] == nil ? today : today + 1
        bytes = min(max(0, value?["\(day)"]?.intValue ?? 0), 1 << 50)
    }

    /// The bytes fetched since the day began.
    var spent: Int { bytes }

    mutating func add(_ count: Int) { bytes = min(bytes + min(max(0, count), 1 << 50), 1 << 50) }

    /// The bytes under their day, so that the fetches of two processes add up on the right day.
    var stored: PlainValue { .dictionary(["\(day)": .int(bytes)]) }

    private static func day(of date: Date) -> Int {
        let days = (date.timeIntervalSinceReferenceDate / 86_400).rounded(.down)
        return days.isFinite ? Int(min(max(days, -1e12), 1e12)) : 0
    }
}
