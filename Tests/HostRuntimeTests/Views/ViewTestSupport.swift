import HostTestKit

@testable import HostRuntime

extension TestHost {
    /// A host that has been launched with a view in its only window.
    static func showing(
        _ root: View,
        size: Size = Size(width: 20, height: 6),
        isASCII: Bool = false
    ) async -> TestHost {
        let host = TestHost(size: size, isASCII: isASCII) { host in
            let window = host.makeWindow(title: "page", root: root)
            window.makeKeyAndVisible()
            return window
        }
        await host.launch()
        return host
    }

    /// A host that has been launched with some views side by side in its only window.
    static func showing(views: [View]) async -> TestHost {
        let root = View()
        for view in views { root.addSubview(view) }
        return await showing(root)
    }
}

/// A view that records its events.
final class ProbeView: View {
    var gesturesSeen: [GestureEvent] = []
    var keys: [String] = []
    var takesKeys = true
    var resizes = 0

    init(_ frame: Rect, gestures: GestureConfiguration? = GestureConfiguration()) {
        super.init(frame: frame)
        self.gestures = gestures
        onGesture = { [unowned self] in gesturesSeen.append($0) }
    }

    var taps: [GestureEvent] {
        gesturesSeen.filter { if case .tap = $0 { true } else { false } }
    }

    override var canBecomeFirstResponder: Bool { true }

    override func keyDown(_ event: KeyEvent) -> Bool {
        keys.append("\(event)")
        return takesKeys
    }

    override func layoutSubviews() { resizes += 1 }

    override func draw(in canvas: inout Canvas) {
        canvas.fill(bounds, style: Theme.page, character: "#")
    }
}
