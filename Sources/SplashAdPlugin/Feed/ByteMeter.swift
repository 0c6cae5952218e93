internal import Synchronization

/// Counts the bytes that come in for a request, also where it fails in the end.
final class ByteMeter: Sendable {
    private let bytes = Atomic<Int>(0)

    var count: Int { bytes.load(ordering: .relaxed) }

    func add(_ count: Int) { bytes.wrappingAdd(count, ordering: .relaxed) }
}

extension ByteMeter: Hashable {
    static func == (one: ByteMeter, other: ByteMeter) -> Bool { one === other }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
