import HostRuntime
import HostTestKit
import Testing

/// Indicators that turn while they're on the screen.
@MainActor @Suite struct ViewTurnTests {
    private final class Wheel: View {
        var isTurning = true

        override func draw(in canvas: inout Canvas) {
            canvas.draw(isTurning ? "\(turn(in: canvas))" : "-", at: .zero, style: Theme.page)
        }
    }

    private func launched(reducesMotion: Bool = false) async -> (TestHost, Window, Wheel) {
        let wheel = Wheel()
        var window: Window?
        let host = TestHost(size: Size(width: 10, height: 2), reducesMotion: reducesMotion) { host in
            window = host.makeWindow(title: "wheel", root: wheel)
            window?.show()
            return window as Any
        }
        await host.launch()
        return (host, window ?? host.app.makeWindow(title: "none", root: View()), wheel)
    }

    @Test func `an indicator turns by a step each 120 ms, from the moment at which it appears`() async {
        let (host, _, wheel) = await launched()
        #expect(host.frame.line(0).hasPrefix("0"))

        await host.advance(by: .milliseconds(130))
        #expect(host.frame.line(0).hasPrefix("1"))
        await host.advance(by: .milliseconds(360))
        #expect(host.frame.line(0).hasPrefix("4"))
        wheel.isTurning = false
        wheel.setNeedsDisplay()
        await host.advance(by: .seconds(1))

        #expect(host.frame.line(0).hasPrefix("-"))
        #expect(!host.hasPendingTimers)
    }

    @Test func `nothing runs while the window is hidden, and it turns again afterwards`() async {
        let (host, window, _) = await launched()

        window.hide()
        await host.advance(by: .seconds(1))
        #expect(!host.hasPendingTimers)
        window.show()
        await host.advance(by: .milliseconds(130))
        let before = host.frame.line(0)
        await host.advance(by: .milliseconds(120))

        #expect(host.frame.line(0) != before)
    }

    @Test func `it stands still where motion is reduced, and in a view without a window`() async {
        let (host, _, _) = await launched(reducesMotion: true)

        await host.advance(by: .seconds(1))

        #expect(host.frame.line(0).hasPrefix("0"))
        #expect(!host.hasPendingTimers)
        #expect(RenderedView(Wheel(), size: Size(width: 4, height: 1)).text.hasPrefix("0"))
    }
}
