import TestSupport
import Testing

@testable import HostBase
@testable import MessageBus

@Suite struct BusListenersTests {
    private let bus = NotificationBus()
    private let addresses = BusTest.Log<UInt>()

    /// Whether the first calls and those after ten thousand others had the same stack below them.
    private var isAlwaysAsDeep: Bool { addresses.entries.count > 10_000 && Set(addresses.entries).count == 1 }

    @Test func `a post is reported at the same depth of the stack, however often that was done`() {
        bus.listeners.add(posts: true) { [addresses] _ in addresses.add(stackAddress()) }

        for number in 0...10_000 { bus.post(BusTest.Number(number)) }

        #expect(isAlwaysAsDeep)
    }

    @Test func `a throw is reported at the same depth of the stack, however often that was done`() {
        bus.listeners.add { [addresses] _ in addresses.add(stackAddress()) }
        let throwing = bus.observeOnAnyThread(BusTest.Number.self) { _ in throw BusTest.Failure() }

        for number in 0...10_000 { bus.post(BusTest.Number(number)) }

        #expect(isAlwaysAsDeep)
        withExtendedLifetime(throwing) {}
    }
}
