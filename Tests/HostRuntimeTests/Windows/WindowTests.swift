import TestSupport
import Testing

@testable import HostRuntime

@MainActor @Suite(.tags(.windows)) struct WindowTests {
    private let scene = WindowScene(size: Size(width: 20, height: 10))

    @Test func `a window is hidden until shown and not key by being shown`() {
        let window = Window(scene: scene, title: "a")

        #expect(window.isHidden)
        window.isHidden = false
        #expect(!window.isHidden)
        #expect(!window.isKey)
    }

    @Test func `a window starts at level normal, opaque, enabled and able to become key`() {
        let window = Window(scene: scene, title: "a", owner: .plugin("confetti"))

        #expect(window.level == .normal)
        #expect(window.alpha == 1)
        #expect(window.isUserInteractionEnabled)
        #expect(window.canBecomeKey)
        #expect(window.hitPolicy == .opaque)
        #expect(window.owner == .plugin("confetti"))
    }

    @Test func `make key returns whether the window may be key`() {
        let window = Window(scene: scene, title: "a")

        #expect(!window.makeKey())
        window.show()
        #expect(window.makeKey())
        #expect(window.isKey)
        window.canBecomeKey = false
        #expect(!window.isKey)
        #expect(!window.makeKey())
    }

    @Test func `making key does not change the order or show anything`() {
        let (a, b) = (Window(scene: scene, title: "a"), Window(scene: scene, title: "b"))
        a.show()
        b.show()

        a.makeKey()

        #expect(scene.visibleWindows.map(\.title) == ["a", "b"])
    }

    @Test func `a window without a frame fills the screen until it is given one`() {
        let window = Window(scene: scene, title: "a")
        #expect(window.frame == Rect(x: 0, y: 0, width: 20, height: 10))

        window.frame = Rect(x: 1, y: 1, width: 2, height: 2)
        #expect(!window.fillsScreen)
        scene.resize(to: Size(width: 30, height: 30))
        #expect(window.frame == Rect(x: 1, y: 1, width: 2, height: 2))

        window.fillsScreen = true
        #expect(window.frame == Rect(x: 0, y: 0, width: 30, height: 30))
    }

    @Test(arguments: [(-1, 0), (0.25, 0.25), (2, 1), (.nan, 1)])
    func `alpha is clamped and NaN is ignored`(alpha: Double, expected: Double) {
        let window = Window(scene: scene, title: "a")

        window.alpha = alpha

        #expect(window.alpha == expected)
    }

    @Test func `a transparent window is not hidden and stays key`() {
        let window = Window(scene: scene, title: "a")
        window.makeKeyAndVisible()

        window.alpha = 0

        #expect(!window.isHidden)
        #expect(window.isKey)
    }

    @Test func `the content version grows with each request to draw`() {
        let window = Window(scene: scene, title: "a")
        let before = window.contentVersion

        window.setNeedsDisplay()
        window.setNeedsDisplay()

        #expect(window.contentVersion == before + 2)
    }

    @Test func `a closed window ignores changes`() {
        let window = Window(scene: scene, title: "a", level: .alert)
        window.makeKeyAndVisible()
        var events: [WindowEvent] = []
        scene.onEvent = { event, _ in events.append(event) }

        window.close()
        window.close()
        window.makeKeyAndVisible()
        window.level = .normal
        window.content = WindowRecorder()

        #expect(events == [.hidden, .resignedKey, .removed])
        #expect(window.isClosed)
        #expect(window.isHidden)
        #expect(window.level == .alert)
        #expect(window.content == nil)
        #expect(scene.windows.isEmpty)
    }

    @Test func `closing releases the content`() {
        let window = Window(scene: scene, title: "a")
        weak var content: WindowRecorder?
        do {
            let strong = WindowRecorder()
            window.content = strong
            content = strong
        }
        #expect(content != nil)

        window.close()

        #expect(content == nil)
    }
}
