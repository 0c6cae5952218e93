import HostRuntime
import HostTestKit
import TestSupport
import Testing

@testable import FloatingAssistantPlugin

/// The ball in a running host.
@MainActor @Suite(.tags(.assistant)) struct BallTests {
    /// A page with a line to type in, at the place of the ball.
    @MainActor private final class TypingPage {
        let field = TextField()
        var window: Window?

        func open(_ host: AppHost, at frame: Rect) {
            field.frame = frame
            let root = View()
            root.addSubview(field)
            window = host.makeWindow(title: "typing", root: root)
            window?.makeKeyAndVisible()
            field.becomeFirstResponder()
        }
    }

    private func stored(_ stage: Stage) -> PlainValue? {
        stage.host.app.store("floating-assistant").value(Ball.storeKey)
    }

    // MARK: - Tools

    @Test(arguments: [true, false])
    func `a ball that a tool has hidden stays hidden until it is shown`(isIntroduced: Bool) async throws {
        let stage = try await Stage.launched(isIntroduced: isIntroduced)
        let window = try #require(stage.host.app.windows.windows.first { $0.title == "assistant ball" })

        var changes = 0
        let watching = stage.host.app.bus.observe(WindowDidChange.self) { _ in changes += 1 }
        window.hide()
        await stage.host.advance(by: .seconds(10))
        watching.cancel()
        #expect(changes == 1)
        #expect(!stage.host.visibleWindows.contains("assistant ball"))

        _ = try await stage.host.run("assistant.show")
        #expect(stage.host.visibleWindows.contains("assistant ball"))
    }

    // MARK: - Taps

    @Test func `the last tap opens at once, and fewer after three tenths of a second`() async throws {
        let longest = try #require(TapGesture.all.last)
        let routes = HostConfiguration([
            "floating-assistant": ["routes": .dictionary([longest.name: "environment.switch"])]
        ])
        let stage = try await Stage.launched(configuration: routes)

        await stage.host.tap(stage.middle.x, stage.middle.y, count: longest.taps - 1)
        await stage.host.advance(by: .milliseconds(299))
        #expect(!stage.isPanelOpen)
        await stage.host.tap(stage.middle.x, stage.middle.y)

        #expect(stage.host.frame.contains("╭─ Switch environment ─"))
    }

    @Test func `the corners of the ball are the ball`() async throws {
        let stage = try await Stage.launched()

        await stage.host.tap(stage.ball.minX, stage.ball.minY)
        await stage.host.advance(by: .milliseconds(300))

        #expect(stage.isPanelOpen)
    }

    @Test func `the ball floats above what covers the page, and can be tapped there`() async throws {
        let stage = try await Stage.launched()
        let root = View()
        root.background = Theme.panel
        let cover = stage.host.app.makeWindow(title: "cover", level: .statusBar + 1, root: root)

        cover.makeKeyAndVisible()
        await stage.host.advance(by: .zero)
        #expect(stage.host.frame.contains("•‿•"))
        await stage.tapBall(1)

        #expect(stage.isPanelOpen)
    }

    // MARK: - Docking

    @Test func `with reduced motion the ball docks at once`() async throws {
        let stage = try await Stage.launched(reducesMotion: true)

        await stage.host.drag(from: stage.middle, to: Point(x: 20, y: 4))

        #expect(stage.ball.origin == Point(x: 0, y: 3))
    }

    @Test func `a drag takes a ball on its way from where it is seen`() async throws {
        let stage = try await Stage.launched()
        await stage.host.drag(from: stage.middle, to: Point(x: 30, y: 10))
        await stage.host.touch(.began, at: stage.middle)
        await stage.host.advance(by: .milliseconds(500))
        let held = stage.middle
        await stage.host.touch(.moved, at: held + Point(x: 1, y: 0))

        #expect(stage.ball.minX <= 1)
        #expect(stage.host.frame.contains("◆"))
    }

    @Test func `nothing is drawn when the ball has docked`() async throws {
        let stage = try await Stage.launched()
        await stage.host.drag(from: stage.middle, to: Point(x: 30, y: 10))
        await stage.host.advance(by: Ball.restDelay + .seconds(1))
        let frames = stage.host.changedFrames

        await stage.host.advance(by: .seconds(60))

        #expect(stage.host.changedFrames == frames)
    }

    // MARK: - Remembering

    @Test func `the place is written after the drag, and not during it`() async throws {
        let stage = try await Stage.launched()
        await stage.host.touch(.began, at: stage.middle)
        await stage.host.advance(by: .milliseconds(500))
        await stage.host.touch(.moved, at: Point(x: 20, y: 8))
        await stage.host.advance(by: .seconds(5))
        #expect(stored(stage) == nil)

        await stage.host.touch(.ended, at: Point(x: 20, y: 8))
        await stage.host.advance(by: DebouncedStore.delay)

        #expect(BallHome(stored: stored(stage)) == BallHome(.left, fraction: 7.0 / 21))
    }

    @Test func `the end of the program writes what was not written yet`() async throws {
        let stage = try await Stage.launched()
        await stage.host.key("alt-left")
        #expect(stored(stage) == nil)

        await stage.host.terminate()

        #expect(BallHome(stored: stored(stage))?.side == .left)
    }

    @Test func `entering the background writes pending changes`() async throws {
        let stage = try await Stage.launched()
        await stage.host.key("alt-left")

        await stage.host.enterBackground()

        #expect(BallHome(stored: stored(stage))?.side == .left)
    }

    @Test func `the next run finds the ball where it was left`() async throws {
        let folder = TemporaryFolder()
        let first = try await Stage.launched(stateDirectory: folder.path)
        await first.host.drag(from: first.middle, to: Point(x: 3, y: 9))
        await first.host.terminate()

        let second = try await Stage.launched(stateDirectory: folder.path)

        #expect(second.ball.origin == Point(x: 0, y: 8))
    }

    @Test(arguments: ["somewhere", 7, ["side": "up", "down": 0.1], ["side": "left", "down": 20]] as [PlainValue])
    func `a foreign value in the store is ignored`(value: PlainValue) async throws {
        let stage = try await Stage.launched(prepare: { host in
            host.store("floating-assistant").update { $0[Ball.storeKey] = value }
        })

        #expect(stage.ball.origin == Point(x: 75, y: 19))
    }

    // MARK: - The text cursor

    @Test func `the ball gets out of the way of the text cursor, and returns when it has gone`() async throws {
        let stage = try await Stage.launched()
        let page = TypingPage()

        page.open(stage.host.app, at: Rect(x: 70, y: 20, width: 10, height: 1))
        await stage.host.type("abc")
        await stage.host.advance(by: .milliseconds(250))
        #expect(stage.ball == Rect(x: 75, y: 16, width: 5, height: 3))
        page.window?.close()
        await stage.host.advance(by: .milliseconds(250))

        #expect(stage.ball == Rect(x: 75, y: 19, width: 5, height: 3))
        #expect(stored(stage) == nil)
    }

    @Test func `the ball covers nothing in the row of the field in which the person types`() async throws {
        let stage = try await Stage.launched()
        let page = TypingPage()

        page.open(stage.host.app, at: Rect(x: 0, y: 20, width: 80, height: 1))
        await stage.host.type("abc")
        await stage.host.advance(by: .milliseconds(250))

        #expect(stage.ball == Rect(x: 75, y: 17, width: 5, height: 3))
        #expect(stage.host.frame.line(20) == "abc" + String(repeating: " ", count: 77))
    }

    @Test func `the ball leaves every row of a field, follows the keyboard to another one, and returns`() async throws {
        let stage = try await Stage.launched()
        let page = TypingPage()
        page.open(stage.host.app, at: Rect(x: 0, y: 17, width: 80, height: 6))
        await stage.host.advance(by: .zero)
        #expect(stage.ball.maxY == 17)

        let other = TextField(frame: Rect(x: 0, y: 15, width: 80, height: 1))
        page.window?.rootView?.addSubview(other)
        other.becomeFirstResponder()
        await stage.host.advance(by: .milliseconds(500))
        #expect(stage.ball.minY == 19)
        other.frame.origin.y = 20
        await stage.host.advance(by: .milliseconds(500))
        #expect(stage.ball.maxY <= 20)
        await stage.host.resize(to: Size(width: 40, height: 12))
        other.frame.origin.y = 8
        await stage.host.advance(by: .milliseconds(500))
        #expect(stage.ball.maxY <= 8 || stage.ball.minY >= 9)
        await stage.host.resize(to: Size(width: 80, height: 24))
        page.window?.close()
        await stage.host.advance(by: .milliseconds(500))

        #expect(stage.ball == Rect(x: 75, y: 19, width: 5, height: 3))
    }

    @Test func `the ball doesn't cross the rows that are typed in`() async throws {
        let stage = try await Stage.launched()
        let page = TypingPage()
        page.open(stage.host.app, at: Rect(x: 0, y: 10, width: 80, height: 1))
        await stage.host.advance(by: .zero)
        await stage.host.key("alt-left")
        await stage.host.advance(by: .seconds(1))

        await stage.host.drag(from: stage.middle, to: Point(x: 60, y: 2))
        for _ in 0..<30 {
            await stage.host.advance(by: .milliseconds(10))
            #expect(stage.ball.maxY <= 10 || stage.ball.minY >= 11)
        }
    }

    // MARK: - Holds

    private func post(_ name: String, _ values: [String: PlainValue], _ stage: Stage) async {
        stage.host.app.bus.post(named: NotificationName(name), values)
        await stage.host.advance(by: .milliseconds(10))
    }

    private func isShown(_ stage: Stage) -> Bool { stage.host.visibleWindows.contains("assistant ball") }

    @Test func `a program keeps the ball off a page for a while, and the keys have their effect`() async throws {
        let stage = try await Stage.launched()

        await post("assistant.hold", ["reason": "payment", "seconds": 120], stage)
        #expect(!isShown(stage))
        await stage.host.tap(77, 20)
        #expect(stage.shop.taps == 1)
        await stage.host.key("f2")
        #expect(stage.isPanelOpen)
        await stage.host.key("escape")
        await post("assistant.release", ["reason": "payment"], stage)

        #expect(isShown(stage))
        #expect(stage.host.frame.contains("•‿•"))
    }

    @Test func `a hold that is never released ends by itself`() async throws {
        let stage = try await Stage.launched()
        await post("assistant.hold", ["seconds": 20], stage)

        await stage.host.advance(by: .seconds(19))
        #expect(!isShown(stage))
        await stage.host.advance(by: .seconds(1))

        #expect(isShown(stage))
    }

    @Test func `a hold whose seconds are no number is an error, and hides nothing`() async throws {
        let stage = try await Stage.launched()

        await post("assistant.hold", ["seconds": "abc"], stage)

        #expect(stage.host.events.contains { $0.contains("is a number from 0 to 3600, not 'abc'; nothing was held") })
        #expect(isShown(stage))
    }

    @Test func `the key that shows the ball says what holds it, and a hidden ball stays hidden`() async throws {
        let stage = try await Stage.launched()
        await post("assistant.hold", ["reason": "payment", "seconds": 20], stage)

        let refusal = await #expect(throws: CommandUnavailable.self) { try await stage.host.run("assistant.show") }
        #expect(refusal?.reason.hasPrefix("The program keeps the ball away: 'payment', for at most ") == true)
        try await stage.host.run("assistant.hide")
        await post("assistant.release", [:], stage)

        #expect(!isShown(stage))
    }

    // MARK: - Hiding

    @Test func `a hidden ball is shown again with its key`() async throws {
        let stage = try await Stage.launched()

        await stage.host.key("shift-f6")
        #expect(!stage.host.visibleWindows.contains("assistant ball"))
        await stage.host.tap(77, 20)
        #expect(stage.shop.taps == 1)
        await stage.host.key("f6")

        #expect(stage.host.frame.contains("•‿•"))
        #expect(stage.keyWindow == "page")
    }

    @Test func `hiding lasts only for the run`() async throws {
        let folder = TemporaryFolder()
        let first = try await Stage.launched(stateDirectory: folder.path)
        try await first.host.run("assistant.hide")
        await first.host.terminate()

        let second = try await Stage.launched(stateDirectory: folder.path)

        #expect(second.host.frame.contains("•‿•"))
    }

    @Test func `the gestures have their keys while the ball is hidden`() async throws {
        let stage = try await Stage.launched()
        try await stage.host.run("assistant.hide")

        await stage.host.key("f3")

        #expect(stage.host.frame.contains("╭─ Log in ─"))
    }

    @Test func `hiding the ball in the middle of a drag ends the drag`() async throws {
        let stage = try await Stage.launched()
        await stage.host.touch(.began, at: stage.middle)
        await stage.host.advance(by: .milliseconds(500))
        await stage.host.touch(.moved, at: Point(x: 20, y: 4))

        try await stage.host.run("assistant.hide")
        await stage.host.touch(.moved, at: Point(x: 30, y: 4))
        await stage.host.touch(.ended, at: Point(x: 30, y: 4))
        try await stage.host.run("assistant.show")

        #expect(stage.ball.origin == Point(x: 75, y: 19))
        #expect(!stage.host.frame.contains("◆"))
    }
}
