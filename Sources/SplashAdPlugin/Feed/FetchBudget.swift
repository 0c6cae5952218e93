import FoundationEssentials
import HostRuntime

/// The budget for fetching pictures, which lasts for a day and is shared by all programs on one state.
///
/// All received bytes count: those of heads, redirects and failed requests, too.
/// The feed's own count, but don't need a part of the budget. Each request is
/// allotted a part of what is left and returns what it did not use, so that the
/// requests of a program together never exceed the budget, whatever a server sends.
/// Of what another program is receiving at the moment it doesn't know: a commit for each
/// of many requests would hold up the frames, so the counts are stored when none is under way.
@MainActor final class FetchBudget {
    /// The number of bytes per day.
    var bytes = 0

    private let context: PluginContext

    // Kept, so that bytes that were fetched still count when the plugin has ended.
    private let store: KeyValueStore
    private var lastDate: Date

    /// The bytes of all open parts.
    private var allotted = 0
    /// The counted bytes that aren't stored yet.
    private var unsaved = 0

    private var waiting: [CheckedContinuation<Void, Never>] = []

    static let key = "fetched"

    init(context: PluginContext) {
        self.context = context
        store = context.storage.store
        lastDate = context.time.date
    }

    var spent: Int { DailyBytes(store.value(FetchBudget.key), at: date).spent + unsaved }

    /// Returns a part for one request: as large as the limit, or what is left of the day.
    ///
    /// Waits while open parts leave less than the limit. Returns zero if nothing is left.
    func allot(atMost limit: Int) async -> Int {
        while true {
            guard !context.isClosed else { return 0 }
            let left = bytes - spent - allotted
            if left >= limit || allotted == 0 {
                let part = max(0, min(limit, left))
                allotted += part
                return part
            }
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    /// Returns a part, and counts the bytes of it that were used.
    func release(_ part: Int, used: Int) {
        allotted -= part
        charge(used)
        if allotted == 0, unsaved > 0 { store.update(summing: [FetchBudget.key]) { save(in: &$0) } }
        let waiting = waiting
        self.waiting = []
        for one in waiting { one.resume() }
    }

    /// Counts fetched bytes, with or without a part of the budget.
    func charge(_ count: Int) { unsaved += max(0, count) }

    /// Puts the counts into the values of the store.
    func save(in values: inout [String: PlainValue]) {
        guard unsaved > 0 else { return }
        var day = DailyBytes(values[FetchBudget.key], at: date)
        day.add(unsaved)
        values[FetchBudget.key] = day.stored
        unsaved = 0
    }

    private var date: Date {
        if !context.isClosed { lastDate = context.time.date }
        return lastDate
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
