import HostRuntime
import HostTestKit
import TestSupport
import Testing

@testable import FloatingAssistantPlugin

/// The line beside the ball at the first start.
@MainActor @Suite struct IntroductionTests {
    private let text = "Tap me, or press f2"

    @Test(arguments: [(80, 24), (110, 32), (40, 12), (24, 5)])
    func `at the first start a line beside the ball says how to use it`(width: Int, height: Int) async throws {
        let stage = try await Stage.launched(size: Size(width: width, height: height), isIntroduced: false)

        #expect(stage.host.frame.line(stage.middle.y).contains(text))
        #expect(stage.keyWindow == "page")
    }

    @Test func `it covers no text, and is in another row or away`() async throws {
        for rows in [[20], [19, 20], [19, 20, 21]] {
            let stage = try await Stage.launched(isIntroduced: false)
            for y in rows {
                let label = Label("Price 1.00", frame: Rect(x: 50, y: y, width: 15, height: 1))
                stage.shop.page?.rootView?.addSubview(label)
            }
            await stage.host.advance(by: .seconds(1))

            for y in rows { #expect(stage.host.frame.line(y).contains("Price 1.00")) }
            #expect(stage.host.frame.contains(text) == (rows.count < 3))
        }
    }

    @Test func `it goes after 12 s in all, however often something covers it, and nothing follows`() async throws {
        let stage = try await Stage.launched(isIntroduced: false)
        for _ in 0..<3 {
            let product = stage.shop.open("product")
            await stage.host.advance(by: .seconds(2))
            #expect(!stage.host.frame.contains(text))
            product.close()
            await stage.host.advance(by: .seconds(1))
            #expect(stage.host.frame.contains(text))
        }

        await stage.host.advance(by: .seconds(4))
        #expect(!stage.host.frame.contains(text))
        await stage.host.advance(by: .seconds(10))
        let frames = stage.host.changedFrames
        await stage.host.advance(by: .seconds(600))

        #expect(stage.host.changedFrames == frames)
        #expect(!stage.host.hasPendingTimers)
    }

    @Test(arguments: ["escape", "x", "f6", "alt-left"])
    func `the first key ends it, and has its usual effect`(key: String) async throws {
        let stage = try await Stage.launched(isIntroduced: false)

        await stage.host.key(key)
        await stage.host.advance(by: .seconds(1))

        #expect(!stage.host.frame.contains(text))
        #expect(stage.shop.keys == (key == "x" ? ["x"] : []))
        #expect((stage.ball.minX == 0) == (key == "alt-left"))
    }

    @Test func `the first tap ends it, and has its usual effect`() async throws {
        for isOnBall in [true, false] {
            let stage = try await Stage.launched(isIntroduced: false)
            if isOnBall { await stage.tapBall(2) } else { await stage.host.tap(60, stage.middle.y) }
            await stage.host.advance(by: .milliseconds(20))

            #expect(!stage.host.frame.contains(text))
            #expect(stage.host.frame.contains("╭─ Log in ─") == isOnBall)
            #expect(stage.shop.taps == (isOnBall ? 0 : 1))
        }
    }

    @Test func `it comes once, also where the program ends before it goes`() async throws {
        let folder = TemporaryFolder()
        let first = try await Stage.launched(stateDirectory: folder.path, isIntroduced: false)
        #expect(first.host.frame.contains(text))
        await first.host.terminate()

        let second = try await Stage.launched(stateDirectory: folder.path, isIntroduced: false)

        #expect(!second.host.frame.contains(text))
    }

    @Test func `it waits while something lies over the page`() async throws {
        let cover = View()
        cover.background = Theme.page
        var window: Window?
        let stage = try await Stage.launched(isIntroduced: false) { host in
            window = host.makeWindow(title: "cover", level: .statusBar + 1, root: cover)
            window?.makeKeyAndVisible()
        }
        #expect(!stage.host.frame.contains(text))
        await stage.host.advance(by: .seconds(30))

        window?.close()
        await stage.host.advance(by: .seconds(1))

        #expect(stage.host.frame.contains(text))
        // The ball had begun to rest under the cover, and fades with its introduction.
        #expect(stage.ballWindow?.alpha == 1)
    }

    @Test func `it covers nothing in the rows of the field that is typed in`() async throws {
        let field = TextField(frame: Rect(x: 0, y: 20, width: 80, height: 1))
        let stage = try await Stage.launched(isIntroduced: false)

        stage.shop.page?.rootView?.addSubview(field)
        field.becomeFirstResponder()
        await stage.host.advance(by: .seconds(1))

        #expect(!stage.host.frame.line(20).contains("Tap"))
    }
}
