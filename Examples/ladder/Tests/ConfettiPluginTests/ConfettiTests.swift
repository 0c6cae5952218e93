import HostRuntime
import HostTestKit
import Testing

@testable import ConfettiPlugin

@MainActor @Suite struct ConfettiTests {
    @Test func `the welcome is shown for ten seconds`() async {
        let host = TestHost(plugins: [Confetti.self])

        await host.launch()
        #expect(host.frame.contains("Welcome"))
        await host.advance(by: .seconds(10))

        #expect(!host.frame.contains("Welcome"))
    }

    @Test func `the command shows it again`() async throws {
        let host = TestHost(plugins: [Confetti.self])
        await host.launch()
        await host.advance(by: .seconds(10))

        let answer = try await host.run("confetti.throw")

        #expect(answer == "Hooray!")
        #expect(host.visibleWindows.contains("confetti"))
    }
}
