import TestSupport
import Testing

@testable import HostBase
@testable import MessageBus

@Suite struct BusListenersTests {
    private let bus = NotificationBus()

    @Test(arguments: [false, true])
    func `a post or a throw is reported at the same depth of the stack, however often that was done`(hears: Bool) {
        let addresses = BusTest.Log<UInt>()
        bus.listeners.add(posts: hears) { _ in addresses.add(stackAddress()) }
        let throwing = hears ? nil : bus.observeOnAnyThread(BusTest.Number.self) { _ in throw BusTest.Failure() }

        for number in 0...10_000 { bus.post(BusTest.Number(number)) }

        #expect(addresses.entries.count > 10_000)
        #expect(Set(addresses.entries).count == 1)
        withExtendedLifetime(throwing) {}
    }
}
