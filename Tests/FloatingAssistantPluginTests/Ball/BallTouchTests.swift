import HostRuntime
import HostTestKit
import TestSupport
import Testing

@testable import FloatingAssistantPlugin

/// Touches and keys on the ball of a running host.
@MainActor @Suite(.tags(.assistant)) struct BallTouchTests {
    @Test func `the ball floats above the splash and below alerts, and is never key`() async throws {
        let stage = try await Stage.launched()
        let window = try #require(stage.ballWindow)

        #expect(window.level == .statusBar + 100)
        #expect(!window.isHidden)
        #expect(!window.makeKey())
        #expect(stage.keyWindow == "page")
    }

    @Test(arguments: [(1, "Tools"), (2, "Phone"), (3, "First"), (4, "Second")])
    func `each number of taps opens its target`(taps: Int, text: String) async throws {
        let stage = try await Stage.launched()

        await stage.tapBall(taps)

        #expect(stage.isPanelOpen)
        #expect(stage.host.frame.contains(text))
        #expect(stage.keyWindow == "assistant panel")
    }

    @Test(arguments: [("f2", "Tools"), ("f3", "Log in"), ("f4", "Switch shop"), ("f5", "Switch environment")])
    func `each gesture has a key`(key: String, title: String) async throws {
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

    @Test func `a touch beside the ball is the page's`() async throws {
        let stage = try await Stage.launched()

        let beside = stage.host.app.windows.window(at: stage.ball.origin - Point(x: 1, y: 0))
        let onBall = stage.host.app.windows.window(at: stage.middle)

        #expect(beside?.title == "page")
        #expect(onBall?.title == "assistant ball")
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
    func `the ball is visible with every set of characters`(isASCII: Bool) async throws {
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

        await stage.host.drag(from: stage.middle, to: Point(x: 0, y: 23))
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

    @Test func `taps that were being counted are dropped in the background`() async throws {
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
}
