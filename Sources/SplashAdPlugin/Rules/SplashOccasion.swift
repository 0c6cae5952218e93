import FoundationEssentials
import HostRuntime

/// A moment at which an advertisement may be shown, with what holds for it however long it takes; a pure value.
///
/// How long the user was away is the occasion's: it is measured once, so that
/// neither a rule that comes later nor another process changes it.
struct SplashOccasion: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        /// The program was started.
        case launch
        /// The program is about to be seen again.
        case comeBack
        /// The program or another plugin asks for one.
        case offer
        /// Somebody wants to see one, whatever the rules say.
        case byHand
    }

    /// How long the user was away.
    enum Away: Hashable, Sendable {
        /// The program was not left before, or is in use.
        case never
        case seconds(Double)
        /// The clock shows less than when the program was left.
        case unknown
    }

    let kind: Kind
    let away: Away

    /// Whether only the screen was locked.
    let isLocked: Bool

    /// When it was.
    let date: Date

    private init(_ kind: Kind, _ away: Away, isLocked: Bool = false, at date: Date) {
        self.kind = kind
        self.away = away
        self.isLocked = isLocked
        self.date = date
    }

    /// The start of the program, which was left at a moment; nil for never.
    static func launch(leftAt left: Date?, at date: Date) -> SplashOccasion {
        let seconds = left.map { date.timeIntervalSince($0) }
        return SplashOccasion(.launch, seconds.map { $0 < 0 ? .unknown : .seconds($0) } ?? .never, at: date)
    }

    /// A return from the background, whose length is by the host's own clock, which nobody sets.
    static func comeBack(_ period: BackgroundPeriod, at date: Date) -> SplashOccasion {
        let away = Away.seconds(max(0, period.duration / .seconds(1)))
        return SplashOccasion(.comeBack, away, isLocked: period.cause == .screenLocked, at: date)
    }

    static func offer(at date: Date) -> SplashOccasion { SplashOccasion(.offer, .never, at: date) }

    static func byHand(at date: Date) -> SplashOccasion { SplashOccasion(.byHand, .never, at: date) }
}

extension SplashOccasion: CustomStringConvertible {
    /// What it is called in a sentence: "at launch".
    var description: String {
        switch kind {
        case .launch: "at launch"
        case .comeBack: isLocked ? "after a lock" : "on a return"
        case .offer: "on request"
        case .byHand: "by hand"
        }
    }
}
