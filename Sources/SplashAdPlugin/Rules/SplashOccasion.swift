import FoundationEssentials
import HostRuntime

/// A moment at which an advertisement may be shown; a pure value.
///
/// The time away is measured once, for the occasion, so that neither a setting
/// that arrives later nor another process changes it.
struct SplashOccasion: Hashable, Sendable {
    /// A reason to show an advertisement, by its word in `splash.shown` and in settings.
    enum Kind: String, Hashable, Sendable {
        case launch
        case comeBack = "return"
        /// The program or another plugin asks for one.
        case offer
        case byHand = "hand"
    }

    /// The time for which the user was away.
    enum Away: Hashable, Sendable {
        /// The program was never left before, or is in use.
        case never
        /// The seconds for which the user was away.
        case seconds(Double)
        /// The clock is behind the time at which the program was left, for the first time or again.
        case behind(again: Bool)
    }

    let kind: Kind
    let away: Away

    /// Whether it is a return from a screen lock.
    let isLocked: Bool
    let date: Date

    private init(_ kind: Kind, _ away: Away, isLocked: Bool = false, at date: Date) {
        self.kind = kind
        self.away = away
        self.isLocked = isLocked
        self.date = date
    }

    /// A start of the program; `left` is when it was last left, if ever.
    ///
    /// - Parameter wasBehind: Whether the clock was already behind at the launch before.
    static func launch(leftAt left: Date?, wasBehind: Bool = false, at date: Date) -> SplashOccasion {
        let seconds = left.map { date.timeIntervalSince($0) }
        return SplashOccasion(
            .launch,
            seconds.map { $0 < 0 ? .behind(again: wasBehind) : .seconds($0) } ?? .never,
            at: date
        )
    }

    static func comeBack(_ period: BackgroundPeriod, at date: Date) -> SplashOccasion {
        let away = Away.seconds(max(0, period.duration / .seconds(1)))
        return SplashOccasion(.comeBack, away, isLocked: period.cause == .screenLocked, at: date)
    }

    static func offer(at date: Date) -> SplashOccasion { SplashOccasion(.offer, .never, at: date) }

    static func byHand(at date: Date) -> SplashOccasion { SplashOccasion(.byHand, .never, at: date) }
}

extension SplashOccasion {
    /// The kinds that a setting may allow, by their words.
    static let kindsInSettings = [Kind.launch, .comeBack, .offer].map(\.rawValue)
}

extension SplashOccasion.Kind {
    var inWords: String {
        switch self {
        case .launch: "at launch"
        case .comeBack: "on a return"
        case .offer: "on request"
        case .byHand: "by hand"
        }
    }
}

extension SplashOccasion: CustomStringConvertible {
    var description: String {
        isLocked ? "after a lock" : kind.inWords
    }
}
