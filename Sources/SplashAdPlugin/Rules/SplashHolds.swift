import HostRuntime

/// Who keeps advertisements away, why, and until when; a pure value.
///
/// A hold is for a while and never for good, so that nobody who forgets to
/// release it, or cannot, ends all advertisements.
struct SplashHolds: Hashable, Sendable {
    /// The longest that a hold lasts without being taken again.
    static let longest = Duration.seconds(3600)

    /// How long one lasts that does not say.
    static let usual = Duration.seconds(600)

    /// The most that there are at a time.
    static let most = 16

    private struct Hold: Hashable, Sendable {
        let reason: String
        let end: Duration
    }

    private var holds: [Hold] = []

    /// Keeps advertisements away for a while; the same reason again begins its time anew.
    mutating func hold(_ reason: String, for duration: Duration, at now: Duration) {
        holds.removeAll { $0.reason == reason || $0.end <= now }
        // The oldest has had its time most of all.
        if holds.count >= SplashHolds.most { holds.removeFirst() }
        holds.append(Hold(reason: reason, end: now + min(max(.zero, duration), SplashHolds.longest)))
    }

    /// Ends the hold for a reason; without one, all of them.
    mutating func release(_ reason: String? = nil) {
        holds.removeAll { reason == nil || $0.reason == reason }
    }

    /// Why none is shown at a time; nil where nobody is against it.
    func reason(at now: Duration) -> String? {
        let left = holds.filter { now < $0.end }
        guard let last = left.max(by: { $0.end < $1.end }) else { return nil }
        let reasons = left.map(\.reason.quoted).joined(separator: ", ")
        return "they are kept away by \(reasons), for at most \((last.end - now).inTenths) s more"
    }
}

extension SplashHolds {
    /// What a notification that asks for a hold says: why, and for how long.
    static func request(_ values: [String: PlainValue]) -> (reason: String, duration: Duration) {
        let seconds = values["seconds"]?.seconds(in: 0...Int(longest / .seconds(1)))?.value
        return (reason(values) ?? "somebody", seconds ?? usual)
    }

    /// The reason in a notification; nil where it says none.
    static func reason(_ values: [String: PlainValue]) -> String? {
        let text = values["reason"].map { TextWidth.truncate("\($0)".onOneLine, to: 40) } ?? ""
        return text.isEmpty ? nil : text
    }
}
