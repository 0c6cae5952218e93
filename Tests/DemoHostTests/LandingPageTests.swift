import HostRuntime
import HostTestKit
import Testing

@testable import demo_host

@MainActor @Suite struct LandingPageTests {
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

    @Test func `an address opens a page at level normal that shows the address`() async throws {
        let host = try await TestHost.shop()

        await visits.open(tea, on: host)

        #expect(host.keyWindow == "landing page")
        #expect(host.app.windows.keyWindow?.level == .normal)
        #expect(host.frame.contains("tea.example ─"))
        #expect(host.frame.contains("https://tea.example/first-harvest"))
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

    @Test(arguments: ["shop:product/oil", "no address at all", "https://a/\u{1B}[2J\u{202E}"])
    func `any other text is shown as it is, without control characters`(address: String) async throws {
        let host = try await TestHost.shop()

        await visits.open(address, on: host)

        #expect(host.frame.contains(String(address.prefix { $0.isASCII && $0 != "\u{1B}" })))
        #expect(host.keyWindow == "landing page")
    }

    @Test func `an address takes the place of the one that is open, whose command ends`() async throws {
        let host = try await TestHost.shop()
        await visits.open(tea, on: host)

        await visits.open("https://coffee.example", on: host)

        #expect(visits.ended == [tea])
        #expect(host.frame.contains("coffee.example"))
    }

    @Test func `cancelling the command closes what it opened, and shows no error`() async throws {
        let host = try await TestHost.shop()
        let task = Task { try await host.app.commands.run("page.open", ["address": .string(tea)]) }
        await host.advance(by: .zero)
        #expect(host.visibleWindows.count == 2)

        task.cancel()
        await host.advance(by: .zero)

        #expect(host.visibleWindows == ["shop"])
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(!host.frame.contains("✕"))
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
}
