import FoundationEssentials
import HostRuntime

/// The budget for fetching pictures, which lasts for a day and is shared by all programs on one state.
///
/// All received bytes count: those of heads, redirects and failed requests, too.
/// The feed's own count, but don't need a part of the budget. Each request is
/// allotted a part of what is left and returns what it did not use, so that all
/// requests together never exceed the budget, whatever a server sends. While
/// requests are open, the store has a claim for their parts, which other programs
/// respect. A claim expires, so that a program that was killed blocks no one for
/// long.
@MainActor final class FetchBudget {
    /// The number of bytes per day.
    var bytes = 0

    private let context: PluginContext

    // Kept, so that bytes that were fetched still count when the plugin has ended.
    private let store: KeyValueStore
    private var lastDate: Date

    /// The bytes of all open parts.
    private var allotted = 0
    /// The fetched bytes that are not in the store yet.
    private var unsaved = 0

    /// The bytes that other programs leave to this one, for open parts and for what is not in the store yet.
    private var claimed = 0
    private var claimEnd = Date.distantPast
    private let claimID: String
    private static var budgets = 0

    private var waiting: [CheckedContinuation<Void, Never>] = []

    private static let key = "fetched"
    private static let claimsKey = "fetching"

    /// The bytes that may be lost when the program is killed; writing the store for each picture would be slow.
    private static let unsavedLimit = 1 << 20

    /// The number of parts that are claimed at a time, for the same reason.
    private static let claimedParts = 4

    /// The seconds of a claim, twice the time limit of a request.
    private static let claimLength = 30.0

    init(context: PluginContext) {
        self.context = context
        store = context.storage.store
        lastDate = context.time.date
        FetchBudget.budgets += 1
        claimID = "\(ProcessInfo.processInfo.processIdentifier)-\(FetchBudget.budgets)"
    }

    var spent: Int { DailyBytes(store.value(FetchBudget.key), at: date).spent + unsaved }

    /// Returns a part for one request: as large as the limit, or what is left of the day.
    ///
    /// Waits while open parts leave less than the limit. Returns zero if nothing is left.
    func allot(atMost limit: Int) async -> Int {
        while true {
            guard !context.isClosed else { return 0 }
            claim(limit)
            let left = claimed - unsaved - allotted
            if left >= limit || allotted == 0 {
                let part = max(0, min(limit, left))
                allotted += part
                if allotted == 0 { save() }
                return part
            }
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    /// Returns a part, and counts the bytes of it that were used.
    func release(_ part: Int, used: Int) {
        allotted -= part
        unsaved += used
        if allotted == 0 || unsaved >= FetchBudget.unsavedLimit { save() }
        let waiting = waiting
        self.waiting = []
        for one in waiting { one.resume() }
    }

    /// Counts bytes that were fetched without a part of the budget.
    func charge(_ count: Int) {
        if count > 0 { release(0, used: count) }
    }

    private var date: Date {
        if !context.isClosed { lastDate = context.time.date }
        return lastDate
    }

    /// Claims enough for another part, as far as the day and other programs allow it.
    private func claim(_ limit: Int) {
        let date = date
        let needed = unsaved + allotted + limit
        let isValid = date <= claimEnd - FetchBudget.claimLength / 2
        guard claimed < needed || !isValid else { return }
        let end = date + FetchBudget.claimLength
        let (claim, isNew) = store.update { values in
            var claims = FetchClaims(values[FetchBudget.claimsKey], at: date)
            let others = claims.bytes(without: claimID)
            let left = bytes - DailyBytes(values[FetchBudget.key], at: date).spent - others
            // Half of what is left stays for other programs, unless one part needs it.
            let wanted = max(needed, min(FetchBudget.claimedParts * limit, left / 2))
            let claim = max(unsaved + allotted, min(wanted, left))
            // There is nothing more to claim, so the store stays as it is.
            if claim == claimed, isValid { return (claim, false) }
            claims.set(claim, for: claimID, until: end)
            values[FetchBudget.claimsKey] = claims.stored
            return (claim, true)
        }
        claimed = claim
        if isNew { claimEnd = end }
    }

    /// Counts the fetched bytes in the store, and ends the claim if no part is open.
    private func save() {
        let (date, count) = (date, unsaved)
        let rest = allotted == 0 ? 0 : max(0, claimed - count)
        guard count > 0 || claimed > 0 else { return }
        (unsaved, claimed) = (0, rest)
        store.update(summing: [FetchBudget.key]) { values in
            if count > 0 {
                var day = DailyBytes(values[FetchBudget.key], at: date)
                day.add(count)
                values[FetchBudget.key] = day.stored
            }
            var claims = FetchClaims(values[FetchBudget.claimsKey], at: date)
            claims.set(rest, for: claimID, until: claimEnd)
            values[FetchBudget.claimsKey] = claims.stored
        }
        if rest == 0 { claimEnd = .distantPast }
    }
}

/// The claims of programs that are fetching; a pure value that is stored while there are any.
struct FetchClaims: Hashable, Sendable {
    private struct Claim: Hashable, Sendable {
        let bytes: Int
        /// The end of the claim, in seconds since the reference date.
        let end: Double
    }

    private var claims: [String: Claim] = [:]

    /// The longest time until the end of a claim; a clock that was far ahead must not block anything.
    private static let longest = 60.0

    init(_ value: PlainValue?, at date: Date) {
        guard case .dictionary(let values) = value else { return }
        let now = date.timeIntervalSinceReferenceDate
        for (id, value) in values {
            guard let bytes = value["bytes"]?.intValue, bytes > 0, let end = value["until"]?.doubleValue,
                end > now, end <= now + FetchClaims.longest
            else { continue }
            claims[id] = Claim(bytes: min(bytes, 1 << 50), end: end)
        }
    }

    func bytes(without id: String) -> Int {
        claims.filter { $0.key != id }.reduce(0) { min($0 + $1.value.bytes, 1 << 50) }
    }

    /// Replaces a claim; zero bytes remove it.
    mutating func set(_ bytes: Int, for id: String, until end: Date) {
        claims[id] = bytes > 0 ? Claim(bytes: bytes, end: end.timeIntervalSinceReferenceDate) : nil
    }

    var stored: PlainValue? {
        guard !claims.isEmpty else { return nil }
        return .dictionary(claims.mapValues { claim in ["bytes": .int(claim.bytes), "until": .double(claim.end)] })
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
