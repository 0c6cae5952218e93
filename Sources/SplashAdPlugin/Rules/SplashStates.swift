import FoundationEssentials
import HostRuntime

/// The person's say about advertisements, as the store keeps it; a pure value.
///
/// While there is a reason against them, nothing is fetched and nothing is shown.
struct SplashStates: Hashable, Sendable {
    /// The person's consent to advertisements.
    enum Consent: String, CaseIterable, Sendable {
        case given
        case withdrawn
        case unknown
    }

    var consent = Consent.unknown
    var adFree: AdFreeTime?

    /// Whether the person, or the program for them, has said anything.
    var isSet: Bool { self != SplashStates() }

    /// Returns the reason against advertisements at a date; nil if there is none.
    func reason(at date: Date, in zone: CivilTimeZone, needsConsent: Bool) -> String? {
        switch consent {
        case .withdrawn: return "the consent to advertisements is withdrawn"
        case .unknown where needsConsent: return "they need the person's consent, which splash.consent gives"
        case .given, .unknown: break
        }
        return adFree.flatMap { $0.isOver(at: date, in: zone) ? nil : "there are no advertisements \($0)" }
    }
}

/// A time without advertisements, until a moment or for good; a pure value.
///
/// A clock that is set back doesn't make it longer: time then goes on from the latest date of use.
/// A clock that is ahead doesn't use it up: a leap of more than a day to past the end isn't recorded.
struct AdFreeTime: Hashable, Sendable, CustomStringConvertible {
    /// The end as it was written, such as `2026-12-01`.
    private let text: String
    /// The end; nil for none.
    private let end: CivilMoment?
    /// The latest date at which the program was used, and how far the clock was behind it then, in seconds.
    private var latest: Double
    private var behind = 0.0

    static let forGood = "forever"

    /// Creates a time that ends as a text says: `forever`, or a moment such as `2026-12-01`; nil for other texts.
    init?(until text: String, from date: Date) {
        end = CivilMoment(text)
        guard end != nil || text == AdFreeTime.forGood else { return nil }
        self.text = text
        latest = date.timeIntervalSinceReferenceDate
    }

    func isOver(at date: Date, in zone: CivilTimeZone) -> Bool {
        end?.hasCome(at: Date(timeIntervalSinceReferenceDate: time(at: date)), in: zone) ?? false
    }

    /// Returns the same time once the program is used at a date; nil if it is over for good.
    func used(at date: Date, in zone: CivilTimeZone) -> AdFreeTime? {
        guard isOver(at: date, in: zone) else { return advanced(to: date) }
        // The clock may be ahead. Once it is right again, the time is in force until its end.
        return time(at: date) - latest > 86_400 ? self : nil
    }

    func advanced(to date: Date) -> AdFreeTime {
        var advanced = self
        advanced.latest = time(at: date)
        advanced.behind = advanced.latest - date.timeIntervalSinceReferenceDate
        return advanced
    }

    private func time(at date: Date) -> Double {
        let now = date.timeIntervalSinceReferenceDate
        return now < latest ? max(latest, now + behind) : now
    }

    var description: String { end == nil ? text : "until \(text)" }
}

// MARK: - Storage

extension SplashStates {
    private static let consentKey = "consent"
    private static let adFreeKey = "ad-free"

    /// Reads the states from the values of a store; a value of another kind counts as none.
    init(_ values: [String: PlainValue]) {
        consent = values[SplashStates.consentKey]?.stringValue.flatMap(Consent.init) ?? .unknown
        adFree = AdFreeTime(values[SplashStates.adFreeKey])
    }

    /// Puts the states into the values of a store.
    func store(in values: inout [String: PlainValue]) {
        values[SplashStates.consentKey] = consent == .unknown ? nil : .string(consent.rawValue)
        values[SplashStates.adFreeKey] = adFree?.stored
    }

    /// Records in the values of a store that the program is used at a date; a time that is over for good is forgotten.
    static func advance(_ values: inout [String: PlainValue], to date: Date, in zone: CivilTimeZone) {
        var states = SplashStates(values)
        guard let adFree = states.adFree else { return }
        states.adFree = adFree.used(at: date, in: zone)
        states.store(in: &values)
    }
}

extension AdFreeTime {
    fileprivate init?(_ value: PlainValue?) {
        func number(_ name: String) -> Double? { value?[name]?.doubleValue.flatMap { $0.isFinite ? $0 : nil } }
        guard let text = value?["until"]?.stringValue, let latest = number("latest") else { return nil }
        self.init(until: text, from: Date(timeIntervalSinceReferenceDate: latest))
        behind = max(0, number("behind") ?? 0)
    }

    fileprivate var stored: PlainValue {
        ["until": .string(text), "latest": .double(latest), "behind": .double(behind)]
    }
}
