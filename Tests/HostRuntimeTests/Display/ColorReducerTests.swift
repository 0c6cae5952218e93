import TestSupport
import Testing

@testable import HostRuntime

@Suite(.tags(.terminal)) struct ColorReducerTests {
    private func cell(_ foreground: UInt32, on background: UInt32, glyph: UInt32 = 0x41) -> Cell {
        Cell(glyph: glyph, width: 1, flags: [], foreground: foreground, background: background, attributes: [])
    }

    private func reduced(_ cell: Cell, _ depth: ColorDepth) -> Cell {
        var reducer = ColorReducer(depth)
        return reducer.reduce(cell)
    }

    @Test func `without colors, text is never faint`() {
        var faint = cell(Theme.quiet.foreground.rgb, on: 0)
        faint.insert([.dim, .bold])

        #expect(reduced(faint, .monochrome).attributes == [])
    }

    @Test func `among 16 colors, text has no hue, and marks and pixels keep theirs`() {
        let red = Theme.danger.rgb
        let glyphs = ["A", "●", "─", "▀"].map { Glyph.pack($0) }

        let colors = glyphs.map { reduced(cell(red, on: 0x1B1E27, glyph: $0), .ansi16).foreground }

        #expect(colors == [15, 9, 9, 9])
    }

    @Test(arguments: 0..<5_000) func `text can be read among 16 colors whatever its colors are`(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        var text = cell(.random(in: 0...0xFFFFFF, using: &random), on: .random(in: 0...0xFFFFFF, using: &random))
        text.insert(TextAttributes(rawValue: .random(in: 0...0x3F, using: &random)).subtracting(.dim))

        let shown = reduced(text, .ansi16)

        #expect([[0, 7], [0, 15], [7, 0], [15, 0]].contains([shown.foreground, shown.background]))
        #expect(shown.background == 0 || shown.attributes.isDisjoint(with: [.bold, .underline, .italic]))
    }

    @Test(arguments: 0..<5_000) func `text that can be read stays readable among 256 colors`(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let text = cell(.random(in: 0...0xFFFFFF, using: &random), on: .random(in: 0...0xFFFFFF, using: &random))
        func contrast(_ a: UInt32, _ b: UInt32) -> Double { Color(a).contrast(with: Color(b)) }

        let shown = reduced(text, .indexed256)

        let colors = [shown.foreground, shown.background].map { Palette.color(at: UInt8($0)) }
        #expect(contrast(colors[0], colors[1]) >= 4.5 || contrast(text.foreground, text.background) < 4.5)
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
                    let shown = reduced(dimmed, depth)
                    let after = brightness(shown)
                    // Text on a page that gets darker may need the next lighter of the fixed colors to be read.
                    let colors = [shown.foreground, shown.background].map { Palette.color(at: UInt8($0)) }
                    let isNeeded = Color(colors[0]).contrast(with: Color(colors[1])) < 9.5
                    if after > before + 0.0001 && !isNeeded { brighter.append("\(index) on \(ground) at \(alpha)") }
                }
            }
        }

        #expect(brighter == [])
    }
}
