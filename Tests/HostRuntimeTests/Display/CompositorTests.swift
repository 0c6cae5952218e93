import TestSupport
import Testing

@testable import HostRuntime

/// Frames look as if every cell was painted again, back to front: no wide glyph is cut in half by a window over it.
@Suite(.tags(.windows, .terminal)) struct CompositorTests {
    @Test(arguments: seeds(of: 1...6))
    func `the display shows what painting every cell back to front would show, wide glyphs whole or blank`(
        seed: UInt64
    ) throws {
        var scene = RandomScene(size: Size(width: 44, height: 16), windows: 7, seed: seed)
        var compositor = Compositor(size: scene.frame.size, depth: .trueColor)

        for step in 0..<60 {
            if step % 25 == 24 { scene.resize() } else { scene.step() }
            _ = compositor.render(scene.frame) { _ in }

            let expected = NaivePainter().paint(scene.frame)
            let shown = compositor.snapshot().seenCells
            let difference = firstDifference(shown, expected, width: scene.frame.size.width)
            try #require(difference == nil, "step \(step)")
        }
    }

    @Test(arguments: ColorDepth.allCases, [true, false])
    func `a terminal that receives the bytes shows the snapshot`(depth: ColorDepth, varied: Bool) throws {
        for seed in seeds(of: 10..<22) {
            var scene = RandomScene(size: Size(width: 44, height: 16), windows: 7, seed: seed, varied: varied)
            var compositor = Compositor(size: scene.frame.size, depth: depth, usesSynchronizedOutput: seed % 2 == 0)
            var terminal = TinyTerminal(size: scene.frame.size)

            for step in 0..<10 {
                scene.step()
                var sent: [UInt8] = []
                let statistics = compositor.render(scene.frame) { sent += $0 }
                do {
                    if !sent.isEmpty { try terminal.receive(sent) }
                } catch {
                    Issue.record("seed \(seed) step \(step): \(error)")
                    return
                }

                let shown = compositor.snapshot().seenCells.map { depth == .monochrome ? $0 : $0.withoutReverse }
                let difference = firstDifference(terminal.seen(in: depth), shown, width: terminal.size.width)
                try #require(difference == nil, "seed \(seed) step \(step)")
                try #require(terminal.cursor == compositor.snapshot().cursor)
                try #require(sent.count == statistics.bytes)
            }
            #expect(terminal.clears == 1)
        }
    }

    @Test(arguments: TinyTerminal.Widths.allCases, [ColorDepth.trueColor, .indexed256])
    func `in a terminal with other widths, nothing stale is visible and everything else is in place`(
        widths: TinyTerminal.Widths,
        depth: ColorDepth
    ) throws {
        for seed in seeds(of: 20..<32) {
            var scene = RandomScene(size: Size(width: 44, height: 16), windows: 7, seed: seed)
            var compositor = Compositor(size: scene.frame.size, depth: depth)
            compositor.widensAmbiguous = widths == .ambiguous
            var terminal = TinyTerminal(size: scene.frame.size, widths: widths)

            for step in 0..<10 {
                scene.step()
                var sent: [UInt8] = []
                _ = compositor.render(scene.frame) { sent += $0 }
                if !sent.isEmpty { try terminal.receive(sent) }

                let mistake = terminal.firstMistake(compositor.snapshot().seenCells.map(\.withoutReverse))
                try #require(mistake == nil, "seed \(seed) step \(step)")
            }
        }
    }
}

extension TinyTerminal {
    /// On a terminal without colors, only attributes are visible.
    func seen(in depth: ColorDepth) -> [SeenCell] {
        cells.map { cell in
            var cell = cell
            if depth == .monochrome {
                let isReversed = cell.attributes.contains(.reverse)
                cell.background = isReversed ? .white : .black
                if cell.text != " " || !cell.attributes.isDisjoint(with: [.underline, .strikethrough]) {
                    cell.foreground = isReversed ? .black : .white
                }
            }
            return cell
        }
    }
}
