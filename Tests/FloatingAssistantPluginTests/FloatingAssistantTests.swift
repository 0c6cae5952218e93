import HostRuntime
import HostTestKit
import Testing

@testable import FloatingAssistantPlugin

@MainActor @Suite struct FloatingAssistantTests {
    // MARK: - The ball

    @Test func `the ball floats above the splash and below alerts, and is never key`() async throws {
        let stage = try await Stage.launched()
        let window = try #require(stage.ballWindow)

        #expect(window.level == .statusBar + 100)
        #expect(!window.isHidden)
        #expect(!window.makeKey())
        #expect(stage.keyWindow == "page")
    }

    @Test(arguments: [(1, "Tools"), (2, "Phone"), (3, "First"), (4, "Second")])
    func `each number of taps opens its part`(taps: Int, text: String) async throws {
        let stage = try await Stage.launched()

        await stage.tapBall(taps)

        #expect(stage.isPanelOpen)
        #expect(stage.host.frame.contains(text))
        #expect(stage.keyWindow == "assistant panel")
    }

    @Test(arguments: [("f2", "Tools"), ("f3", "Log in"), ("f4", "Switch shop"), ("f5", "Switch environment")])
    func `each part has a key`(key: String, title: String) async throws {
        let stage = try await Stage.launched()

        await stage.host.key(key)

        #expect(stage.host.frame.contains("╭─ \(title) ─"))
    }

    @Test(arguments: [(-1, 1), (5, 1), (2, -1), (2, 3), (-1, 0), (5, 2)])
    func `a tap one cell beside the ball reaches the page`(dx: Int, dy: Int) async throws {
        let stage = try await Stage.launched()
        // Away from the edge of the screen, beyond which there is no page.
        await stage.host.key("alt-up")
        if dx > 0 { await stage.host.key("alt-left") }
        await stage.host.advance(by: .seconds(1))

        await stage.host.tap(stage.ball.minX + dx, stage.ball.minY + dy)
        await stage.host.advance(by: .seconds(1))

        #expect(stage.shop.taps == 1)
        #expect(!stage.isPanelOpen)
    }

    @Test func `the explanation of a touch beside the ball names the page`() async throws {
        let stage = try await Stage.launched()

        let beside = stage.host.app.windows.explainHit(at: stage.ball.origin - Point(x: 1, y: 0))
        let onBall = stage.host.app.windows.explainHit(at: stage.middle)

        #expect(beside.target?.title == "page")
        #expect(beside.candidates.first { $0.window.title == "assistant ball" }?.verdict == .background)
        #expect(onBall.target?.title == "assistant ball")
    }

    @Test func `a tap on the ball does not reach the page`() async throws {
        let stage = try await Stage.launched()

        await stage.tapBall(1)

        #expect(stage.shop.taps == 0)
    }

    @Test func `keys go to the page while the ball is there`() async throws {
        let stage = try await Stage.launched()

        await stage.host.longPress(stage.middle.x, stage.middle.y)
        await stage.host.type("ab")

        #expect(stage.shop.keys == ["a", "b"])
    }

    @Test(arguments: [true, false])
    func `the ball is seen with every set of characters`(isASCII: Bool) async throws {
        let stage = try await Stage.launched(isASCII: isASCII)

        #expect(stage.host.frame.line(20).hasSuffix(isASCII ? "(o_o)" : "•‿•"))
    }

    @Test func `a held ball looks different, and follows the pointer`() async throws {
        let stage = try await Stage.launched()

        await stage.host.touch(.began, at: stage.middle)
        await stage.host.advance(by: .milliseconds(500))
        #expect(stage.host.frame.contains("◂ ◆ ▸"))
        await stage.host.touch(.moved, at: Point(x: 20, y: 4))
        await stage.host.advance(by: .zero)
        #expect(stage.middle == Point(x: 20, y: 4))
        await stage.host.touch(.ended, at: Point(x: 20, y: 4))
        await stage.host.advance(by: .zero)

        #expect(!stage.host.frame.contains("◆"))
        #expect(stage.middle == Point(x: 20, y: 4))
        #expect(!stage.isPanelOpen)
        await stage.host.advance(by: .milliseconds(250))
        #expect(stage.middle == Point(x: 2, y: 4))
    }

    @Test(arguments: [(20, 5), (1, 1), (3, 40), (200, 2)])
    func `after a drag across the screen and a resize to small and back the ball can be tapped`(
        width: Int,
        height: Int
    ) async throws {
        let stage = try await Stage.launched()

        await stage.host.drag(from: stage.middle, to: Point(x: -40, y: 300))
        await stage.host.advance(by: .milliseconds(250))
        #expect(stage.ball.origin == Point(x: 0, y: 21))
        await stage.host.resize(to: Size(width: width, height: height))
        await stage.tapBall(1)
        #expect(stage.isPanelOpen)
        await stage.host.key("escape")
        await stage.host.resize(to: Size(width: 80, height: 24))
        await stage.tapBall(1)

        #expect(stage.isPanelOpen)
    }

    @Test func `losing the focus during a drag takes the ball back`() async throws {
        let stage = try await Stage.launched()
        let start = stage.ball.origin
        await stage.host.touch(.began, at: stage.middle)
        await stage.host.advance(by: .milliseconds(500))
        await stage.host.touch(.moved, at: Point(x: 20, y: 4))

        await stage.host.focusOut()
        await stage.host.touch(.moved, at: Point(x: 30, y: 4))
        await stage.host.touch(.ended, at: Point(x: 30, y: 4))
        await stage.host.focusIn()
        await stage.host.advance(by: .milliseconds(250))

        #expect(stage.ball.origin == start)
        #expect(!stage.host.frame.contains("◆"))
    }

    @Test func `taps that were being counted are forgotten when the person leaves`() async throws {
        let stage = try await Stage.launched()

        await stage.host.tap(stage.middle.x, stage.middle.y)
        await stage.host.focusOut()
        await stage.host.advance(by: .seconds(1))

        #expect(!stage.isPanelOpen)
    }

    @Test func `the keys move the ball from side to side and along them, and leave it on the screen`() async throws {
        let stage = try await Stage.launched()

        await stage.host.key("alt-left")
        await stage.host.advance(by: .milliseconds(250))
        await stage.host.key("alt-up")
        #expect(stage.ball.origin == Point(x: 0, y: 18))
        for _ in 0..<30 { await stage.host.key("alt-down") }

        #expect(stage.ball.maxY == 24)
    }

    // MARK: - The panel and the keyboard

    @Test func `keys go to the form while it is open, and to the page again after it`() async throws {
        let stage = try await Stage.launched()

        await stage.host.key("f3")
        await stage.host.type("q1")
        #expect(stage.host.frame.contains("q1"))
        await stage.host.key("escape")
        await stage.host.type("z")

        #expect(stage.shop.keys == ["z"])
        #expect(stage.keyWindow == "page")
    }

    @Test func `the keyboard goes on when the window that was key has gone meanwhile`() async throws {
        let stage = try await Stage.launched()
        let other = stage.shop.open("other")
        await stage.host.key("f3")

        other.close()
        #expect(stage.keyWindow == "assistant panel")
        await stage.host.key("escape")

        #expect(stage.keyWindow == "page")
    }

    @Test func `a tap beside the card closes the panel and does not reach the page`() async throws {
        let stage = try await Stage.launched()
        await stage.host.key("f2")

        await stage.host.tap(0, 0)

        #expect(!stage.isPanelOpen)
        #expect(stage.shop.taps == 0)
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

    // MARK: - Running commands

    @Test func `a login is filled in, submitted and answered, and the panel goes after a while`() async throws {
        let stage = try await Stage.launched()

        await stage.host.key("f3")
        await stage.host.type("555")
        await stage.host.key("enter")
        await stage.host.type("tea")
        await stage.host.key("enter")

        #expect(stage.shop.runs == ["login 555"])
        #expect(stage.host.frame.contains("✓ Welcome"))
        await stage.host.advance(by: .milliseconds(1499))
        #expect(stage.isPanelOpen)
        await stage.host.advance(by: .milliseconds(1))
        #expect(!stage.isPanelOpen)
    }

    @Test func `a result goes at any key`() async throws {
        let stage = try await Stage.launched()
        await stage.host.key("f4")
        await stage.host.key("enter")
        #expect(stage.host.frame.contains("✓ Now at a"))

        await stage.host.key("x")

        #expect(!stage.isPanelOpen)
        #expect(stage.shop.keys == [])
    }

    @Test func `an error stays in the panel`() async throws {
        let stage = try await Stage.launched()
        await stage.host.key("f3")
        await stage.host.type("555")
        await stage.host.key("tab")
        await stage.host.type("milk")

        await stage.host.key("enter")
        await stage.host.advance(by: .seconds(10))

        #expect(stage.host.frame.contains("✕ wrong password: •••"))
        #expect(stage.shop.runs == [])
    }

    @Test func `a secret is on no frame and in no log`() async throws {
        let stage = try await Stage.launched(prepare: { host in
            let code = CommandParameter(name: "code", title: "Code", kind: .secret)
            try host.commands.offer(Command(id: "safe.open", title: "Open the safe", parameters: [code]) { _ in nil })
        })
        await stage.host.key("f3")
        await stage.host.type("555")
        await stage.host.key("enter")
        await stage.host.type("xyzzy")
        #expect(stage.host.frame.contains("•••••"))
        #expect(!stage.host.frame.contains("xyzzy"))

        await stage.host.key("enter")

        #expect(!stage.host.frame.contains("xyzzy"))
        #expect(!stage.host.app.log.entries.contains { $0.text.contains("xyzzy") })
    }

    @Test func `one tap on a row of choices takes it`() async throws {
        let stage = try await Stage.launched()
        await stage.tapBall(3)
        let y = try #require((0..<24).first { stage.host.frame.line($0).contains("Second") })

        await stage.host.tap(30, y)

        #expect(stage.shop.runs == ["shop.switch b"])
    }

    @Test func `choices have their colour, and the one in force is marked`() async throws {
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
        await stage.host.key("f3")
        await stage.host.type("555")
        await stage.host.key("tab")
        await stage.host.type("tea")

        await stage.host.key("enter")
        await stage.host.key("enter")
        await stage.host.advance(by: .seconds(5))

        #expect(stage.shop.runs == ["login 555"])
    }

    @Test func `an answer that comes after the panel closed shows nothing`() async throws {
        let stage = try await Stage.launched()
        stage.shop.patience = .seconds(5)
        await stage.host.key("f3")
        await stage.host.type("555")
        await stage.host.key("tab")
        await stage.host.type("tea")
        await stage.host.key("enter")

        await stage.host.tap(0, 0)
        await stage.host.advance(by: .seconds(5))

        #expect(stage.shop.runs == ["login 555"])
        #expect(!stage.isPanelOpen)
    }

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

    @Test func `a route to a command that nobody offers says so in the panel`() async throws {
        let stage = try await Stage.launched(offersRoutes: false)

        await stage.tapBall(2)
        #expect(stage.host.frame.contains("Nobody here offers 'session.login'."))
        #expect(!stage.host.frame.contains("Did you mean"))
        await stage.host.key("escape")

        #expect(stage.keyWindow == "page")
    }

    @Test func `a route that is mistyped names the nearest command`() async throws {
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
        #expect(stage.host.app.log.entries.filter { $0.level == .warning }.map(\.source) == ["floating-assistant"])
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
        for step in ["a", "tab", "b", "tab", "7", "tab", "space", "tab", "down", "enter"] {
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
            await stage.host.tap(0, 0)
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

    /// The assistant under its own name, seen from outside.
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
        await stage.host.key("f3")
        await stage.host.type("555")
        await stage.host.key("tab")
        await stage.host.type("tea")
        await stage.host.key("enter")
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
