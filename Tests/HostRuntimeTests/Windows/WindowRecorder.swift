@testable import HostRuntime

/// Content that records the calls it receives.
@MainActor final class WindowRecorder: WindowContent {
    var lines: [String] = []
    var isOnView: (Point) -> Bool = { _ in true }
    var onTouch: (Touch) -> Void = { _ in }

    let cursorPosition: Point? = nil
    let showsCursor = false
    let isEnteringSecret = false

    func layoutIfNeeded() {}
    func draw(in canvas: inout Canvas) {}
    func finishTaps() {}

    func cancelGesture() {}
    func windowDidBecomeKey() {}
    func hitTest(_ point: Point) -> Bool { isOnView(point) }

    func touch(_ touch: Touch) {
        lines.append("\(touch.phase) \(touch.location)")
        onTouch(touch)
    }

    func key(_ event: KeyEvent) -> Bool {
        lines.append("key \(event)")
        return true
    }

    func wheel(_ rows: Int, at point: Point) -> Bool {
        lines.append("wheel \(rows) \(point)")
        return true
    }
    func paste(_ text: String) { lines.append("paste \(text)") }
    func windowDidResize(to size: Size) { lines.append("resized \(size)") }
}

/// A record of a scene's events.
@MainActor final class WindowLog {
    var lines: [String] = []
    var onEvent: (WindowEvent, WindowInfo) -> Void = { _, _ in }

    init(_ scene: WindowScene) {
        scene.onEvent = { [weak self] event, window in
            self?.lines.append("\(window.title) \(event)")
            self?.onEvent(event, window)
        }
    }
}

extension WindowScene {
    @MainActor func show(_ content: WindowRecorder, frame: Rect? = nil) -> Window {
        let window = Window(scene: self, title: "window", frame: frame)
        window.content = content
        window.show()
        return window
    }

    @MainActor func tap(_ point: Point) {
        send(Touch(.began, at: point))
        send(Touch(.ended, at: point))
    }
}
