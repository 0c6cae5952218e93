import TestSupport
import Testing

@testable import HostRuntime

@MainActor @Suite(.tags(.windows)) struct WindowSceneTests {
    private let scene = WindowScene(size: Size(width: 20, height: 10))

    // MARK: - Windows

    @Test func `a window disappears when nothing holds it`() {
        let kept = Window(scene: scene, title: "kept")
        var dropped: Window? = Window(scene: scene, title: "dropped")
        dropped?.makeKeyAndVisible()
        kept.show()
        let log = WindowLog(scene)

        dropped = nil

        #expect(dropped == nil)
        #expect(scene.windows.map(\.title) == ["kept"])
        #expect(log.lines == ["dropped hidden", "dropped resignedKey", "kept becameKey", "dropped removed"])
    }

    @Test func `windows includes hidden ones in their place, visibleWindows does not`() {
        let windows = ["a", "b", "c"].map { Window(scene: scene, title: $0) }
        for window in windows { window.show() }

        windows[1].hide()

        #expect(scene.windows.map(\.title) == ["a", "b", "c"])
        #expect(scene.visibleWindows.map(\.title) == ["a", "c"])
    }

    @Test func `a window that fills the screen follows its size and others do not`() {
        let filling = Window(scene: scene, title: "filling")
        let fixed = Window(scene: scene, title: "fixed", frame: Rect(x: 1, y: 1, width: 5, height: 5))
        let content = WindowRecorder()
        filling.content = content

        scene.resize(to: Size(width: 7, height: 3))

        #expect(filling.frame == Rect(x: 0, y: 0, width: 7, height: 3))
        #expect(fixed.frame == Rect(x: 1, y: 1, width: 5, height: 5))
        #expect(content.lines == ["resized 7x3"])
    }

    @Test func `only a visible change requests a frame`() {
        let window = Window(scene: scene, title: "a")
        let other = Window(scene: scene, title: "b")
        var count = 0
        scene.onChange = { count += 1 }
        func changes(_ body: () -> Void) -> Bool {
            count = 0
            body()
            return count > 0
        }

        #expect(!changes { window.alpha = 0.5 })
        #expect(!changes { window.setNeedsDisplay() })
        #expect(!changes { window.level = .alert })
        #expect(changes { window.show() })
        #expect(!changes { window.show() })
        #expect(changes { window.level = .normal })
        #expect(changes { window.alpha = 1 })
        #expect(changes { window.setNeedsDisplay() })
        #expect(changes { window.frame.origin.x += 1 })
        #expect(!changes { window.isUserInteractionEnabled = false })
        #expect(!changes { other.close() })
        #expect(changes { window.close() })
    }

    // MARK: - Keys

    @Test func `keys and pasted text go to the key window`() {
        let content = WindowRecorder()
        let (window, overlay) = (Window(scene: scene, title: "a"), Window(scene: scene, title: "b", level: .alert))
        window.content = content
        window.makeKeyAndVisible()
        overlay.show()

        let wasUsed = scene.send(KeyEvent(.enter))
        scene.paste("text")

        #expect(wasUsed)
        #expect(content.lines == ["key enter", "paste text"])
    }

    @Test func `without a key window, no key is used`() {
        let window = Window(scene: scene, title: "a")
        window.content = WindowRecorder()
        window.show()

        #expect(!scene.send(KeyEvent(.enter)))
    }

    // MARK: - Changes from inside callbacks

    @Test func `changes from inside a callback take effect after the current events, in order`() {
        let (a, b, c) = (
            Window(scene: scene, title: "a"), Window(scene: scene, title: "b"), Window(scene: scene, title: "c")
        )
        a.makeKeyAndVisible()
        b.show()
        let log = WindowLog(scene)
        log.onEvent = { event, window in
            guard event == .resignedKey, window.title == "a" else { return }
            c.makeKeyAndVisible()
            b.hide()
            #expect(c.isHidden)
        }

        b.makeKey()

        #expect(
            log.lines == [
                "a resignedKey", "b becameKey", "c shown", "b resignedKey", "c becameKey", "b hidden",
            ]
        )
    }

    @Test func `two windows that keep making themselves key are stopped`() {
        let (a, b) = (Window(scene: scene, title: "a"), Window(scene: scene, title: "b"))
        a.makeKeyAndVisible()
        b.show()
        let log = WindowLog(scene)
        log.onEvent = { event, window in
            guard event == .resignedKey || event == .changeDropped else { return }
            if window.title == "a" { a.makeKey() } else { b.makeKey() }
        }

        b.makeKey()

        #expect(log.lines.filter { $0.hasSuffix("becameKey") }.count == WindowScene.callbackLimit)
        #expect(log.lines.filter { $0.hasSuffix("changeDropped") }.count == 1)
    }

    @Test func `windows that are closed after too many changes still cancel their touch and give up the keyboard`() {
        let next = Window(scene: scene, title: "next")
        next.show()
        let others = (0..<WindowScene.callbackLimit).map { _ in scene.show(WindowRecorder()) }
        for window in others { window.canBecomeKey = false }
        let content = WindowRecorder()
        let last = scene.show(content)
        scene.send(Touch(.began, at: .zero))
        let log = WindowLog(scene)
        log.onEvent = { event, window in
            guard event == .hidden, window.id == others[0].id else { return }
            for window in others.dropFirst() + [last] { window.close() }
            next.hide()
            next.show()
        }

        others[0].close()

        #expect(content.lines == ["began (0, 0)", "cancelled (0, 0)"])
        #expect(log.lines.filter { $0.hasSuffix("removed") }.count == others.count + 1)
        #expect(scene.keyWindow === next)
        #expect(log.lines.contains("next becameKey"))
        #expect(log.lines.filter { $0.hasSuffix("changeDropped") } == ["next changeDropped"])
    }

    @Test func `callbacks that make windows and close them come to an end`() {
        let log = WindowLog(scene)
        log.onEvent = { [scene] event, _ in
            guard event == .removed else { return }
            Window(scene: scene, title: "another").close()
        }

        Window(scene: scene, title: "first").close()

        #expect(log.lines.filter { $0.hasSuffix("removed") }.count <= WindowScene.callbackLimit + 1)
        #expect(scene.windows.isEmpty)
    }

    @Test func `a window may close itself from inside its touch`() {
        let content = WindowRecorder()
        let window = scene.show(content)
        content.onTouch = { touch in if touch.phase == .began { window.close() } }

        scene.tap(.zero)

        #expect(content.lines == ["began (0, 0)", "cancelled (0, 0)"])
        #expect(scene.windows.isEmpty)
    }

    @Test func `content that changes windows during hit-testing does no harm`() {
        let content = WindowRecorder()
        let window = scene.show(content)
        window.hitPolicy = .passThroughBackground
        content.isOnView = { _ in
            window.close()
            return true
        }

        scene.tap(.zero)

        #expect(content.lines == [])
        #expect(scene.windows.isEmpty)
    }

    @Test(arguments: seeds(of: 0..<10))
    func `whatever callbacks do, events alternate and at most one window is key`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var windows = (0..<5).map { Window(scene: scene, title: "\($0)") }
        var key: WindowID?
        var visible: Set<WindowID> = []
        func change() {
            let index = Int.random(in: 0..<5, using: &random)
            let window = windows[index]
            switch Int.random(in: 0..<10, using: &random) {
            case 0...2: window.makeKeyAndVisible()
            case 3: window.show()
            case 4: window.hide()
            case 5: window.makeKey()
            case 6: window.canBecomeKey.toggle()
            case 7: windows[index] = Window(scene: scene, title: "new")
            case 8: window.close()
            default: scene.send(Touch(.began, at: Point(x: 1, y: 1)))
            }
        }
        scene.onEvent = { [scene] event, window in
            switch event {
            case .becameKey:
                #expect(key == nil)
                key = window.id
                #expect(scene.windows.filter(\.isKey).count <= 1)
            case .resignedKey:
                #expect(key == window.id)
                key = nil
            case .shown: #expect(visible.insert(window.id).inserted)
            case .hidden: #expect(visible.remove(window.id) != nil)
            default: break
            }
            if Int.random(in: 0..<4, using: &random) == 0 { change() }
        }

        for _ in 0..<300 {
            change()
            #expect(key == scene.keyWindow?.id)
            #expect(visible == Set(scene.visibleWindows.map(\.id)))
        }
        scene.onEvent = nil
    }
}
