import HostRuntime
import HostTestKit
import Testing

@testable import demo_host

@MainActor @Suite struct ShopAvailabilityTests {
    /// Returns the ids of the commands that can't be run, with the reasons.
    private func refused(_ host: TestHost) -> [String: String] {
        let commands = host.app.commands.all
        return Dictionary(
            uniqueKeysWithValues: commands.compactMap { command in
                command.availability.reason.map { (command.id, $0) }
            }
        )
    }

    @Test func `a command that cannot be run says why`() async throws {
        let host = try await TestHost.shop()

        #expect(
            refused(host) == [
                "session.logout": "Nobody is logged in.", "basket.clear": "The basket is empty. Add a product first.",
                "order.place": "Log in to order.", "order.show": "Log in to see your orders.",
            ]
        )
    }

    @Test func `a command can be run as soon as its reason is gone, and a message says so`() async throws {
        let host = try await TestHost.shop()
        _ = host.drainEvents()

        try await host.logIn()
        #expect(refused(host).keys.sorted() == ["basket.clear", "order.place"])
        try await host.run("basket.add", ["product": "oil"])
        #expect(refused(host) == [:])
        try await host.run("order.place")

        #expect(refused(host).keys.sorted() == ["basket.clear", "order.place"])
        #expect(host.events.filter { $0 == "commands changed" }.count == 3)
    }

    @Test func `nothing can be added to the basket in a closed shop`() async throws {
        let host = try await TestHost.shop()
        let closed = try #require(ShopModel().shops.first { !$0.isOpen })

        try await host.run("shop.switch", ["shop": .string(closed.id)])

        #expect(refused(host)["basket.add"] == "\(closed.name) is closed, so nothing can be added to the basket.")
    }

    @Test func `no two listed commands do the same`() async throws {
        let host = try await TestHost.shop()

        let titles = host.app.commands.all.filter(\.isListed).map(\.title)

        #expect(
            titles.filter { $0.hasPrefix("Log") || $0.contains("hop") || $0.contains("nvironment") } == [
                "About this shop", "Log in", "Log out", "Switch shop", "Switch environment",
            ]
        )
    }

    // MARK: - Keys of plugins

    private func offerTools(_ host: TestHost) throws {
        let key = KeyEvent(.function(2))
        try host.app.commands.offer(
            Command(
                id: "guest.tools",
                title: "Open the tools",
                group: "Guest",
                key: key,
                hint: CommandHint("tools", gesture: "1 tap")
            ) { _ in nil }
        )
    }

    @Test func `a command's hint is in the status line`() async throws {
        let host = try await TestHost.shop()
        #expect(host.frame.line(23) == "  enter open   ? keys   ↑↓ move   tab next   q quit")

        try offerTools(host)
        await host.advance(by: .seconds(1))
        #expect(host.frame.line(23) == "  enter open   ? keys   f2 tools   ↑↓ move   tab next   q quit")
        await host.resize(to: Size(width: 40, height: 12))

        #expect(host.frame.line(11) == "  enter open  ? keys  f2 tools  q quit")
    }

    @Test func `a small screen leaves out the hints before the one that tells how to leave`() async throws {
        let host = try await TestHost.shop(size: Size(width: 30, height: 12))
        try offerTools(host)

        await host.advance(by: .seconds(1))

        #expect(host.frame.line(11) == "  enter open  ? keys  q quit")
    }

    @Test func `a key that another command had first is neither in the status line nor in the help`() async throws {
        let host = try await TestHost.shop()
        try offerTools(host)
        try host.app.commands.offer(
            Command(id: "late.map", title: "Show a map", key: KeyEvent(.function(2)), hint: CommandHint("map")) { _ in
                nil
            }
        )

        await host.advance(by: .seconds(1))

        #expect(host.frame.line(23) == "  enter open   ? keys   f2 tools   ↑↓ move   tab next   q quit")
        let lines = HelpText.lines(about: host.app.commands.all)
        #expect(lines.contains(.field("f2", "Open the tools · 1 tap")))
        #expect(!lines.contains(.field("f2", "Show a map")))
    }

    @Test func `the hints of the shop's keys are hidden while a dialog has the keyboard`() async throws {
        let host = try await TestHost.shop()

        await host.key("s")
        #expect(host.frame.line(23) == "")
        await host.key("escape")

        #expect(host.frame.line(23).hasSuffix("q quit"))
    }

    @Test func `in the help, the groups of plugins follow the shop's, and the program's keys come last`() async throws {
        let host = try await TestHost.shop()
        try offerTools(host)

        let lines = HelpText.lines(about: host.app.commands.all)

        let headings = lines.filter { $0 == .heading($0.text) }.map(\.text)
        #expect(headings == ["Shop", "Pages", "Session", "Environment", "Guest", "Host", "Terminal"])
        #expect(lines.contains(.field("f2", "Open the tools · 1 tap")))
    }

    // MARK: - The account

    @Test func `enter alone on the account's page does not log out`() async throws {
        let host = try await TestHost.shop()
        await host.key("a")
        try await host.logIn()

        await host.key("enter")

        #expect(host.keyWindow == "shop.switch")
        #expect(host.frame.contains("merchant 5678"))
    }

    @Test func `after a login with the account's button, enter does not log out`() async throws {
        let host = try await TestHost.shop()
        for key in ["a", "enter"] { await host.key(key) }
        await host.type("912345678")
        await host.key("enter")
        await host.type("sesame")
        await host.key("enter")
        #expect(host.frame.contains("Log out"))

        await host.key("enter")

        #expect(host.frame.contains("merchant 5678"))
    }
}
