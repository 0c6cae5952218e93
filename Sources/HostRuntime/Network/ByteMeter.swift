internal import Synchronization

/// A counter for the bytes that requests receive, through all redirects and even if they fail.
///
/// It may be read on any thread, also while a request is under way.
public final class ByteMeter: Sendable {
    private let bytes = Atomic<Int>(0)
    private let total: ByteMeter?

    /// The number of bytes above which a request ends.
    public let limit: Int

    /// Creates a meter; a request fails when the meter exceeds its limit.
    public init(limit: Int = .max) {
        self.limit = limit
        total = nil
    }

    /// Creates a meter without a limit, whose bytes count in another one, too.
    init(countingIn total: ByteMeter) {
        limit = .max
        self.total = total
    }

    /// The number of bytes so far.
    public var count: Int { bytes.load(ordering: .relaxed) }

    /// Counts bytes; returns false once there are more than the limit.
    @discardableResult
    package func add(_ count: Int) -> Bool {
        total?.add(count)
        return bytes.wrappingAdd(count, ordering: .relaxed).newValue <= limit
    }
}

extension ByteMeter: Hashable {
    /// Returns whether both are the same meter.
    public static func == (one: ByteMeter, other: ByteMeter) -> Bool { one === other }

    /// Hashes the meter's identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
