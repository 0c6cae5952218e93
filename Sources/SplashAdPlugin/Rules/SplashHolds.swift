import HostRuntime

/// The holds that keep advertisements away; a pure value.
///
/// Every hold ends after a while, so that a program that forgets to release one,
/// or cannot, doesn't end advertisements for good.
struct SplashHolds: Hashable, Sendable {
    static let longest = Duration.seconds(3600)
    static let usual = Duration.seconds(600)
    static let most = 16

    private struct Hold: Hashable, Sendable {
        let reason: String
        let end: Duration
    }

    private var holds: [Hold] = []

    /// Adds a hold; a hold with the same reason starts again.
    mutating func hold(_ reason: String, for duration: Duration, at now: Duration) {
        holds.removeAll { $0.reason == reason || $0.end <= now }
        // Of too many, the one that ends first goes.
        if holds.count >= SplashHolds.most, let first = holds.indices.min(by: { holds[$0].end < holds[$1].end }) {
            holds.remove(at: first)
        }
        holds.append(Hold(reason: reason, end: now + min(max(.zero, duration), SplashHolds.longest)))
    }

    /// Ends the hold with a reason, or all holds without one.
    mutating func release(_ reason: String? = nil) {
        holds.removeAll { reason == nil || $0.reason == reason }
    }

    /// Returns why no advertisement is shown at a time; nil if nothing holds them.
    func reason(at now: Duration) -> String? {
        let left = holds.filter { now < $0.end }
        guard let last = left.max(by: { $0.end < $1.end }) else { return nil }
        let reasons = left.map(\.reason.quoted).joined(separator: ", ")
        return "they are kept away by \(reasons), for at most \((last.end - now).inSeconds(decimals: 1...1)) s more"
    }
}

extension SplashHolds {
    /// Reads the reason and the duration from a notification that asks for a hold.
    ///
    /// A number out of range is clamped; something that isn't a number is an error.
    static func request(
        _ values: [String: PlainValue]
    ) throws(SplashRefusal) -> (reason: String, duration: Duration) {
        let reason = reason(values) ?? "somebody"
        guard let value = values["seconds"], value != .null else { return (reason, usual) }
        let setting = Setting("seconds", seconds: 0...SplashHolds.mostSeconds, default: usual, help: "")
        guard let duration = setting.read(value).value else { throw .notSeconds(value) }
        return (reason, duration)
    }

    static var mostSeconds: Int { Int(longest / .seconds(1)) }

    /// Reads the reason from a notification; nil if it has none.
    static func reason(_ values: [String: PlainValue]) -> String? {
        let text = values["reason"].map { TextWidth.truncate("\($0)".onOneLine, to: 40) } ?? ""
        return text.isEmpty ? nil : text
    }
}
