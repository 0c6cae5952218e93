import HostRuntime
import HostTestKit
import Testing

@testable import FloatingAssistantPlugin

@MainActor @Suite struct BallRestTests {
    /// A host with a page of text below the ball.
    private func launched(isRested: Bool = true) async throws -> Stage {
        let stage = try await Stage.launched { host in
            let text = Label(Array(repeating: String(repeating: "x", count: 80), count: 24).joined(separator: "\n"))
            let window = host.makeWindow(title: "text", root: text)
            window.makeKeyAndVisible()
            // The window disappears when nobody holds it.
            text.onGesture = { _ in _ = window }
        }
        if isRested { await stage.host.advance(by: Ball.restDelay + .seconds(1)) }
        return stage
    }

    /// Logs in without waiting for the result, which becomes a badge.
    private func leaveResult(_ stage: Stage) async {
        stage.shop.patience = .seconds(1)
        await stage.logIn()
        await stage.host.advance(by: PanelState.progressDelay)
        await stage.host.tap(0, 0)
        await stage.host.advance(by: .seconds(1))
    }

    private func covered(_ stage: Stage) -> String {
        (stage.ball.minY..<stage.ball.maxY).map { String(stage.host.frame.line($0).dropFirst(stage.ball.minX)) }
            .joined(separator: "/")
    }

    @Test func `after a while the text below the ball is readable`() async throws {
        let stage = try await launched(isRested: false)
        #expect(covered(stage) == "▄▀▀▀▄/ •‿•/▀▀▀▀▀")

        await stage.host.advance(by: Ball.restDelay + .seconds(1))

        #expect(covered(stage) == "xxxxx/xxxxx/xxxxx")
        #expect(stage.ballWindow?.alpha == Ball.restingAlpha)
    }

    @Test func `a ball that rests takes the same taps, and is seen whole again`() async throws {
        let stage = try await launched()

        await stage.tapBall(2)
        #expect(stage.host.frame.contains("╭─ Log in ─"))
        await stage.host.key("escape")

        #expect(stage.ballWindow?.alpha == 1)
    }

    @Test func `a key that does what a tap does brings the whole ball back`() async throws {
        let stage = try await launched()

        await stage.host.key("f2")

        #expect(stage.ballWindow?.alpha == 1)
    }

    @Test func `nothing happens while it rests`() async throws {
        let stage = try await launched()
        let frames = stage.host.changedFrames

        await stage.host.advance(by: .seconds(3600))

        #expect(stage.host.changedFrames == frames)
        #expect(!stage.host.hasPendingTimers)
    }

    @Test func `a ball with a badge shrinks to the edge, and the badge is seen`() async throws {
        let stage = try await launched()

        await leaveResult(stage)
        #expect(covered(stage).hasPrefix("▄▀▀▀✓"))
        await stage.host.advance(by: Ball.restDelay + .seconds(1))

        #expect(covered(stage) == "xxxx✓/xxxx•/xxxxx")
        #expect(stage.ballWindow?.alpha == 1)
    }

    @Test(arguments: [(74, false), (75, true), (79, true)])
    func `a shrunk ball takes the taps of the whole one`(x: Int, isOpen: Bool) async throws {
        let stage = try await launched()
        await leaveResult(stage)
        await stage.host.advance(by: Ball.restDelay + .seconds(1))

        await stage.host.tap(x, 20)
        await stage.host.advance(by: .seconds(1))

        #expect(stage.isPanelOpen == isOpen)
    }

    @Test(arguments: [ColorDepth.ansi16, .monochrome])
    func `with few colors the ball shrinks`(depth: ColorDepth) {
        #expect(BallView.Rest.afterAWhile(depth, hasBadge: false, hasNumber: true, side: .left) == .shrunk(.left))
    }

    @Test(arguments: [ColorDepth.trueColor, .indexed256])
    func `with enough colors the ball fades, unless it has a badge or a number`(depth: ColorDepth) {
        #expect(BallView.Rest.afterAWhile(depth, hasBadge: false, hasNumber: false, side: .left) == .faded)
        #expect(BallView.Rest.afterAWhile(depth, hasBadge: false, hasNumber: true, side: .left) == .awake)
        #expect(BallView.Rest.afterAWhile(depth, hasBadge: true, hasNumber: true, side: .right) == .shrunk(.right))
    }
}

@MainActor @Suite struct ExcessTapsTests {
    @Test(arguments: 1...8) func `taps beyond the longest series do not undo what it did`(excess: Int) async throws {
        let longest = try #require(TapGesture.all.last)
        let routes = HostConfiguration([
            "floating-assistant": ["routes": .dictionary([longest.name: "environment.switch"])]
        ])
        let stage = try await Stage.launched(configuration: routes)

        await stage.tapBall(longest.taps + excess)
        #expect(stage.isPanelOpen)
        await stage.host.advance(by: .seconds(1))

        #expect(stage.host.frame.contains("╭─ Switch environment ─"))
        #expect(stage.shop.runs == [])
    }

    @Test(arguments: [(20, 5), (12, 3), (1, 1)])
    func `further taps choose nothing where the panel covers the ball`(width: Int, height: Int) async throws {
        let stage = try await Stage.launched(size: Size(width: width, height: height))

        await stage.tapBall(TapGesture.mostTaps + 5)
        await stage.host.advance(by: .seconds(1))

        #expect(stage.isPanelOpen)
        #expect(stage.shop.runs == [])
    }

    @Test func `a key between taps ends their row`() async throws {
        let stage = try await Stage.launched()
        await stage.host.tap(stage.middle.x, stage.middle.y, count: TapGesture.mostTaps)
        await stage.host.key("escape")

        await stage.tapBall(3)

        #expect(stage.host.frame.contains("╭─ Switch shop ─"))
    }

    @Test func `a tap after a pause is a new one, and closes the panel beside which it is`() async throws {
        let stage = try await Stage.launched()
        await stage.tapBall(TapGesture.mostTaps + 2)
        await stage.host.advance(by: .seconds(1))

        await stage.host.tap(stage.middle.x, stage.middle.y)

        #expect(!stage.isPanelOpen)
    }
}
