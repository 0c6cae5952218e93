import HostRuntime
import HostTestKit
import TestSupport
import Testing

@testable import FloatingAssistantPlugin

@MainActor @Suite struct BubbleTests {
    private let text = "Hold and drag to move me"

    @Test func `at the first start a bubble explains taps on the ball and their keys`() async throws {
        let stage = try await Stage.launched(isIntroduced: false)

        for text in ["Tap me", "1 tap   tools        f2", "2 taps  login        f3", "4 taps  environment  f5", text] {
            #expect(stage.host.frame.contains(text), "\(text)")
        }
        #expect(stage.keyWindow == "page")
    }

    @Test func `it names what the configuration says`() async throws {
        let configuration = HostConfiguration([
            "floating-assistant": ["routes": ["one-tap": "shop.switch", "four-taps": ""]]
        ])

        let stage = try await Stage.launched(configuration: configuration, isIntroduced: false)

        #expect(stage.host.frame.contains("1 tap   shops  f2"))
        #expect(stage.host.frame.contains("4 taps  tools  f5"))
    }

    @Test func `it explains no gesture that opens nothing, until something offers its command`() async throws {
        let stage = try await Stage.launched(offersRoutes: false, isIntroduced: false)
        #expect(stage.host.frame.contains("1 tap  tools  f2"))
        #expect(!stage.host.frame.contains("taps"))

        try stage.host.app.commands.offer(Command(id: "shop.switch", title: "Switch shop") { _ in nil })
        await stage.host.advance(by: .seconds(1))

        #expect(stage.host.frame.contains("3 taps  shops  f4"))
        #expect(!stage.host.frame.contains("login"))
    }

    @Test func `the bubble closes by itself, and nothing follows`() async throws {
        let stage = try await Stage.launched(isIntroduced: false)

        await stage.host.advance(by: Introduction.duration)
        #expect(!stage.host.frame.contains(text))
        await stage.host.advance(by: .seconds(10))
        let frames = stage.host.changedFrames
        await stage.host.advance(by: .seconds(600))

        #expect(stage.host.changedFrames == frames)
        #expect(!stage.host.hasPendingTimers)
    }

    @Test func `the first tap on the ball ends the bubble, and has its usual effect`() async throws {
        let stage = try await Stage.launched(isIntroduced: false)

        await stage.tapBall(2)

        #expect(!stage.host.frame.contains(text))
        #expect(stage.host.frame.contains("╭─ Log in ─"))
    }

    @Test func `a key of the assistant ends the bubble`() async throws {
        let stage = try await Stage.launched(isIntroduced: false)

        await stage.host.key("f2")
        await stage.host.key("escape")

        #expect(!stage.host.frame.contains(text))
    }

    @Test func `touches and keys on the bubble reach the page`() async throws {
        let stage = try await Stage.launched(isIntroduced: false)
        let y = try #require((0..<24).first { stage.host.frame.line($0).contains(text) })

        await stage.host.tap(60, y)
        await stage.host.type("x")

        #expect(stage.shop.taps == 1)
        #expect(stage.shop.keys == ["x"])
        #expect(stage.host.frame.contains(text))
    }

    @Test func `it is seen once, also where the program ends before it goes`() async throws {
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
        // The ball had begun to rest under the cover, and fades with its bubble.
        #expect(stage.host.app.windows.windows.first { $0.title == "assistant ball" }?.alpha == 1)
    }

    @Test func `windows that open and close in one turn leave it as it was`() async throws {
        let stage = try await Stage.launched(isIntroduced: false)
        let cover = View()
        cover.background = Theme.page
        let window = stage.host.app.makeWindow(title: "cover", level: .statusBar + 1, root: cover)
        #expect(stage.host.frame.contains(text))

        for _ in 0..<100 {
            window.show()
            window.hide()
        }
        await stage.host.advance(by: .zero)
        #expect(stage.host.frame.contains(text))
        window.show()
        await stage.host.advance(by: .milliseconds(20))

        #expect(!stage.host.frame.contains(text))
    }

    @Test func `a window that stays elsewhere doesn't keep the bubble away`() async throws {
        var window: Window?
        let stage = try await Stage.launched(isIntroduced: false) { host in
            let corner = Rect(x: 0, y: 0, width: 8, height: 1)
            window = host.makeWindow(title: "clock", level: .statusBar, frame: corner, root: Label("12:00"))
            window?.show()
        }

        #expect(stage.host.frame.contains("12:00"))
        #expect(stage.host.frame.contains(text))
        _ = window
    }

    @Test func `a dialog that opens later has no bubble beside or over its buttons, wherever it grows`() async throws {
        let stage = try await Stage.launched(isIntroduced: false)
        #expect(stage.host.frame.contains(text))

        let frame = Rect(x: 2, y: 2, width: 20, height: 3)
        let dialog = stage.host.app.makeWindow(title: "dialog", frame: frame, root: Button("Pay"))
        dialog.makeKeyAndVisible()
        await stage.host.advance(by: .zero)
        #expect(!stage.host.frame.contains("Tap me"))
        dialog.frame = Rect(x: 2, y: 2, width: 76, height: 20)
        await stage.host.advance(by: .seconds(1))
        #expect(!stage.host.frame.contains("Tap me"))
        dialog.close()
        await stage.host.advance(by: .zero)

        #expect(stage.host.frame.contains(text))
    }

    @Test func `the bubble covers nothing in the rows of the field that is typed in`() async throws {
        let field = TextField(frame: Rect(x: 0, y: 18, width: 80, height: 1))
        let stage = try await Stage.launched(isIntroduced: false)
        #expect(stage.host.frame.contains("Tap me"))

        stage.shop.page?.rootView?.addSubview(field)
        field.becomeFirstResponder()
        await stage.host.type("abc")
        await stage.host.advance(by: .seconds(1))

        #expect(stage.host.frame.line(18) == "abc" + String(repeating: " ", count: 77))
    }

    @Test(arguments: [(80, 24), (110, 32), (40, 12), (20, 5)])
    func `it is on screens of any size, and on the side where there is room`(width: Int, height: Int) async throws {
        let stage = try await Stage.launched(size: Size(width: width, height: height), isIntroduced: false)
        #expect(stage.host.frame.contains("Tap me"))

        await stage.host.key("alt-left")
        await stage.host.advance(by: .seconds(1))

        #expect(!stage.host.frame.contains("Tap me"))
        #expect(stage.ball.minX == 0)
    }
}
