/// The holds that keep something away for a while, as notifications ask; a pure value.
///
/// A notification that holds may have a `reason` and a number of `seconds`. One that releases may
/// have a `reason`; without one, it ends all holds. Every hold ends by itself, so that a program that
/// forgets to release one, or can't, doesn't keep something away for good.
///
/// ```swift
/// context.bus.observe(named: "confetti.hold") { try holds.hold($0, at: context.time.now) }
/// context.bus.observe(named: "confetti.release") { holds.release($0) }
/// ```
public struct TimedHolds: Hashable, Sendable {
    static let longest = Duration.seconds(3600)
    static let usual = Duration.seconds(600)
    static let most = 16

    private struct Hold: Hashable, Sendable {
        let reason: String
        let end: Duration
    }

    private var holds: [Hold] = []

    /// Creates a value that nothing holds.
    public init() {}

    /// Adds the hold that a notification asks for; one with the same reason starts again.
    ///
    /// A hold lasts 600 seconds if the notification doesn't say, and an hour at most.
    public mutating func hold(_ request: NamedNotification, at now: Duration) throws(TimedHoldError) {
        hold(TimedHolds.reason(request) ?? "somebody", for: try TimedHolds.duration(request), at: now)
    }

    mutating func hold(_ reason: String, for duration: Duration, at now: Duration) {
        holds.removeAll { $0.reason == reason || $0.end <= now }
        // Of too many, the one that ends first goes.
        if holds.count >= TimedHolds.most, let first = holds.indices.min(by: { holds[$0].end < holds[$1].end }) {
            holds.remove(at: first)
        }
        holds.append(Hold(reason: reason, end: now + min(max(.zero, duration), TimedHolds.longest)))
    }

    /// Ends the hold with a notification's reason, or all holds without one.
    public mutating func release(_ request: NamedNotification) {
        let reason = TimedHolds.reason(request)
        holds.removeAll { reason == nil || $0.reason == reason }
    }

    /// Returns the time until the last hold ends; nil if nothing holds.
    public func timeLeft(at now: Duration) -> Duration? {
        holds.map { $0.end - now }.filter { $0 > .zero }.max()
    }

    /// Returns the reasons, and the time that is left, in words; nil if nothing holds.
    public func reason(at now: Duration) -> String? {
        guard let left = timeLeft(at: now) else { return nil }
        let reasons = holds.filter { now < $0.end }.map(\.reason.quoted).joined(separator: ", ")
        return "\(reasons), for at most \(left.inSeconds(decimals: 1...1)) s more"
    }
}

extension TimedHolds {
    private static func reason(_ request: NamedNotification) -> String? {
        let text = request["reason"].map { "\($0)".line(atMost: 40) } ?? ""
        return text.isEmpty ? nil : text
    }

    /// Reads the time that a notification asks for; a number out of range is clamped.
    private static func duration(_ request: NamedNotification) throws(TimedHoldError) -> Duration {
        guard let value = request["seconds"], value != .null else { return usual }
        let setting = Setting("seconds", seconds: 0...TimedHoldError.mostSeconds, default: usual, help: "")
        guard let duration = setting.read(value).value else {
            throw TimedHoldError(notification: request.name, seconds: value)
        }
        return duration
    }
}

/// The error when the time of a hold isn't a number.
public struct TimedHoldError: Error, Hashable, CustomStringConvertible {
    /// The notification that asked for the hold.
    public let notification: NotificationName

    /// The value in place of a number of seconds.
    public let seconds: PlainValue

    static var mostSeconds: Int { Int(TimedHolds.longest / .seconds(1)) }

    /// The value, the rule, and the way out.
    public var description: String {
        "'seconds' of '\(notification)' is a number from 0 to \(TimedHoldError.mostSeconds), not \(seconds.inWords); "
            + "nothing was held, so post it again with a number or without 'seconds'"
    }
}
