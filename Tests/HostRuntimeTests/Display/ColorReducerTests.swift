import TestSupport
import Testing

@testable import HostRuntime

@Suite struct ColorReducerTests {
    private func cell(_ foreground: UInt32, on background: UInt32, glyph: UInt32 = 0x41) -> Cell {
        Cell(glyph: glyph, width: 1, flags: [], foreground: foreground, background: background, attributes: [])
    }

    private func reduced(_ cell: Cell, _ depth: ColorDepth) -> Cell {
        var reducer = ColorReducer(depth)
        return reducer.reduce(cell)
    }

    @Test func `without colors, quiet text is faint and highlighted text is not`() {
        let grounds = Theme.page.background?.rgb ?? 0
        let colors = [Theme.quiet.foreground, Theme.page.foreground, Theme.title.foreground, Theme.danger, Theme.good]

        let faint = colors.map { reduced(cell($0.rgb, on: grounds), .monochrome).attributes.contains(.dim) }

        #expect(faint == [true, false, false, false, false])
    }

    @Test(
        arguments: [ColorDepth.ansi16, .indexed256],
        [(0x101010, 0x121212), (0xFAFAFA, 0xFEFEFE), (0x6E6E6E, 0x707070), (0x000000, 0x010101), (0xFFFFFF, 0xFEFEFE)]
            as [(UInt32, UInt32)]
    )
    func `a glyph is never drawn in the color of its background`(depth: ColorDepth, colors: (UInt32, UInt32)) {
        let quantized = reduced(cell(colors.0, on: colors.1), depth)

        #expect(quantized.foreground != quantized.background)
    }

    @Test(arguments: ["▀", "▄"] as [Character])
    func `the halves of a half block may look the same`(block: Character) throws {
        let glyph = Glyph.pack(try #require(block.unicodeScalars.first))

        let quantized = reduced(cell(0x101010, on: 0x121212, glyph: glyph), .indexed256)

        #expect(quantized.foreground == quantized.background)
    }

    @Test(arguments: [ColorDepth.trueColor, .indexed256, .ansi16, .monochrome])
    func `a color is the same whichever colors came before it`(depth: ColorDepth) {
        var random = SeededGenerator(seed: 7)
        var reducer = ColorReducer(depth)

        // More than it remembers, and most of them more than once.
        for _ in 0..<20_000 {
            let shade = UInt32.random(in: 0..<64, using: &random)
            let cell = cell(shade << 18 | shade << 9 | shade, on: UInt32.random(in: 0...0xFFFFFF, using: &random))
            #expect(reducer.reduce(cell) == reduced(cell, depth))
        }
    }

    // MARK: - Dimming

    /// The brighter of a cell's two visible colors; a terminal draws a faint glyph half as bright.
    private func brightness(_ cell: Cell) -> Float {
        let colors = [cell.foreground, cell.background].map { Palette.color(at: UInt8(truncatingIfNeeded: $0)) }
        let glyph = cell.attributes.contains(.dim) ? Blend.mix(colors[0], 0, alpha: 128) : colors[0]
        return max(PerceivedColor(glyph).lightness, PerceivedColor(colors[1]).lightness)
    }

    @Test(arguments: [ColorDepth.ansi16, .indexed256])
    func `dimming never makes one of the 256 colors brighter`(depth: ColorDepth) {
        var brighter: [String] = []
        for index in 0...255 as ClosedRange<UInt8> {
            for ground in [0x000000, 0x1B1E27, 0x7F7F7F, 0xCD0000, 0xFFFFFF] as [UInt32] {
                let page = cell(Palette.color(at: index), on: ground)
                let before = brightness(reduced(page, depth))
                for alpha in 1...254 as ClosedRange<UInt8> {
                    var blender = Blender(alpha: alpha, isFaint: depth == .ansi16)
                    let dimmed = blender.over(page, Cell(blankOn: 0))
                    let after = brightness(reduced(dimmed, depth))
                    if after > before + 0.0001 { brighter.append("\(index) on \(ground) at \(alpha)") }
                }
            }
        }

        #expect(brighter == [])
    }
}
