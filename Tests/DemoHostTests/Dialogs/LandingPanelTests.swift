import HostRuntime
import HostTestKit
import Testing

@testable import demo_host

@MainActor @Suite struct LandingPanelTests {
    /// Runs of `page.open`, with their ends.
    @MainActor private final class Visits {
        var ended: [String] = []

        func open(_ address: String, on host: TestHost) async {
            host.app.commands.start("page.open", ["address": .string(address)]) { [self] in
                switch $0 {
                case .success: ended.append(address)
                case .failure(let error): ended.append("\(error)")
                }
            }
            await host.advance(by: .zero)
        }
    }

    private let visits = Visits()
    private let tea = "https://tea.example/first-harvest"

    @Test func `an address opens a page at level normal that shows the address and where it came from`() async throws {
        let host = try await TestHost.shop()

        await visits.open(tea, on: host)

        #expect(host.keyWindow == "landing page")
        #expect(host.app.windows.keyWindow?.level == .normal)
        #expect(host.frame.contains("● https://tea.example/first-harvest"))
        #expect(host.frame.contains("This address was opened from outside of the shop."))
    }

    @Test(arguments: ["escape", "enter"])
    func `the command ends when the page is closed by a key, and not before`(key: String) async throws {
        let host = try await TestHost.shop()
        await visits.open(tea, on: host)
        await host.advance(by: .seconds(3600))
        #expect(visits.ended == [])

        await host.key(key)

        #expect(visits.ended == [tea])
        #expect(host.visibleWindows == ["shop"])
        #expect(host.keyWindow == "shop")
    }

    @Test func `the command ends when the page is closed by a tap on Back`() async throws {
        let host = try await TestHost.shop()
        await visits.open(tea, on: host)

        #expect(await host.tap("‹ Back"))

        #expect(visits.ended == [tea])
    }

    @Test func `a refused address leaves the open page`() async throws {
        let host = try await TestHost.shop()
        await visits.open(tea, on: host)

        await visits.open("ftp://tea.example", on: host)
        await visits.open("shop:product/moon", on: host)

        #expect(
            visits.ended == [
                "'ftp://tea.example' is not opened: only http, https and shop addresses are.",
                "This shop has no product 'moon'.",
            ]
        )
        #expect(host.keyWindow == "landing page")
    }

    @Test(arguments: ["https://tea.example", "shop:product/oil"])
    func `cancelling the command closes what it opened, and shows no error`(address: String) async throws {
        let host = try await TestHost.shop()
        let task = Task { try await host.app.commands.run("page.open", ["address": .string(address)]) }
        await host.advance(by: .zero)
        #expect(host.visibleWindows.count == 2)

        task.cancel()
        await host.advance(by: .zero)

        #expect(host.visibleWindows == ["shop"])
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(!host.frame.contains("✕"))
    }

    @Test func `the command for a page of the shop ends at once, and closes what was open`() async throws {
        let host = try await TestHost.shop()
        await visits.open(tea, on: host)

        await visits.open("shop:page/account", on: host)

        #expect(Set(visits.ended) == [tea, "shop:page/account"])
        #expect(host.visibleWindows == ["shop"])
        #expect(host.frame.contains("Merchant"))
    }

    @Test(arguments: [(1, 1), (2, 2), (1, 40), (200, 1), (12, 5), (20, 8), (30, 14), (80, 24), (200, 60)])
    func `a page draws and closes at any size`(width: Int, height: Int) async throws {
        let host = try await TestHost.shop()
        await visits.open(tea, on: host)

        await host.resize(to: Size(width: width, height: height))
        #expect(host.frame.size == Size(width: width, height: height))
        await host.key("enter")

        #expect(visits.ended == [tea])
    }

    @Test(arguments: [("tea.example", 0x8C446C), ("ink.example", 0x9A5430)])
    func `a site has the same color in every run`(site: String, color: UInt32) {
        #expect(LandingStyle.tint(of: site) == Color(color))
    }
}
