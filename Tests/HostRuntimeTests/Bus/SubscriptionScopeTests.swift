import HostRuntime
import Testing

@Suite struct SubscriptionScopeTests {
    private let bus = NotificationBus()

    @Test func `a scope cancels last in, first out`() {
        let log = BusTest.Log<Int>()
        let scope = SubscriptionScope()
        for number in 0..<5 {
            scope.add(
                bus.observeOnAnyThread(BusTest.Text.self) { [end = BusTest.AtEnd { log.add(number) }] _ in end.touch() }
            )
        }

        scope.cancelAll()

        #expect(log.entries == [4, 3, 2, 1, 0])
    }

    @Test func `a scope cancels when it is released`() {
        var scope: SubscriptionScope? = SubscriptionScope()
        scope?.add(bus.observeOnAnyThread(BusTest.Text.self) { _ in })

        scope = nil

        #expect(scope == nil)
        #expect(bus.observers().isEmpty)
    }

    @Test func `what is added after the end is cancelled at once`() {
        let scope = SubscriptionScope()
        scope.cancelAll()
        let late = bus.observeOnAnyThread(BusTest.Text.self) { _ in }

        scope.add(late)

        #expect(late.isCancelled)
    }

    @Test func `a scope lets go of subscriptions that were cancelled elsewhere`() {
        let scope = SubscriptionScope()
        weak let early: Subscription?
        do {
            let subscription = bus.observeOnAnyThread(BusTest.Text.self) { _ in }
            early = subscription
            scope.add(subscription)
            subscription.cancel()
        }

        for _ in 0..<100 {
            scope.add(bus.observeOnAnyThread(BusTest.Text.self) { _ in })
        }

        #expect(early == nil)
        #expect(bus.observers().count == 100)
    }

    @Test func `cancelAllAndWait cancels all before it throws the first error`() {
        let holder = SubscriptionScope()
        holder.add(bus.observeOnAnyThread(BusTest.Number.self) { _ in })
        holder.add(
            bus.observeOnAnyThread(BusTest.Text.self) { _ in
                #expect(throws: SubscriptionError.calledFromItsOwnObserver(messageName: "Text")) {
                    try holder.cancelAllAndWait()
                }
            }
        )
        holder.add(bus.observeOnAnyThread(BusTest.Number.self) { _ in })

        bus.post(BusTest.Text("go"))

        #expect(bus.observers().isEmpty)
    }
}
