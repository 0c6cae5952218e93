import HostTestKit
import TestSupport
import Testing

@testable import HostRuntime

@MainActor @Suite(.tags(.bus)) struct HostHoldTests {
    /// A launched host that counts its stops and ends, each of which an observer holds.
    @MainActor private final class HeldHost {
        let host = TestHost()
        private(set) var stops = 0
        private(set) var surrenders = 0
        private(set) var ends = 0
        private(set) var hold: Hold?
        private var subscriptions: [Subscription] = []

        func launch() async {
            await host.launch()
            host.app.onWillSuspend = { [unowned self] in surrenders += 1 }
            host.app.onSuspend = { [unowned self] in stops += 1 }
            host.app.onTerminate = { [unowned self] in ends += 1 }
            let bus = host.app.bus
            subscriptions = [
                bus.observe(WillEnterBackground.self) { [unowned self] message in
                    hold = message.hold("saving", for: .seconds(2), owner: .plugin("saver"))
                },
                bus.observe(WillTerminate.self) { [unowned self] message in
                    hold = message.hold("saving", for: .seconds(2))
                },
            ]
        }
    }

    private let held = HeldHost()

    @Test func `a will message can be held for a bounded time, and the holder that runs over is named`() async {
        await held.launch()

        await held.host.key("ctrl-z")
        await held.host.advance(by: .milliseconds(1999))
        #expect(held.stops == 0)
        await held.host.advance(by: .milliseconds(1))

        #expect(held.stops == 1)
        #expect(held.hold?.isPending == false)
        let warning = "warning  saver  held the program for longer than 2.0 s: saving"
        #expect(held.host.events.contains { $0.hasPrefix(warning) })
    }

    @Test func `a hold that ends lets the program stop, which gave up the screen before`() async {
        await held.launch()

        await held.host.key("ctrl-z")
        #expect(held.stops == 0)
        #expect(held.surrenders == 1)
        held.hold?.end()
        await held.host.advance(by: .zero)

        #expect(held.stops == 1)
        #expect(held.host.app.clock.nextDeadline == nil)
    }

    @Test func `the stop is no part of the plugin's call that ended the last hold`() async {
        await held.launch()
        var owners: [Owner] = []
        let stop = held.host.app.onSuspend
        held.host.app.onSuspend = {
            owners.append(RunningCode.owner(isOnMainThread: true))
            stop?()
        }

        await held.host.key("ctrl-z")
        RunningCode.call(of: .plugin("saver"), .timer) { held.hold?.end() }
        await held.host.advance(by: .zero)

        #expect(owners == [.host])
        #expect(held.stops == 1)
    }

    @Test func `a return while the stop is held makes it void`() async {
        await held.launch()

        await held.host.key("ctrl-z")
        await held.host.enterForeground()
        held.hold?.end()
        await held.host.advance(by: .seconds(5))

        #expect(held.stops == 0)
    }

    @Test func `the end waits for holds, unless it is requested again`() async {
        await held.launch()

        held.host.app.terminate()
        #expect(held.ends == 0)
        #expect(held.hold?.isPending == true)
        held.host.app.terminate()
        held.hold?.end()
        await held.host.advance(by: .seconds(5))

        #expect(held.ends == 1)
    }
}
