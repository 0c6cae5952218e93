import FoundationEssentials
import HostRuntime

/// The choice of the creative to show, with a reason against each other one.
///
/// An edition is one version of a feed. The choice is made from the newest
/// edition that has a ready creative. An edition in which no creative is within
/// its dates and caps ends the search: the advertiser withdrew what came before.
/// Dates and caps in a newer edition also apply to older versions of a creative.
/// Among several creatives, `CreativeTurns` decides.
struct CreativeChoice: Hashable, Sendable {
    /// The state of a creative's files.
    enum Readiness: Hashable, Sendable {
        /// All files are in the cache, or there are none.
        case ready
        /// At least one file has not been fetched.
        case missing
        /// A file can't be used, for a reason such as "it is not a PNG file".
        case refused(String)
        /// The files exceed the budget, for a reason such as "today's 32 MiB are spent".
        case leftOut(String)

        fileprivate func unless(_ isTried: Bool) -> Readiness {
            switch self {
            case .ready, .missing: isTried ? .refused("it could not be read in time") : self
            case .refused, .leftOut: self
            }
        }
    }

    /// A reason against a creative.
    struct Reason: Hashable, Sendable, CustomStringConvertible {
        let id: String
        let reason: String

        var description: String { "'\(id)': \(reason)" }
    }

    /// The creative that can be shown now, if any.
    private(set) var chosen: SplashCreative?

    /// The creative whose turn it is, if it is worth waiting for.
    ///
    /// Nil if there is no time to wait, or if the creative whose turn it is is
    /// ready. If it doesn't arrive in time, `chosen` is shown instead.
    private(set) var wanted: SplashCreative?

    /// The creatives that `chosen` was chosen from, itself included.
    private var chosenPool: [SplashCreative] = []
    /// The creatives that `wanted` was chosen from, itself included.
    private var wantedPool: [SplashCreative] = []

    /// The reasons against the other creatives, one for each id: the newest edition first, in the order of the feed.
    private(set) var reasons: [Reason] = []

    /// Chooses from editions, the newest first.
    ///
    /// The tally of a creative goes by its id. A creative that was tried is left out, even if its files seem ready.
    init(
        among editions: [[SplashCreative]],
        at date: Date,
        in zone: CivilTimeZone,
        canWait: Bool,
        tried: Set<SplashCreative> = [],
        tally: (String) -> CreativeTally,
        readiness: (SplashCreative) -> Readiness
    ) {
        var barred: [String: String] = [:]
        var isOver = false
        for (index, edition) in editions.enumerated() {
            guard !isOver else {
                for creative in edition { add(creative.id, "it belongs to an older feed") }
                continue
            }
            let standings = edition.map { creative in
                let readiness = readiness(creative).unless(tried.contains(creative))
                return Standing(creative, tally(creative.id), date, zone, barred: barred[creative.id], readiness)
            }
            for standing in standings { barred[standing.id] = barred[standing.id] ?? standing.rule }
            let ready = standings.filter(\.isReady).map(\.turn)
            chosen = CreativeTurns(ready).due
            chosenPool = ready.map(\.creative)
            if canWait, index == 0 {
                let possible = standings.filter { $0.isReady || $0.isMissing }.map(\.turn)
                let due = CreativeTurns(possible).due
                wanted = due == chosen ? nil : due
                wantedPool = possible.map(\.creative)
            }
            for standing in standings where standing.id != chosen?.id {
                add(standing.id, standing.reason(due: chosen?.id ?? ""))
            }
            isOver = chosen != nil || standings.allSatisfy { $0.rule != nil }
        }
    }

    /// Returns the creatives that share turns with a chosen creative.
    func pool(of creative: SplashCreative) -> [SplashCreative] {
        creative == wanted ? wantedPool : creative == chosen ? chosenPool : [creative]
    }

    private mutating func add(_ id: String, _ reason: String) {
        guard id != chosen?.id, !reasons.contains(where: { $0.id == id }) else { return }
        reasons.append(Reason(id: id, reason: reason))
    }

    /// The standing of one creative of an edition.
    private struct Standing {
        let turn: CreativeTurns.Turn
        private let total: Int
        let rule: String?
        private let readiness: Readiness

        init(
            _ creative: SplashCreative,
            _ tally: CreativeTally,
            _ date: Date,
            _ zone: CivilTimeZone,
            barred: String?,
            _ readiness: Readiness
        ) {
            rule = barred ?? creative.rule(against: date, in: zone, tally)
            self.readiness = readiness
            total = tally.total
            turn = CreativeTurns.Turn(creative: creative, credit: tally.credit, isReady: readiness == .ready)
        }

        var id: String { turn.creative.id }
        var isReady: Bool { rule == nil && readiness == .ready }
        var isMissing: Bool { rule == nil && readiness == .missing }

        func reason(due: String) -> String {
            if let rule { return rule }
            switch readiness {
            case .missing: return "its picture has not been fetched yet"
            case .refused(let reason): return "its picture was refused: \(reason)"
            case .leftOut(let reason): return "its picture is left out: \(reason)"
            case .ready:
                return "shown \(total.times) with a weight of \(turn.creative.weight); it is the turn of '\(due)'"
            }
        }
    }
}

extension SplashCreative {
    /// The reason in its weight, dates or caps against showing it, if any.
    fileprivate func rule(against date: Date, in zone: CivilTimeZone, _ tally: CreativeTally) -> String? {
        if weight == 0 { return "paused: its weight is 0" }
        if let validFrom, !validFrom.hasCome(at: date, in: zone) { return "not before \(validFrom.inWords(zone))" }
        if let validUntil, isOver(at: date, in: zone) { return "over since \(validUntil.inWords(zone))" }
        if let dailyCap, tally.today >= dailyCap {
            return "shown \(tally.today) of \(dailyCap) times today"
        }
        if let totalCap, tally.total >= totalCap {
            return "shown \(tally.total) of \(totalCap) times"
        }
        if let secondsBetweenShows, let since = tally.sinceShown, since <= Double(secondsBetweenShows) {
            return "shown \(Duration.seconds(since).inTenths) s ago; more than \(secondsBetweenShows) s needed"
        }
        return nil
    }
}

/// The number of times a creative was shown, and its credit.
struct CreativeTally: Hashable, Sendable {
    var today = 0
    var total = 0
    var sinceShown: Double?
    var credit = 0.0
}
