import HostRuntime
import HostTestKit
import Testing

@testable import TallyPlugin

@MainActor @Suite struct TallyTests {
    @Test func `each command that ends is counted, whoever offers it`() async throws {
        let host = TestHost(plugins: [Tally.self])
        try host.app.commands.offer(Command(id: "note.add", title: "Add a note") { _ in nil })
        await host.launch()

        try await host.run("note.add")
        let answer = try await host.run("tally.show")

        #expect(answer == "1 before this")
        #expect(host.frame.contains("commands: 2"))
    }
}
