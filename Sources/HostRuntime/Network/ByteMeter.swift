internal import Synchronization

/// A counter for the bytes that requests receive, through all redirects and even if they fail.
///
/// It may be read on any thread, also while a request is under way.
public final class ByteMeter: Sendable {
    private let bytes = Atomic<Int>(0)
    private let total: ByteMeter?

    /// Creates a meter at zero.
    public init() {
        total = nil
    }

    /// Creates a meter whose bytes count in another one, too.
    init(countingIn total: ByteMeter) {
        self.total = total
    }

    /// The number of bytes so far.
    public var count: Int { bytes.load(ordering: .relaxed) }

    /// Counts bytes.
    package func add(_ count: Int) {
        total?.add(count)
        bytes.wrappingAdd(count, ordering: .relaxed)
    }
}

extension ByteMeter: Hashable {
    /// Returns whether both are the same meter.
    public static func == (one: ByteMeter, other: ByteMeter) -> Bool { one === other }

    /// Hashes the meter's identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
