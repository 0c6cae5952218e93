import HostRuntime
import HostTestKit
import Testing

@testable import demo_host

@MainActor @Suite struct HelpTextTests {
    @Test func `the help lists every command with a key, and the keys of the terminal`() async throws {
        let host = try await TestHost.shop()
        try host.app.commands.offer(
            Command(id: "guest.sing", title: "Sing", group: "Guests", key: KeyEvent(.function(7))) { _ in nil }
        )

        let lines = HelpText.lines(about: host.app.commands.all)

        for command in host.app.commands.all {
            guard let key = command.key else { continue }
            #expect(lines.contains(.field(key.description, command.title)))
        }
        #expect(lines.contains(.heading("Guests")))
        #expect(lines.contains(.field("ctrl-z", "Leave for the shell; fg comes back")))
    }

    @Test func `the help scrolls if it is longer than the screen`() async throws {
        let host = try await TestHost.shop(size: Size(width: 50, height: 14))
        await host.key("?")
        #expect(host.frame.contains("Next control"))
        #expect(!host.frame.contains("ctrl-l"))

        await host.key("end")

        #expect(host.frame.contains("ctrl-l"))
        #expect(!host.frame.contains("Next control"))
    }
}
