import TestSupport
import Testing

@testable import HostRuntime

@MainActor @Suite(.tags(.windows)) struct WindowSceneTouchTests {
    private let scene = WindowScene(size: Size(width: 20, height: 10))

    @Test func `a touch reaches the window under it in that window's coordinates`() {
        let (back, front) = (WindowRecorder(), WindowRecorder())
        let windows = [
            scene.show(back), scene.show(front, frame: Rect(x: 5, y: 5, width: 3, height: 3)),
        ]

        scene.tap(Point(x: 6, y: 7))
        scene.tap(Point(x: 4, y: 7))

        #expect(front.lines == ["began (1, 2)", "ended (1, 2)"])
        #expect(back.lines == ["began (4, 7)", "ended (4, 7)"])
        #expect(windows.count == 2)
    }

    @Test func `a touch is kept by its window when the pointer leaves and a higher window appears`() {
        let (below, above) = (WindowRecorder(), WindowRecorder())
        let window = scene.show(below, frame: Rect(x: 0, y: 0, width: 2, height: 2))
        let cover = scene.show(above)
        cover.hide()

        scene.send(Touch(.began, at: .zero))
        cover.show()
        window.frame.origin = Point(x: 1, y: 1)
        scene.send(Touch(.moved, at: Point(x: 9, y: 9)))
        scene.send(Touch(.ended, at: Point(x: 0, y: 0)))

        #expect(below.lines == ["began (0, 0)", "moved (8, 8)", "ended (-1, -1)"])
        #expect(above.lines == [])
    }

    @Test func `a window that lets its background through passes the touch below`() {
        let (below, above) = (WindowRecorder(), WindowRecorder())
        let windows = [scene.show(below), scene.show(above)]
        windows[1].hitPolicy = .passThroughBackground
        above.isOnView = { $0 == Point(x: 3, y: 3) }

        scene.tap(Point(x: 3, y: 3))
        scene.tap(Point(x: 4, y: 3))

        #expect(above.lines == ["began (3, 3)", "ended (3, 3)"])
        #expect(below.lines == ["began (4, 3)", "ended (4, 3)"])
    }

    @Test func `a touch on a window makes it key`() {
        let (a, b) = (
            scene.show(WindowRecorder(), frame: Rect(x: 0, y: 0, width: 2, height: 2)), scene.show(WindowRecorder())
        )
        b.moveToFront()
        a.level = .statusBar
        b.makeKey()

        scene.tap(.zero)

        #expect(scene.keyWindow === a)
    }

    @Test func `a touch on a window that cannot become key leaves the key window`() {
        let content = WindowRecorder()
        let (host, ball) = (scene.show(WindowRecorder()), scene.show(content))
        ball.canBecomeKey = false
        host.makeKey()

        scene.tap(.zero)

        #expect(scene.keyWindow === host)
        #expect(content.lines == ["began (0, 0)", "ended (0, 0)"])
    }

    @Test(arguments: ["hide", "close", "drop"])
    func `a window that is closed during its touch receives a cancellation, and nothing after it`(how: String) {
        let content = WindowRecorder()
        var window: Window? = scene.show(content)
        scene.send(Touch(.began, at: Point(x: 1, y: 1)))
        scene.send(Touch(.moved, at: Point(x: 2, y: 1)))

        switch how {
        case "hide": window?.hide()
        case "close": window?.close()
        default: window = nil
        }
        scene.send(Touch(.moved, at: Point(x: 3, y: 1)))
        scene.send(Touch(.ended, at: Point(x: 3, y: 1)))

        #expect(content.lines == ["began (1, 1)", "moved (2, 1)", "cancelled (2, 1)"])
        _ = window
    }

    @Test func `a lost pointer cancels the touch and leaves the key window`() {
        let content = WindowRecorder()
        let window = scene.show(content)
        scene.send(Touch(.began, at: .zero))

        scene.cancelTouch()
        scene.cancelTouch()
        scene.send(Touch(.ended, at: .zero))

        #expect(content.lines == ["began (0, 0)", "cancelled (0, 0)"])
        #expect(scene.keyWindow === window)
    }

    @Test func `a touch that begins before the last one ended cancels that one`() {
        let content = WindowRecorder()
        let window = scene.show(content)
        scene.send(Touch(.began, at: .zero))

        scene.send(Touch(.began, at: Point(x: 2, y: 2)))

        #expect(content.lines == ["began (0, 0)", "cancelled (0, 0)", "began (2, 2)"])
        withExtendedLifetime(window) {}
    }

    @Test func `a touch that began on no window never reaches one`() {
        let content = WindowRecorder()
        let window = scene.show(content, frame: Rect(x: 5, y: 5, width: 1, height: 1))

        scene.send(Touch(.began, at: .zero))
        scene.send(Touch(.moved, at: window.frame.origin))
        scene.send(Touch(.ended, at: window.frame.origin))

        #expect(content.lines == [])
    }

    @Test func `a window that is hidden because it became key does not get the touch`() {
        let content = WindowRecorder()
        let window = scene.show(content)
        scene.onEvent = { event, _ in if event == .becameKey { window.hide() } }

        scene.tap(.zero)

        #expect(content.lines == [])
        #expect(window.isHidden)
    }

    @Test func `a touch sent while another is handled is delivered after it`() {
        let content = WindowRecorder()
        let window = scene.show(content)
        content.onTouch = { [scene] touch in
            if touch.phase == .began { scene.send(Touch(.ended, at: Point(x: 1, y: 0))) }
            content.lines.append("handled")
        }

        scene.send(Touch(.began, at: .zero))

        #expect(content.lines == ["began (0, 0)", "handled", "ended (1, 0)", "handled"])
        _ = window
    }

    @Test func `the wheel goes to the window under it, whichever has the touch or is key`() {
        let (back, front) = (WindowRecorder(), WindowRecorder())
        let windows = [scene.show(back), scene.show(front, frame: Rect(x: 5, y: 5, width: 3, height: 3))]
        windows[0].makeKey()
        scene.send(Touch(.began, at: .zero))

        scene.wheel(-1, at: Point(x: 6, y: 6))

        #expect(front.lines == ["wheel -1 (1, 1)"])
        #expect(scene.keyWindow === windows[0])
    }
}
