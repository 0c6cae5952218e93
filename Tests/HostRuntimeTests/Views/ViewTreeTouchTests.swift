import HostTestKit
import Testing

@testable import HostRuntime

/// Touches on views while windows, keys and the program's state change around them.
@MainActor @Suite struct ViewTreeTouchTests {
    /// The reports of views, oldest first.
    private final class Record {
        var lines: [String] = []
    }

    private let record = Record()
    private let twice = GestureConfiguration(maximumTapCount: 2)

    private func view(_ name: String, _ frame: Rect = .zero, _ gestures: GestureConfiguration) -> View {
        let view = View(frame: frame)
        view.gestures = gestures
        view.onGesture = { [record] in record.lines.append("\(name) \($0)") }
        return view
    }

    /// A host with a window for each view, the first in front.
    private func launched(_ windows: [(frame: Rect, root: View)]) async -> (host: TestHost, windows: [Window]) {
        var made: [Window] = []
        let host = TestHost(size: Size(width: 40, height: 10)) { host in
            made = windows.map { host.makeWindow(title: "window", frame: $0.frame, root: $0.root) }
            for window in made.reversed() { window.makeKeyAndVisible() }
            return made
        }
        await host.launch()
        return (host, made)
    }

    private func tap(_ host: TestHost, _ x: Int) async {
        await host.touch(.began, at: Point(x: x, y: 2))
        await host.touch(.ended, at: Point(x: x, y: 2))
        await host.advance(by: .milliseconds(100))
    }

    private var taps: [String] { record.lines.filter { $0.contains(" tap(") }.map { String($0.prefix(15)) } }

    private let left = Rect(x: 0, y: 0, width: 10, height: 5)
    private let right = Rect(x: 20, y: 0, width: 10, height: 5)

    // MARK: - The order of inputs

    @Test func `taps on both sides of a tap on another window don't count together`() async {
        let (host, _) = await launched([(left, view("A", .zero, twice)), (right, view("B", .zero, twice))])

        for x in [2, 22, 2] { await tap(host, x) }
        await host.advance(by: .seconds(1))

        #expect(taps == ["A tap(count: 1,", "B tap(count: 1,", "A tap(count: 1,"])
    }

    @Test func `taps that wait for more come before a key and a paste that follow them`() async {
        final class Keys: View {
            var onInput: (String) -> Void = { _ in }
            override var canBecomeFirstResponder: Bool { true }
            override func keyDown(_ event: KeyEvent) -> Bool {
                onInput("key \(event)")
                return true
            }
            override func paste(_ text: String) -> Bool {
                onInput("paste \(text)")
                return true
            }
        }
        let keys = Keys()
        keys.onInput = { [record] in record.lines.append($0) }
        let (host, _) = await launched([(left, view("A", .zero, twice)), (right, keys)])
        host.app.windows.windows[0].makeKey()
        keys.becomeFirstResponder()

        await tap(host, 2)
        host.app.windows.windows[0].makeKey()
        await host.key("x")
        await tap(host, 2)
        host.app.windows.windows[0].makeKey()
        await host.paste("text")
        await host.advance(by: .seconds(1))

        let order = record.lines.filter { !$0.contains("touch") }.map { String($0.prefix(15)) }
        #expect(order == ["A tap(count: 1,", "key x", "A tap(count: 1,", "paste text"])
    }

    @Test func `a key during a touch leaves the touch alone`() async {
        let (host, _) = await launched([(left, view("A", .zero, twice))])

        await tap(host, 2)
        await host.touch(.began, at: Point(x: 2, y: 2))
        await host.key("x")
        await host.touch(.ended, at: Point(x: 2, y: 2))

        #expect(taps == ["A tap(count: 2,"])
    }

    @Test func `a step of the wheel before the first frame reaches its view`() async {
        final class Scroll: View {
            var rows = 0
            override func scroll(by rows: Int) -> Bool {
                self.rows += rows
                return true
            }
        }
        final class Page: View {
            override func layoutSubviews() { for view in subviews { view.frame = bounds } }
        }
        let (page, scroll) = (Page(), Scroll())
        page.addSubview(scroll)
        let (host, windows) = await launched([(left, View())])

        let window = host.app.makeWindow(title: "late", frame: left, root: page)
        window.show()
        host.app.windows.wheel(3, at: Point(x: 2, y: 2))

        #expect(scroll.rows == 3)
        withExtendedLifetime(windows) {}
    }

    // MARK: - Motion

    @Test func `a view that drags its window has it under the pointer all the way`() async {
        let handle = View()
        handle.gestures = GestureConfiguration(drag: .immediately)
        let (host, windows) = await launched([(Rect(x: 10, y: 2, width: 10, height: 3), handle)])
        var places: [Int] = []
        handle.onGesture = { event in
            guard case .dragChanged(_, let way) = event else { return }
            windows[0].frame = Rect(x: 10 + way.x, y: 2, width: 10, height: 3)
            places.append(windows[0].frame.minX)
        }

        await host.touch(.began, at: Point(x: 12, y: 3))
        for x in 14...24 { await host.touch(.moved, at: Point(x: x, y: 3)) }
        await host.touch(.ended, at: Point(x: 24, y: 3))

        #expect(places == Array(12...22))
    }

    @Test func `a window that moves under a still pointer is tapped`() async {
        let (host, windows) = await launched([(left, view("A", .zero, GestureConfiguration(maximumTapCount: 1)))])

        await host.touch(.began, at: Point(x: 5, y: 2))
        windows[0].frame = Rect(x: 3, y: 0, width: 10, height: 5)
        await host.touch(.ended, at: Point(x: 5, y: 2))

        #expect(taps == ["A tap(count: 1,"])
    }

    // MARK: - What ends a touch

    @Test(arguments: ["lock", "background"])
    func `a touch that began while the program was inactive is cancelled in the background`(way: String) async {
        let (host, _) = await launched([(left, view("A", .zero, GestureConfiguration(recognizesLongPress: true)))])

        await host.focusOut()
        await host.touch(.began, at: Point(x: 2, y: 2))
        if way == "lock" { await host.lock() } else { await host.enterBackground() }
        await host.touch(.ended, at: Point(x: 2, y: 2))
        await host.advance(by: .seconds(3))

        #expect(record.lines.map { $0.prefix(11) } == ["A touchDown", "A touchUp(a", "A cancelled"])
        #expect(host.app.windows.stack.touchedWindow == nil)
    }

    @Test(arguments: ["lock", "suspend", "hide"])
    func `a touch that the action of earlier taps cancels reaches no view`(way: String) async {
        let root = View()
        let first = View(frame: left)
        first.gestures = twice
        root.addSubview(first)
        root.addSubview(view("B", right, GestureConfiguration(maximumTapCount: 2, recognizesLongPress: true)))
        let (host, windows) = await launched([(Rect(x: 0, y: 0, width: 40, height: 10), root)])
        first.onGesture = { event in
            guard case .tap = event else { return }
            switch way {
            case "lock": host.app.setScreenLocked(true)
            case "suspend": host.app.suspend()
            default:
                windows[0].hide()
                windows[0].show()
            }
        }

        await tap(host, 2)
        await tap(host, 22)
        await host.advance(by: .seconds(2))

        #expect(record.lines == [])
    }

    @Test func `closing a window cancels taps that wait for more`() async {
        let (host, windows) = await launched([(left, view("A", .zero, twice))])
        await tap(host, 2)

        windows[0].close()
        await host.advance(by: .seconds(1))

        #expect(record.lines.last == "A cancelled")
    }

    // MARK: - The root

    @Test(arguments: [true, false]) func `a root that is hidden or disabled gets no keys`(isHidden: Bool) async {
        final class Keys: View {
            var keys: [KeyEvent] = []
            override func keyDown(_ event: KeyEvent) -> Bool {
                keys.append(event)
                return true
            }
        }
        let root = Keys()
        let (host, _) = await launched([(left, root)])
        await host.key("x")

        if isHidden { root.isHidden = true } else { root.isUserInteractionEnabled = false }
        await host.key("y")

        #expect(root.keys == [KeyEvent(.character("x"))])
    }
}
