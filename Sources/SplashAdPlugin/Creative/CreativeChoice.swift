import FoundationEssentials
import HostRuntime

/// The choice of the creative to show, with a reason against each other one.
///
/// Among several that can be shown, `CreativeTurns` decides.
struct CreativeChoice: Hashable, Sendable {
    /// The reason against a creative, with its id.
    struct Reason: Hashable, Sendable, CustomStringConvertible {
        let id: String
        let refusal: CreativeRefusal

        var description: String { "'\(id)': \(refusal)" }
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

    /// The reasons against the other creatives, in the order of the feed.
    private(set) var reasons: [Reason] = []

    /// Chooses from the creatives of a feed.
    ///
    /// The tally of a creative goes by its id. `refusal` is the reason against its pictures, nil if all are here.
    /// A creative that was tried is left out, even if its pictures seem to be here.
    init(
        among creatives: [SplashCreative],
        at date: Date,
        in zone: CivilTimeZone,
        canWait: Bool,
        tried: Set<SplashCreative> = [],
        tally: (String) -> CreativeTally,
        refusal: (SplashCreative) -> CreativeRefusal?
    ) {
        let standings = creatives.map { creative in
            let tally = tally(creative.id)
            // Dates and caps precede pictures.
            let bar = creative.bar(at: date, in: zone, tally).map(CreativeRefusal.barred)
            let refusal = bar ?? refusal(creative).orUnreadable(tried.contains(creative))
            let turn = CreativeTurns.Turn(creative: creative, value: tally.turn, isReady: refusal == nil)
            return (turn: turn, refusal: refusal, shown: tally.total)
        }
        let ready = standings.filter { $0.refusal == nil }.map(\.turn)
        chosen = CreativeTurns(ready).due
        chosenPool = ready.map(\.creative)
        if canWait {
            let possible = standings.filter { $0.refusal == nil || $0.refusal == .missing }.map(\.turn)
            let due = CreativeTurns(possible).due
            wanted = due == chosen ? nil : due
            wantedPool = possible.map(\.creative)
        }
        reasons = standings.filter { $0.turn.creative != chosen }.map { [due = chosen?.id ?? ""] turn, refusal, shown in
            let isLater = CreativeRefusal.notItsTurn(shown: shown, weight: turn.creative.weight, due: due)
            return Reason(id: turn.creative.id, refusal: refusal ?? isLater)
        }
    }

    /// Chooses one creative regardless of its dates, caps and turn, if its pictures are here or worth waiting for.
    init(
        only creative: SplashCreative,
        canWait: Bool,
        tried: Set<SplashCreative> = [],
        refusal: CreativeRefusal?
    ) {
        let refusal = refusal.orUnreadable(tried.contains(creative))
        if refusal == nil { chosen = creative } else if canWait, refusal == .missing { wanted = creative }
        if let refusal { reasons = [Reason(id: creative.id, refusal: refusal)] }
    }

    /// Returns the creatives that share turns with a chosen creative.
    func pool(of creative: SplashCreative) -> [SplashCreative] {
        creative == wanted ? wantedPool : creative == chosen ? chosenPool : [creative]
    }
}

/// The reason why a creative isn't shown now; also what loading its pictures throws.
enum CreativeRefusal: Error, Hashable, CustomStringConvertible {
    /// Its weight, dates or caps are against it, such as "paused: its weight is 0".
    case barred(String)
    /// A picture isn't here, but may be fetched.
    case missing
    /// A picture can't be used, for a reason such as "it is not a PNG file".
    case refused(String)
    /// It could be shown, but another one is due.
    case notItsTurn(shown: Int, weight: Int, due: String)

    var description: String {
        switch self {
        case .barred(let reason): reason
        case .missing: "its picture has not been fetched yet"
        case .refused(let reason): "its picture was refused: \(reason)"
        case .notItsTurn(let shown, let weight, let due):
            "shown \(shown == 1 ? "once" : shown.of("time")) with a weight of \(weight); it is the turn of '\(due)'"
        }
    }
}

extension CreativeRefusal? {
    /// The reason against a creative that may have been tried: its pictures weren't read, although they may seem ready.
    fileprivate func orUnreadable(_ isTried: Bool) -> CreativeRefusal? {
        switch self {
        case nil, .missing: isTried ? .refused("it could not be read in time") : self
        default: self
        }
    }
}

extension SplashCreative {
    /// Returns the reason in its weight, dates or caps against showing it, if any.
    func bar(at date: Date, in zone: CivilTimeZone, _ tally: CreativeTally) -> String? {
        if weight == 0 { return "paused: its weight is 0" }
        if let validFrom, !validFrom.hasCome(at: date, in: zone) {
            return "not before \(validFrom.inWords(zone))"
        }
        if let expires, expires.hasCome(at: date, in: zone) {
            return "its feed expired on \(expires.inWords(zone))"
        }
        if let validUntil, isOver(at: date, in: zone) { return "over since \(validUntil.inWords(zone))" }
        if let dailyCap, tally.today >= dailyCap {
            return "shown \(tally.today) of \(dailyCap) times today"
        }
        if let totalCap, tally.total >= totalCap {
            return "shown \(tally.total) of \(totalCap) times"
        }
        if let secondsBetweenShows, let since = tally.sinceShown, since <= Double(secondsBetweenShows) {
            let ago = Duration.seconds(since).inSeconds(decimals: 1...1)
            return "shown \(ago) s ago; more than \(secondsBetweenShows) s needed"
        }
        return nil
    }
}

/// The number of times a creative was shown, and the value of its turn.
struct CreativeTally: Hashable, Sendable {
    var today = 0
    var total = 0
    var sinceShown: Double?
    var turn = 0
}
