import HostRuntime
import HostTestKit
import Testing

@testable import demo_host

@MainActor @Suite struct LoginPanelTests {
    @Test func `the sheet shows a broken rule and stays open`() async throws {
        let host = try await TestHost.shop()

        await host.key("l")
        await host.type("123")
        await host.key("enter")
        await host.key("enter")

        #expect(host.keyWindow == "login")
        #expect(host.frame.contains("A phone number has 6 to 15 digits; this has 3."))
    }

    @Test(arguments: ["Log in      Cancel", "Cancel"]) func `the sheet's buttons can be tapped`(
        button: String
    ) async throws {
        let host = try await TestHost.shop()
        await host.key("l")
        await host.type("912345678")
        await host.key("down")
        await host.type("sesame")

        #expect(await host.tap(button))

        #expect(host.keyWindow == "shop")
        #expect(host.frame.contains("merchant 5678") == (button != "Cancel"))
    }

    @Test func `with a session, the key of the login logs out`() async throws {
        let host = try await TestHost.shop()
        try await host.logIn()

        await host.key("l")

        #expect(host.frame.contains("not logged in"))
        #expect(host.visibleWindows == ["shop"])
    }
}
