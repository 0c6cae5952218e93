import HostTestKit
import Testing

@testable import HostRuntime

@MainActor @Suite struct HostCountsTests {
    @Test func `the command host.counts tells what is alive, and lists leave it out`() async throws {
        let host = TestHost()
        await host.launch()
        let subscription = host.app.bus.observe(DidResize.self) { _ in }
        let timer = host.app.clock.schedule(every: .seconds(60)) {}

        let text = try await host.run("host.counts")

        let commands = host.app.commands.all.count
        #expect(text == "observers 1, windows 1, timers 1, commands \(commands), services 0")
        #expect(host.app.commands["host.counts"]?.isListed == false)
        timer.cancel()
        subscription.cancel()
    }
}
