import HostTestKit
import Testing

@testable import HostRuntime

@MainActor @Suite struct ViewTouchTests {
    // MARK: - Touches

    @Test func `a touch is for the topmost view under it, in that view's coordinates`() async {
        let below = ProbeView(Rect(x: 0, y: 0, width: 10, height: 4))
        let above = ProbeView(Rect(x: 3, y: 1, width: 4, height: 2))
        let host = await TestHost.showing(views: [below, above])

        await host.tap(4, 2)
        await host.tap(0, 0)

        #expect(above.taps == [.tap(count: 1, at: Point(x: 1, y: 1))])
        #expect(below.taps == [.tap(count: 1, at: Point(x: 0, y: 0))])
    }

    @Test func `a disabled view lets the touch through to its sibling`() async {
        let below = ProbeView(Rect(x: 0, y: 0, width: 10, height: 4))
        let above = ProbeView(Rect(x: 0, y: 0, width: 10, height: 4))
        above.isUserInteractionEnabled = false
        let host = await TestHost.showing(views: [below, above])

        await host.tap(1, 1)

        #expect(above.taps == [])
        #expect(below.taps.count == 1)
    }

    @Test func `a view that is dragged along under the pointer sees one steady drag`() async {
        let ball = ProbeView(
            Rect(x: 2, y: 2, width: 2, height: 1),
            gestures: GestureConfiguration(maximumTapCount: 1, recognizesLongPress: true, drag: .afterLongPress)
        )
        let start = ball.frame
        let record = ball.onGesture
        ball.onGesture = { event in
            record?(event)
            if case .dragChanged(_, let translation) = event { ball.frame = start.offset(by: translation) }
        }
        let host = await TestHost.showing(views: [ball])

        await host.drag(from: Point(x: 3, y: 2), to: Point(x: 12, y: 4))

        #expect(ball.frame == Rect(x: 11, y: 4, width: 2, height: 1))
    }

    @Test func `losing the focus cancels waiting taps`() async {
        let root = ProbeView(.zero, gestures: GestureConfiguration(maximumTapCount: 2))
        let host = await TestHost.showing(root)

        await host.tap(1, 1)
        await host.focusOut()
        await host.advance(by: .seconds(1))

        #expect(root.taps == [])
        #expect(root.gesturesSeen.last == .cancelled)
    }

    @Test(arguments: [true, false], [true, false])
    func `a view that is hidden or disabled during a touch, or is in such a view, receives a cancellation and no tap`(
        isHiding: Bool,
        isInside: Bool
    ) async {
        let outer = View(frame: Rect(x: 0, y: 0, width: 5, height: 5))
        let view = ProbeView(Rect(x: 0, y: 0, width: 5, height: 5))
        outer.addSubview(view)
        let host = await TestHost.showing(views: [outer])
        host.app.windows.send(Touch(.began, at: Point(x: 1, y: 1)))

        let changed = isInside ? outer : view
        if isHiding { changed.isHidden = true } else { changed.isUserInteractionEnabled = false }
        host.app.windows.send(Touch(.ended, at: Point(x: 1, y: 1)))
        await host.advance(by: .seconds(1))

        let point = Point(x: 1, y: 1)
        #expect(view.gesturesSeen == [.touchDown(at: point), .touchUp(at: point), .cancelled])
    }

    @Test func `a view that a gesture hides receives no more of it`() async {
        let view = ProbeView(Rect(x: 0, y: 0, width: 4, height: 1))
        let host = await TestHost.showing(views: [view])
        let record = view.onGesture
        view.onGesture = { [unowned view] event in
            record?(event)
            if case .touchUp = event { view.isHidden = true }
        }

        await host.tap(1, 0)

        #expect(view.gesturesSeen == [.touchDown(at: Point(x: 1, y: 0)), .touchUp(at: Point(x: 1, y: 0))])
    }

    @Test func `a window that is hidden cancels waiting taps`() async {
        let view = ProbeView(.zero, gestures: GestureConfiguration(maximumTapCount: 4))
        let host = await TestHost.showing(View())
        let window = host.app.makeWindow(title: "hiding", root: view)
        window.show()
        await host.tap(1, 0)

        window.hide()
        let seen = view.gesturesSeen
        window.show()
        await host.advance(by: .seconds(1))

        #expect(seen.last == .cancelled)
        #expect(view.gesturesSeen == seen)
        #expect(view.taps == [])
    }

    @Test func `a touch does not go to a view that the taps before it hide`() async {
        let first = ProbeView(
            Rect(x: 0, y: 0, width: 4, height: 1),
            gestures: GestureConfiguration(maximumTapCount: 2)
        )
        let second = ProbeView(Rect(x: 8, y: 0, width: 4, height: 1))
        first.onGesture = { if case .tap = $0 { second.isHidden = true } }
        let host = await TestHost.showing(views: [first, second])

        await host.touch(.began, at: Point(x: 1, y: 0))
        await host.touch(.ended, at: Point(x: 1, y: 0))
        // The first tap waits for a second one, which does not come.
        await host.touch(.began, at: Point(x: 9, y: 0))
        await host.touch(.ended, at: Point(x: 9, y: 0))
        await host.advance(by: .seconds(1))

        #expect(second.isHidden)
        #expect(second.gesturesSeen.isEmpty)
    }

    @Test func `a touch ends with the window that the taps before it hide`() async {
        let first = ProbeView(
            Rect(x: 0, y: 0, width: 4, height: 1),
            gestures: GestureConfiguration(maximumTapCount: 2)
        )
        let second = ProbeView(
            Rect(x: 8, y: 0, width: 4, height: 1),
            gestures: GestureConfiguration(recognizesLongPress: true)
        )
        let host = await TestHost.showing(views: [first, second])
        let window = host.app.windows.keyWindow
        first.onGesture = { if case .tap = $0 { window?.hide() } }

        await host.touch(.began, at: Point(x: 1, y: 0))
        await host.touch(.ended, at: Point(x: 1, y: 0))
        await host.touch(.began, at: Point(x: 9, y: 0))
        await host.advance(by: .seconds(2))

        #expect(window?.isHidden == true)
        #expect(second.gesturesSeen.isEmpty)
    }

    // MARK: - Changes from inside gestures

    @Test func `a waiting tap is reported when another view is touched`() async {
        let first = ProbeView(Rect(x: 0, y: 0, width: 4, height: 1), gestures: GestureConfiguration(maximumTapCount: 4))
        let second = ProbeView(Rect(x: 10, y: 0, width: 4, height: 1))
        let host = await TestHost.showing(views: [first, second])

        await host.tap(1, 0)
        await host.tap(11, 0)
        await host.advance(by: .seconds(1))

        #expect(first.taps == [.tap(count: 1, at: Point(x: 1, y: 0))])
        #expect(second.taps == [.tap(count: 1, at: Point(x: 1, y: 0))])
    }

    @Test func `a view that is removed while it is touched receives a cancellation`() async {
        let view = ProbeView(Rect(x: 0, y: 0, width: 4, height: 1))
        let host = await TestHost.showing(views: [view])
        host.app.windows.send(Touch(.began, at: Point(x: 1, y: 0)))

        view.removeFromSuperview()
        host.app.windows.send(Touch(.ended, at: Point(x: 1, y: 0)))

        let point = Point(x: 1, y: 0)
        #expect(view.gesturesSeen == [.touchDown(at: point), .touchUp(at: point), .cancelled])
    }

    @Test func `a view that a gesture removes receives no more of it`() async {
        let view = ProbeView(Rect(x: 0, y: 0, width: 4, height: 1))
        let host = await TestHost.showing(views: [view])
        var seen: [GestureEvent] = []
        view.onGesture = { [unowned view] event in
            seen.append(event)
            if case .touchUp = event { view.removeFromSuperview() }
        }

        await host.tap(1, 0)

        #expect(seen == [.touchDown(at: Point(x: 1, y: 0)), .touchUp(at: Point(x: 1, y: 0))])
    }

    @Test func `a view whose window a gesture closes receives no more of it`() async {
        let view = ProbeView(Rect(x: 0, y: 0, width: 4, height: 1))
        let host = await TestHost.showing(View())
        let root = View()
        root.addSubview(view)
        let window = host.app.makeWindow(title: "closing", root: root)
        window.show()
        var seen: [GestureEvent] = []
        view.onGesture = { event in
            seen.append(event)
            if case .touchUp = event { window.close() }
        }

        await host.tap(1, 0)

        #expect(seen == [.touchDown(at: Point(x: 1, y: 0)), .touchUp(at: Point(x: 1, y: 0))])
    }

    @Test func `a view that is removed while it is first responder is informed`() async {
        final class Listener: View {
            var changes = 0
            override var canBecomeFirstResponder: Bool { true }
            override func firstResponderDidChange() { changes += 1 }
        }
        let view = Listener()
        let host = await TestHost.showing(views: [view])
        view.becomeFirstResponder()

        view.removeFromSuperview()

        #expect(view.changes == 2)
        withExtendedLifetime(host) {}
    }

    @Test func `a view that becomes a window's root leaves where it was`() async {
        let page = ProbeView(.zero)
        let view = View(frame: Rect(x: 3, y: 3, width: 4, height: 1))
        page.addSubview(view)
        let host = await TestHost.showing(page)

        let window = host.app.makeWindow(title: "other", root: view)
        window.makeKeyAndVisible()
        await host.key("x")

        #expect(page.subviews.isEmpty)
        #expect(page.keys.isEmpty)
    }
}
