import HostRuntime
import HostTestKit
import TestSupport
import Testing

@testable import FloatingAssistantPlugin

@MainActor @Suite(.tags(.assistant)) struct AssistantPanelTests {
    /// A plugin whose command can be taken away by disabling it.
    private final class Provider: HostPlugin {
        nonisolated static let manifest = PluginManifest(id: "provider", name: "Provider", version: "1.0.0")

        func activate(_ context: PluginContext) throws {
            let name = CommandParameter(name: "name", title: "Name")
            try context.commands.offer(
                Command(id: "guest.add", title: "Add a guest", parameters: [name]) { _ in "Added" }
            )
        }
    }

    private let routes = HostConfiguration(["floating-assistant": ["routes": ["two-taps": "guest.add"]]])

    private func launched(_ plugins: [any HostPlugin.Type]) async -> TestHost {
        let host = TestHost(plugins: plugins, configuration: routes)
        await host.launch()
        return host
    }

    @Test func `a form whose plugin is disabled says so, stays readable, and works again once enabled`() async throws {
        let host = await launched([FloatingAssistant.self, Provider.self])
        await host.key("f3")
        await host.type("Ann")
        #expect(host.frame.contains("Ann"))

        try host.app.plugins.disable("provider")
        await host.advance(by: .zero)
        #expect(host.frame.contains("✕ 'Add a guest' is not offered any more."))
        #expect(host.frame.contains("Ann"))
        await host.key("enter")
        #expect(host.frame.contains("✕ 'Add a guest' is not offered any more."))
        try host.app.plugins.enable("provider")
        await host.advance(by: .zero)

        #expect(!host.frame.contains("is not offered"))
        await host.key("enter")
        #expect(host.frame.contains("✓ Added"))
    }

    @Test func `the panel lies above the ball and below alerts`() async throws {
        let stage = try await Stage.launched()
        await stage.host.key("f2")

        let panel = try #require(stage.panelWindow)
        let ball = try #require(stage.ballWindow)

        #expect(panel.level > ball.level)
        #expect(panel.level < .alert)
    }

    @Test func `a page's dialog below the open panel gets the keyboard when the panel closes`() async throws {
        let stage = try await Stage.launched()
        await stage.host.key("f2")
        let panel = try #require(stage.panelWindow)
        let dialog = stage.host.app.makeWindow(title: "dialog", root: View())

        dialog.makeKeyAndVisible()
        #expect(panel.isKey)
        await stage.host.key("escape")

        #expect(dialog.isKey)
    }

    @Test func `the panel makes way for a window that a key of the program opens`() async throws {
        let stage = try await Stage.launched()
        let (app, window) = (stage.host.app, stage.host.app.makeWindow(title: "tea", root: View()))
        try app.commands.offer(
            Command(id: "tea.open", title: "Tea", key: KeyEvent(.function(8))) { _ in
                window.makeKeyAndVisible()
                return nil
            }
        )
        await stage.host.key("f2")

        await stage.host.key("f8")

        #expect(!stage.isPanelOpen)
        #expect(app.windows.keyWindow === window)
    }

    @Test func `the panel does not open below an alert that has the keyboard`() async throws {
        let stage = try await Stage.launched()
        let alert = stage.host.app.makeWindow(title: "question", level: .alert, root: View())
        alert.makeKeyAndVisible()

        await stage.host.key("f2")

        #expect(alert.isKey)
        #expect(!stage.isPanelOpen)
        let error = await #expect(throws: PanelCovered.self) { try await stage.host.run("assistant.tools") }
        #expect(error?.description == "Something else is open in front. Close it first, with escape.")
        alert.close()
        await stage.host.key("f2")
        #expect(stage.panelWindow?.isKey == true)
    }

    @Test func `a tap on the ball beside an alert leaves the keyboard with the alert`() async throws {
        let stage = try await Stage.launched()
        let corner = Rect(x: 0, y: 0, width: 10, height: 5)
        let alert = stage.host.app.makeWindow(title: "question", level: .alert, frame: corner, root: View())
        alert.makeKeyAndVisible()

        await stage.tapBall(1)
        await stage.host.advance(by: .seconds(1))

        #expect(alert.isKey)
        #expect(!stage.isPanelOpen)
    }

    @Test func `the page is dimmed while the panel is open, and only then`() async throws {
        let stage = try await Stage.launched()
        let corner = Point(x: 1, y: 23)
        let bright = stage.host.frame.cell(at: corner)?.style.background

        await stage.host.key("f2")
        let dimmed = stage.host.frame.cell(at: corner)?.style.background
        await stage.host.key("escape")

        #expect(dimmed == bright?.mixed(with: .black, amount: 0.5))
        #expect(stage.host.frame.cell(at: corner)?.style.background == bright)
    }

    @Test func `the mark of a list that scrolls has its own column`() async throws {
        let stage = try await Stage.launched(size: Size(width: 60, height: 12))

        await stage.host.key("f2")
        await stage.host.key("end")

        let lines = (0..<12).map { stage.host.frame.line($0) }.filter { $0.contains("▐") }
        #expect(!lines.isEmpty)
        #expect(lines.allSatisfy { $0.contains(" ▐") })
    }

    @Test func `a tap on the card that is on no control does nothing`() async throws {
        let stage = try await Stage.launched()
        await stage.host.key("f3")
        let y = try #require((0..<24).first { stage.host.frame.line($0).contains("╭─ Log in") })

        await stage.host.tap(40, y)

        #expect(stage.isPanelOpen)
    }

    @Test func `a tap on a tool runs it`() async throws {
        let stage = try await Stage.launched()
        await stage.tapBall(1)
        let y = try #require((0..<24).first { stage.host.frame.line($0).contains("Switch shop …") })

        await stage.host.tap(30, y)

        #expect(stage.host.frame.contains("● First ✓"))
    }

    @Test func `choices that cannot be fetched say why`() async throws {
        let stage = try await Stage.launched(configuration: routes) { host in
            let choice = CommandParameter(
                name: "to",
                title: "To",
                kind: .choice { throw Refused(text: "no shops today") }
            )
            try host.commands.offer(Command(id: "guest.add", title: "Add", parameters: [choice]) { _ in nil })
        }

        await stage.tapBall(2)
        #expect(stage.host.frame.contains("✕ no shops today"))
        await stage.host.key("enter")
        await stage.host.key("escape")

        #expect(stage.keyWindow == "page")
    }

    @Test func `the panel can be closed while choices are fetched`() async throws {
        let stage = try await Stage.launched(configuration: routes) { host in
            let choice = CommandParameter(
                name: "to",
                title: "To",
                kind: .choice {
                    try await host.clock.sleep(for: .seconds(2))
                    return [CommandChoice(value: "a", title: "Alpha")]
                }
            )
            try host.commands.offer(Command(id: "guest.add", title: "Add", parameters: [choice]) { _ in nil })
        }

        await stage.tapBall(2)
        #expect(stage.host.frame.contains("Loading …"))
        await stage.host.key("escape")
        await stage.host.advance(by: .seconds(3))
        #expect(!stage.isPanelOpen)
        await stage.tapBall(2)
        await stage.host.advance(by: .seconds(2))

        #expect(stage.host.frame.contains("Alpha"))
    }

    @Test func `the wheel scrolls a list that is longer than the card`() async throws {
        let stage = try await Stage.launched(size: Size(width: 40, height: 12))
        await stage.host.key("f2")
        #expect(!stage.host.frame.contains("Hide the ball"))

        for _ in 0..<40 { await stage.host.wheel(1, at: Point(x: 20, y: 5)) }
        await stage.host.advance(by: .zero)

        #expect(stage.host.frame.contains("Hide the ball"))
    }

    @Test func `an alert keeps the keyboard when the panel below it closes`() async throws {
        let stage = try await Stage.launched()
        stage.shop.patience = .seconds(1)
        await stage.logIn()
        let alert = stage.host.app.makeWindow(title: "alert", level: .alert, root: View())
        alert.makeKeyAndVisible()

        await stage.host.advance(by: .seconds(1))

        #expect(stage.shop.runs == ["login 555"])
        #expect(stage.keyWindow == "alert")
    }

    @Test func `the body of the ball is reversed, so that it is visible without colors`() async throws {
        let stage = try await Stage.launched()

        let cell = try #require(stage.host.frame.cell(at: stage.middle))

        #expect(cell.character == "‿")
        #expect(cell.style.attributes.contains(.reverse))
    }

    @Test func `the page is visible at the corners of the ball`() async throws {
        let stage = try await Stage.launched()

        let corner = try #require(stage.host.frame.cell(at: stage.ball.origin))
        let beside = try #require(stage.host.frame.cell(at: stage.ball.origin - Point(x: 1, y: 0)))

        #expect(corner.style.background == beside.style.background)
        #expect(corner.character == "▄")
    }

    @Test func `nothing is drawn while nothing happens`() async throws {
        let stage = try await Stage.launched()
        await stage.host.key("f2")
        await stage.host.advance(by: Ball.restDelay + .seconds(1))
        let frames = stage.host.changedFrames

        await stage.host.advance(by: .seconds(60))

        #expect(stage.host.changedFrames == frames)
    }
}
