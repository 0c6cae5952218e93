import HostRuntime
import HostTestKit
import Testing

@testable import FloatingAssistantPlugin

/// The commands, the configuration and the end of the plugin in a running host.
@MainActor @Suite struct FloatingAssistantTests {
    // MARK: - Following the commands

    @Test func `the tools list every command that can be run now under its group with its key`() async throws {
        let stage = try await Stage.launched(size: Size(width: 80, height: 40))

        await stage.host.key("f2")

        let frame = stage.host.frame
        for command in stage.host.app.commands.all {
            #expect(frame.contains(command.title) == (command.isListed && command.availability == .available))
        }
        for group in ["Account", "Shop", "Host", "Assistant"] { #expect(frame.contains(group)) }
        #expect(frame.contains("ctrl-l"))
    }

    @Test func `the tools follow the commands as they come`() async throws {
        let stage = try await Stage.launched(size: Size(width: 80, height: 40))
        await stage.host.key("f2")

        try stage.host.app.commands.offer(Command(id: "new.one", title: "Brand new", group: "Late") { _ in nil })
        await stage.host.advance(by: .zero)

        #expect(stage.host.frame.contains("Brand new"))
    }

    @Test func `a route to a command that is not offered says so in the panel`() async throws {
        let stage = try await Stage.launched(offersRoutes: false)

        await stage.tapBall(2)
        #expect(stage.host.frame.contains("No command 'session.login' is offered."))
        #expect(!stage.host.frame.contains("did you mean"))
        await stage.host.key("escape")

        #expect(stage.keyWindow == "page")
    }

    @Test func `a mistyped route names the nearest command`() async throws {
        let routes = HostConfiguration(["floating-assistant": ["routes": ["two-taps": "shop.swich"]]])
        let stage = try await Stage.launched(configuration: routes)

        await stage.tapBall(2)

        #expect(stage.host.frame.contains("'shop.switch'?"))
    }

    @Test func `the routes are what the configuration says`() async throws {
        let configuration = HostConfiguration([
            "floating-assistant": ["routes": ["two-taps": "shop.switch", "no-taps": "x"]]
        ])
        let stage = try await Stage.launched(configuration: configuration)

        await stage.tapBall(2)

        #expect(stage.host.frame.contains("Switch shop"))
        let warnings = stage.host.app.log.entries.filter { $0.level == .warning }.map(\.text)
        #expect(warnings.count == 1)
        #expect(warnings.first?.hasPrefix("nothing reads 'routes.no-taps' in the section 'floating-assistant'") == true)
    }

    @Test func `every kind of parameter can be entered with the keyboard`() async throws {
        var given: [String] = []
        let parameters = [
            CommandParameter(name: "text", title: "Text"),
            CommandParameter(name: "secret", title: "Secret", kind: .secret),
            CommandParameter(name: "number", title: "Number", kind: .number(0...9)),
            CommandParameter(name: "toggle", title: "Toggle", kind: .toggle),
            CommandParameter(
                name: "choice",
                title: "Choice",
                kind: .choice { [CommandChoice(value: "x", title: "Ex"), CommandChoice(value: "y", title: "Why")] }
            ),
        ]
        let configuration = HostConfiguration(["floating-assistant": ["routes": ["two-taps": "all.kinds"]]])
        let stage = try await Stage.launched(
            size: Size(width: 40, height: 12),
            configuration: configuration,
            prepare: { host in
                let command = Command(id: "all.kinds", title: "All kinds", parameters: parameters) { arguments in
                    given = [
                        arguments.text("text"), arguments.text("secret"), "\(arguments.number("number") ?? -1)",
                        "\(arguments.toggle("toggle"))", arguments.text("choice"),
                    ]
                    return nil
                }
                try host.commands.offer(command)
            }
        )

        await stage.host.key("f3")
        for step in ["a", "tab", "b", "tab", "7", "tab", "space", "tab", "enter", "down", "enter", "enter"] {
            await stage.host.key(step)
        }

        #expect(given == ["a", "b", "7.0", "true", "y"])
        #expect(!stage.isPanelOpen)
    }

    // MARK: - Sizes and ends

    @Test(arguments: [(40, 12), (20, 5), (3, 3), (1, 1), (0, 0), (300, 100)])
    func `an open panel follows the screen to any size`(width: Int, height: Int) async throws {
        let stage = try await Stage.launched()

        for key in ["f2", "f3", "f4"] {
            await stage.host.key(key)
            await stage.host.resize(to: Size(width: width, height: height))
            await stage.host.key("down")
            // A screen may have no cell.
            if width > 0 { await stage.host.tap(0, 0) }
            await stage.host.key("tab")
            await stage.host.resize(to: Size(width: 80, height: 24))
            await stage.host.key("escape")
        }

        #expect(!stage.isPanelOpen)
        #expect(stage.host.frame.contains("•‿•"))
    }

    @Test func `a form with its error can be used on a screen of forty by twelve`() async throws {
        let stage = try await Stage.launched(size: Size(width: 40, height: 12))

        await stage.host.key("f3")
        await stage.host.key("tab")
        await stage.host.key("enter")

        let frame = stage.host.frame
        for text in ["Phone", "Password", "Log in", "Needs a value"] { #expect(frame.contains(text)) }
    }

    /// The assistant, watched from outside.
    private final class Watched: HostPlugin {
        nonisolated static let manifest = FloatingAssistant.manifest
        static weak var latest: FloatingAssistant?

        private let assistant = FloatingAssistant()

        init() {
            Watched.latest = assistant
        }

        func activate(_ context: PluginContext) throws {
            try assistant.activate(context)
        }
    }

    @Test func `deactivation leaves nothing, with a form open and a command running`() async throws {
        let stage = try await Stage.launched(plugin: Watched.self)
        stage.shop.patience = .seconds(5)
        await stage.logIn()
        weak let ball = stage.ballWindow
        weak let panel = stage.panelWindow
        weak let card = stage.panelWindow?.rootView
        #expect(Watched.latest != nil && ball != nil && panel != nil && card != nil)

        try stage.host.app.plugins.disable("floating-assistant")
        await stage.host.advance(by: .seconds(10))

        #expect(Watched.latest == nil && ball == nil && panel == nil && card == nil)
        #expect(stage.host.visibleWindows == ["page"])
        #expect(stage.keyWindow == "page")
        #expect(!stage.host.app.commands.all.contains { $0.id.hasPrefix("assistant.") })
    }
}
