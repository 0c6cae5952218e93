import HostRuntime
import HostTestKit
import Testing

@testable import demo_host

/// The login's sheet, which is the form of its command.
@MainActor @Suite struct LoginTests {
    @Test func `the sheet shows a broken rule at its field until it's kept, and stays open`() async throws {
        let host = try await TestHost.shop()

        await host.key("l")
        await host.type("123")
        await host.key("tab")
        await host.type("ses")
        await host.key("enter")
        #expect(host.frame.contains("✕ Must have 6 to 15 digits; this has 3"))
        #expect(host.frame.contains("✕ Must have at least 4 characters"))
        await host.type("45")
        #expect(host.frame.contains("✕ Must have 6 to 15 digits; this has 5"))
        await host.type("6")

        #expect(!host.frame.contains("digits; this has"))
        #expect(host.keyWindow == "login")
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

    @Test(arguments: [(20, 5), (40, 12), (80, 24), (200, 60)])
    func `fields and buttons are in sight at any size`(width: Int, height: Int) async throws {
        let host = try await TestHost.shop(size: Size(width: width, height: height))
        await host.key("l")
        let first = host.frame

        await host.type("912345678")
        await host.key("tab")
        await host.type("sesame")

        for text in ["Phone", "6 to 15 digits", "Log in", "Cancel"] { #expect(first.contains(text)) }
        for text in ["Password", "••••••", "Log in", "Cancel"] { #expect(host.frame.contains(text)) }
        #expect(first.contains("Make up any number") == (height > 5))
    }

    @Test func `the note is the command's own, for whoever shows its form`() async throws {
        let host = try await TestHost.shop()
        let command = try #require(host.app.commands["session.login"])
        let before = command.note

        try await host.logIn()

        #expect(before == "Make up any number and any password.")
        #expect(command.note == "You're logged in as merchant 5678. Another login replaces this one.")
    }

    @Test func `the phone number is there again in the next sheet, and the password isn't`() async throws {
        let host = try await TestHost.shop()
        await host.key("l")
        await host.type("912345678")
        await host.key("tab")
        await host.type("sesame")
        await host.key("escape")

        await host.key("l")

        #expect(host.frame.contains("912345678"))
        #expect(host.frame.contains("4 characters or more"))
    }

    @Test func `with a session, the key of the login logs out`() async throws {
        let host = try await TestHost.shop()
        try await host.logIn()

        await host.key("l")

        #expect(host.frame.contains("not logged in"))
        #expect(host.visibleWindows == ["shop"])
    }
}
