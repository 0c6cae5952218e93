import HostTestKit
import TestSupport
import Testing

@testable import HostRuntime

@Suite(.tags(.windows)) struct VisibleAreaTests {
    private nonisolated static let whole = Rect(x: 0, y: 0, width: 10, height: 6)

    /// Rectangles that lie on one of 10 columns and 6 rows, and the cells that are left of it.
    private nonisolated static let table: [(covers: [Rect], left: Int)] = [
        ([], 60),
        ([whole], 0),
        ([Rect(x: -3, y: -3, width: 100, height: 100)], 0),
        ([Rect(x: 10, y: 0, width: 5, height: 6)], 60),
        ([Rect(x: 3, y: 2, width: 0, height: 2)], 60),
        ([Rect(x: 3, y: 2, width: 4, height: 2)], 52),
        ([Rect(x: 8, y: 5, width: 4, height: 4)], 58),
        ([Rect(x: 0, y: 0, width: 5, height: 6), Rect(x: 5, y: 0, width: 5, height: 6)], 0),
        ([Rect(x: 0, y: 0, width: 5, height: 6), Rect(x: 6, y: 0, width: 4, height: 6)], 6),
        ([Rect(x: 0, y: 0, width: 10, height: 4), Rect(x: 0, y: 2, width: 10, height: 4)], 0),
        ([Rect(x: 1, y: 1, width: 8, height: 4), Rect(x: 2, y: 2, width: 8, height: 4)], 17),
        ([Rect(x: Int.max - 2, y: Int.min, width: 5, height: 5)], 60),
    ]

    @Test(arguments: table)
    func `what is left is what no other rectangle contains`(covers: [Rect], left: Int) {
        let rest = [VisibleAreaTests.whole].uncovered(by: covers)

        let cells = (0..<60).map { Point(x: $0 % 10, y: $0 / 10) }
        for cell in cells {
            let isLeft = !covers.contains { $0.contains(cell) }
            #expect(rest.count { $0.contains(cell) } == (isLeft ? 1 : 0), "\(cell)")
        }
        #expect(rest.reduce(0) { $0 + $1.width * $1.height } == left)
    }

    // MARK: - Windows

    @MainActor private static func box(_ frame: Rect, hasBackground: Bool = true) -> View {
        let view = View(frame: frame)
        if hasBackground { view.background = Theme.panel }
        return view
    }

    @MainActor private func host() async -> (host: TestHost, probe: ProbeView) {
        let probe = ProbeView(.zero)
        probe.takesKeys = true
        let host = await TestHost.showing(probe, size: Size(width: 10, height: 6))
        return (host, probe)
    }

    @MainActor private func cover(_ host: TestHost, _ frame: Rect? = nil, root: View) -> Window {
        let window = host.app.makeWindow(title: "cover", level: .statusBar, frame: frame, root: root)
        window.canBecomeKey = false
        window.show()
        return window
    }

    @MainActor @Test func `a key doesn't reach a window that two in front hide together`() async {
        let (host, probe) = await host()
        let halves = [0, 5].map { cover(host, Rect(x: $0, y: 0, width: 5, height: 6), root: Self.box(.zero)) }

        await host.key("x")
        halves[0].close()
        await host.key("y")

        #expect(probe.keys == ["y"])
    }

    @MainActor @Test func `a view with a background hides what is below it, whatever the root view has`() async {
        let (host, probe) = await host()
        let root = View()
        let inner = Self.box(VisibleAreaTests.whole)
        root.addSubview(inner)
        let window = cover(host, root: root)

        await host.key("x")
        inner.frame.size = Size(width: 9, height: 6)
        await host.key("y")

        #expect(probe.keys == ["y"])
        withExtendedLifetime(window) {}
    }

    @MainActor @Test(arguments: [(0.98, ["x"]), (0.99, []), (0.999, [])] as [(Double, [String])])
    func `a window in front hides from an opacity of 0.99 on`(alpha: Double, keys: [String]) async {
        let (host, probe) = await host()
        let window = cover(host, root: Self.box(.zero))
        window.alpha = alpha

        await host.key("x")

        #expect(probe.keys == keys)
    }

    @MainActor @Test(arguments: [(0.49, ["x"]), (0.5, []), (1, [])] as [(Double, [String])])
    func `one that lets touches through as it fades hides until half of it has faded`(
        alpha: Double,
        keys: [String]
    ) async {
        let (host, probe) = await host()
        let window = cover(host, root: Self.box(.zero))
        window.hitPolicy = .none
        window.alpha = alpha

        await host.key("x")
        await host.tap(1, 1)

        #expect(probe.keys == keys)
        #expect(!probe.gesturesSeen.isEmpty)
    }

    @MainActor @Test(arguments: [(0.5, ["x"]), (1, [])] as [(Double, [String])])
    func `a window that darkens the screen wholly hides everything below`(dimming: Double, keys: [String]) async {
        let (host, probe) = await host()
        let window = cover(host, Rect(x: 0, y: 0, width: 1, height: 1), root: View())
        window.dimming = dimming

        await host.key("x")

        #expect(probe.keys == keys)
    }

    @MainActor @Test func `a touch that passes through a background doesn't reach a window that it hides`() async {
        let (host, probe) = await host()
        let window = cover(host, root: Self.box(.zero))
        window.hitPolicy = .passThroughBackground

        await host.tap(1, 1)
        let during = probe.gesturesSeen.count
        let explanation = host.app.windows.explainHit(at: Point(x: 1, y: 1))
        window.frame = Rect(x: 0, y: 0, width: 9, height: 6)
        await host.advance(by: TapSeries.interval)
        await host.tap(1, 1)

        #expect(during == 0 && !probe.gesturesSeen.isEmpty)
        #expect(explanation.contains("no window") && explanation.contains("windows in front hide all of it"))
    }

    @MainActor @Test func `what a sheet shows is its card: covered, it gets no key and isn't seen`() async {
        let host = TestHost(size: Size(width: 40, height: 12)) { _ in () }
        await host.launch()
        let window = cover(host, Rect(x: 1, y: 1, width: 38, height: 10), root: Self.box(.zero))
        let sheet = Sheet(title: "News", buttons: [Button("Close")])
        var sights = 0
        sheet.onFirstSight = { sights += 1 }
        host.app.present(sheet)

        await host.advance(by: .seconds(1))
        await host.key("enter")
        let during = (sheet.isOpen, sights)
        window.close()
        await host.advance(by: .seconds(1))
        await host.key("enter")

        #expect(during.0 && during.1 == 0)
        #expect(!sheet.isOpen && sights == 1)
    }
}
