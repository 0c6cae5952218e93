import FoundationEssentials

/// Which creative is to be shown, and of each other why not.
///
/// An edition is what a feed said at one time. The newest one with a creative
/// that is ready is shown from. The first one without any creative within its
/// dates and its cap ends the search: the advertiser withdrew what came before.
/// What a newer edition says of a creative's dates and cap holds for its older
/// versions, too. Among several it is the one whose turn it is: see `CreativeTurns`.
struct CreativeChoice: Hashable, Sendable {
    /// Whether all files that a creative takes are here.
    enum Readiness: Hashable, Sendable {
        /// They are, or it takes none.
        case ready
        /// One of them is not.
        case missing
        /// One of them is not what it should be: "it is no PNG file".
        case refused(String)
        /// They are more than may be fetched: "today's 32 MiB are spent".
        case leftOut(String)
    }

    /// Why a creative is not what is shown.
    struct Reason: Hashable, Sendable, CustomStringConvertible {
        let id: String
        let reason: String

        var description: String { "'\(id)': \(reason)" }
    }

    /// What can be shown now; nil for nothing.
    private(set) var chosen: SplashCreative?

    /// What is worth waiting for, since it is its turn; `chosen` is for when it does not arrive in time.
    ///
    /// Nil when there is no time to wait, or when it is the turn of one that is ready.
    private(set) var wanted: SplashCreative?

    /// Among whom `chosen` was chosen, itself included.
    private var chosenPool: [SplashCreative] = []

    /// Among whom `wanted` is next.
    private var wantedPool: [SplashCreative] = []

    /// Why the others are not shown: once for each id, the newest edition first, in the order of the feed.
    private(set) var reasons: [Reason] = []

    /// Chooses from editions, the newest first.
    ///
    /// How often a creative was shown is counted by its id.
    init(
        among editions: [[SplashCreative]],
        at date: Date,
        canWait: Bool,
        tally: (String) -> CreativeTally,
        readiness: (SplashCreative) -> Readiness
    ) {
        var barred: [String: String] = [:]
        var isOver = false
        for (index, edition) in editions.enumerated() {
            guard !isOver else {
                for creative in edition { tell(creative.id, "it is of an older feed") }
                continue
            }
            let standings = edition.map { creative in
                Standing(creative, tally(creative.id), date, barred: barred[creative.id], readiness)
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
                tell(standing.id, standing.reason(due: chosen?.id ?? ""))
            }
            isOver = chosen != nil || standings.allSatisfy { $0.rule != nil }
        }
    }

    /// Among whom a creative that was chosen here has its turn.
    func pool(of creative: SplashCreative) -> [SplashCreative] {
        creative == wanted ? wantedPool : creative == chosen ? chosenPool : [creative]
    }

    private mutating func tell(_ id: String, _ reason: String) {
        guard id != chosen?.id, !reasons.contains(where: { $0.id == id }) else { return }
        reasons.append(Reason(id: id, reason: reason))
    }

    /// What holds for one creative of an edition.
    private struct Standing {
        let turn: CreativeTurns.Turn
        private let total: Int
        /// The rule of its dates or its caps that is against it.
        let rule: String?
        private let readiness: Readiness

        init(
            _ creative: SplashCreative,
            _ tally: CreativeTally,
            _ date: Date,
            barred: String?,
            _ readiness: (SplashCreative) -> Readiness
        ) {
            rule = barred ?? creative.rule(against: date, tally)
            self.readiness = readiness(creative)
            total = tally.total
            turn = CreativeTurns.Turn(creative: creative, credit: tally.credit, isReady: self.readiness == .ready)
        }

        var id: String { turn.creative.id }
        var isReady: Bool { rule == nil && readiness == .ready }
        var isMissing: Bool { rule == nil && readiness == .missing }

        func reason(due: String) -> String {
            if let rule { return rule }
            switch readiness {
            case .missing: return "its picture is not here yet"
            case .refused(let reason): return "its picture was refused: \(reason)"
            case .leftOut(let reason): return "its picture is left out: \(reason)"
            case .ready: return "shown \(total.times) for a weight of \(turn.creative.weight): '\(due)' is due"
            }
        }
    }
}

extension SplashCreative {
    /// The rule of its dates or its caps that is against showing it; nil for none.
    fileprivate func rule(against date: Date, _ tally: CreativeTally) -> String? {
        if let validFrom, date < validFrom { return "not before \(validFrom.inUTC)" }
        if let validUntil, date >= validUntil { return "over since \(validUntil.inUTC)" }
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

/// How often a creative was shown, and what it has coming to it.
struct CreativeTally: Hashable, Sendable {
    /// Since the day began.
    var today = 0
    /// Since the feed first named it.
    var total = 0
    /// The seconds since it was shown last; nil for not yet.
    var sinceShown: Double?
    /// Its credit among the others: see `CreativeTurns`.
    var credit = 0.0
}
