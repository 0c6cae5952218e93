import TestSupport
import Testing

@testable import HostRuntime

/// The cost of frames, in numbers that are the same on every machine.
@Suite(.tags(.terminal)) struct CompositorCostTests {
    /// The cost of 96 frames of a workload, after one that painted everything.
    private func cost(
        _ size: Size,
        _ depth: ColorDepth = .trueColor,
        prepare: (inout DriftScene) -> Void = { _ in },
        step: (inout DriftScene) -> Void
    ) -> (sum: FrameStatistics, maxWrites: Int) {
        var scene = DriftScene(size: size)
        prepare(&scene)
        var compositor = Compositor(size: size, depth: depth)
        _ = compositor.render(scene.frame) { _ in }
        var sum = FrameStatistics()
        var maxWrites = 0
        for _ in 0..<96 {
            step(&scene)
            let statistics = compositor.render(scene.frame) { _ in }
            sum.bytes += statistics.bytes
            sum.cellsDamaged += statistics.cellsDamaged
            sum.cellsEmitted += statistics.cellsEmitted
            sum.writes += statistics.writes
            maxWrites = max(maxWrites, statistics.writes)
        }
        return (sum, maxWrites)
    }

    @Test(arguments: [
        (Size(width: 80, height: 24), 3100, 135_178, 105_989), (Size(width: 200, height: 60), 6400, 348_701, 268_627),
    ])
    func `eight moving windows cost few bytes and only changed cells`(
        size: Size,
        bytes: Int,
        damaged: Int,
        emitted: Int
    ) {
        let cost = cost(size) { $0.drift() }

        #expect(cost.sum.bytes / 96 <= bytes)
        #expect(cost.sum.cellsDamaged == damaged)
        #expect(cost.sum.cellsEmitted == emitted)
        #expect(cost.sum.writes == 96 && cost.maxWrites == 1)
    }

    @Test(arguments: [(Size(width: 80, height: 24), 3700), (Size(width: 200, height: 60), 7500)])
    func `one translucent window among them costs little more`(size: Size, bytes: Int) {
        let cost = cost(size, prepare: { $0.setAlpha(153, ofWindows: [4]) }, step: { $0.drift() })

        #expect(cost.sum.bytes / 96 <= bytes)
        #expect(cost.maxWrites == 1)
    }

    @Test(arguments: [
        (Size(width: 80, height: 24), 1000), (Size(width: 200, height: 60), 1050),
        (Size(width: 400, height: 120), 1050),
    ])
    func `one dragged window costs the same at any size`(size: Size, bytes: Int) {
        let cost = cost(size) { $0.drag() }

        #expect(cost.sum.bytes / 96 <= bytes)
        #expect(cost.sum.cellsDamaged == 96 * 531)
        #expect(cost.maxWrites == 1)
    }

    @Test(arguments: [(Size(width: 80, height: 24), 4100), (Size(width: 200, height: 60), 15_500)])
    func `a step of a full-screen fade sends every cell at little more than a byte`(size: Size, bytes: Int) {
        let cost = cost(size) { $0.fade() }

        #expect(cost.sum.bytes / 96 <= bytes)
        #expect(cost.sum.cellsDamaged == 96 * size.width * size.height)
        #expect(cost.maxWrites == 1)
    }

    @Test(arguments: ColorDepth.allCases)
    func `a frame in which nothing changed costs nothing`(depth: ColorDepth) {
        let cost = cost(Size(width: 80, height: 24), depth) { _ in }

        #expect(cost.sum == FrameStatistics())
    }

    @Test(arguments: [ColorDepth.indexed256, .ansi16, .monochrome])
    func `fewer colors cost fewer bytes`(depth: ColorDepth) {
        let size = Size(width: 80, height: 24)

        #expect(cost(size, depth) { $0.drift() }.sum.bytes < cost(size) { $0.drift() }.sum.bytes)
    }

    @Test func `a see-through window costs only the cells drawn on it`() {
        let size = Size(width: 200, height: 60)
        var canvas = Canvas(size: size)
        canvas.fill(Rect(x: 180, y: 30, width: 5, height: 3), style: Style(background: Color(0x884400)))
        let page = DriftScene(size: size).frame.layers[0]
        let place = Rect(origin: .zero, size: size)
        var compositor = Compositor(size: size, depth: .trueColor)
        _ = compositor.render(Frame(size: size, layers: [page])) { _ in }

        let overlay = Layer(id: 9, frame: place, canvas: canvas, version: 1)
        let statistics = compositor.render(Frame(size: size, layers: [page, overlay])) { _ in }

        #expect(statistics.cellsDamaged == 15)
        #expect(statistics.cellsEmitted == 15)
    }

    @Test func `raising a window costs only that window, not those that it passes`() {
        let size = Size(width: 200, height: 60)
        let scene = DriftScene(size: size)
        var compositor = Compositor(size: size, depth: .trueColor)
        _ = compositor.render(scene.frame) { _ in }

        var frame = scene.frame
        frame.layers.append(frame.layers.remove(at: 3))
        let raised = compositor.render(frame) { _ in }
        frame.layers.insert(frame.layers.remove(at: 8), at: 1)
        let lowered = compositor.render(frame) { _ in }

        #expect(raised.cellsDamaged == 480)
        #expect(lowered.cellsDamaged == 480)
    }
}
