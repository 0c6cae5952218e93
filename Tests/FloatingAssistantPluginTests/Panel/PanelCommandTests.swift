import HostRuntime
import HostTestKit
import TestSupport
import Testing

@testable import FloatingAssistantPlugin

/// The keyboard and commands in the panel of a running host.
@MainActor @Suite(.tags(.assistant)) struct PanelCommandTests {
    // MARK: - The panel and the keyboard

    @Test func `the panel is key while a form is open, and gives the key back to the page`() async throws {
        let stage = try await Stage.launched()

        await stage.host.key("f3")
        await stage.host.type("q1")
        #expect(stage.host.frame.contains("q1"))
        await stage.host.key("escape")
        await stage.host.type("z")

        #expect(stage.shop.keys == ["z"])
        #expect(stage.keyWindow == "page")
    }

    @Test func `a tap beside the card closes the panel and does not reach the page`() async throws {
        let stage = try await Stage.launched()
        await stage.host.key("f2")

        await stage.host.tap(0, 0)

        #expect(!stage.isPanelOpen)
        #expect(stage.shop.taps == 0)
    }

    @Test(arguments: ["escape", "shift-escape", "ctrl-["])
    func `escape in every form closes the panel`(key: String) async throws {
        let stage = try await Stage.launched()
        await stage.host.key("f2")

        await stage.host.key(key)

        #expect(!stage.isPanelOpen)
        #expect(stage.shop.keys == [])
    }

    @Test func `the page's keys do not act behind a form`() async throws {
        let stage = try await Stage.launched()

        await stage.host.key("f4")
        await stage.host.type("q")

        #expect(stage.host.app.lifecycleState == .active)
        #expect(stage.isPanelOpen)
    }

    @Test func `the key of the tools closes them again`() async throws {
        let stage = try await Stage.launched()

        await stage.host.key("f2")
        await stage.host.key("f2")

        #expect(!stage.isPanelOpen)
        #expect(stage.keyWindow == "page")
    }

    @Test func `a form that the program shows comes to the front instead of a second one`() async throws {
        let stage = try await Stage.launched()
        let (app, host) = (stage.host.app, stage.host)
        let command = try #require(app.commands["session.login"])
        let sheet = CommandSheet(for: command, in: app)
        app.present(sheet)
        await host.type("1")

        await host.key("f3")
        #expect(!stage.isPanelOpen)
        await host.type("2")
        await host.key("f2")
        await host.type("log in")
        await host.key("enter")
        #expect(!stage.isPanelOpen)
        await host.type("3")

        #expect(host.frame.contains("123"))
        #expect(stage.keyWindow == "Log in")
    }

    @Test func `a form in the panel is the only one for its command, also for the program`() async throws {
        let stage = try await Stage.launched()
        await stage.host.key("f3")
        let sheet = CommandSheet(for: try #require(stage.host.app.commands["session.login"]), in: stage.host.app)

        stage.host.app.present(sheet)
        await stage.host.type("1")

        #expect(!sheet.isOpen)
        #expect(stage.isPanelOpen && stage.keyWindow == "assistant panel")
    }

    // MARK: - Running commands

    @Test func `a login is filled in, submitted and answered, and the panel goes after a while`() async throws {
        let stage = try await Stage.launched()

        await stage.logIn()

        #expect(stage.shop.runs == ["login 555"])
        #expect(stage.host.frame.contains("✓ Welcome"))
        await stage.host.advance(by: .milliseconds(1499))
        #expect(stage.isPanelOpen)
        await stage.host.advance(by: .milliseconds(1))
        #expect(!stage.isPanelOpen)
    }

    @Test func `any key closes a result`() async throws {
        let stage = try await Stage.launched()
        await stage.host.key("f4")
        await stage.host.key("enter")
        #expect(stage.host.frame.contains("✓ Now at a"))

        await stage.host.key("x")

        #expect(!stage.isPanelOpen)
        #expect(stage.shop.keys == [])
    }

    @Test func `one tap on a choice runs the command`() async throws {
        let stage = try await Stage.launched()
        await stage.tapBall(3)
        let y = try #require((0..<24).first { stage.host.frame.line($0).contains("Second") })

        await stage.host.tap(30, y)

        #expect(stage.shop.runs == ["shop.switch b"])
    }

    @Test func `choices have their colors, and the current one is marked`() async throws {
        let stage = try await Stage.launched()

        await stage.tapBall(3)

        let frame = stage.host.frame
        #expect(frame.contains("● First ✓"))
        #expect(frame.contains("○ Second"))
        let y = try #require((0..<24).first { frame.line($0).contains("○ Second") })
        let x = try #require((0..<80).first { frame.cell(at: Point(x: $0, y: y))?.character == "○" })
        #expect(frame.cell(at: Point(x: x, y: y))?.style.foreground == Theme.danger)
    }

    @Test func `two quick enters run a command once`() async throws {
        let stage = try await Stage.launched()
        stage.shop.patience = .seconds(5)
        await stage.logIn()
        await stage.host.key("enter")
        await stage.host.advance(by: .seconds(5))

        #expect(stage.shop.runs == ["login 555"])
    }
}
