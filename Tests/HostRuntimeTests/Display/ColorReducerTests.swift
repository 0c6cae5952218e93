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

    @Test func `text can be read among 16 colors whatever its colors are`() {
        var random = SeededGenerator(seed: 1)
        var unreadable: [Cell] = []
        for _ in 0..<5_000 {
            var text = cell(.random(in: 0...0xFFFFFF, using: &random), on: .random(in: 0...0xFFFFFF, using: &random))
            text.insert(TextAttributes(rawValue: .random(in: 0...0x3F, using: &random)).subtracting(.dim))

            let shown = reduced(text, .ansi16)

            let isReadable = [[0, 7], [0, 15], [7, 0], [15, 0]].contains([shown.foreground, shown.background])
            let isPlain = shown.attributes.isDisjoint(with: [.bold, .underline, .italic])
            if !isReadable || shown.background != 0 && !isPlain { unreadable.append(text) }
        }

        #expect(unreadable == [])
    }

    @Test func `text that can be read stays readable among 256 colors`() {
        func contrast(_ a: UInt32, _ b: UInt32) -> Double { Color(a).contrast(with: Color(b)) }
        var random = SeededGenerator(seed: 2)
        var unreadable: [Cell] = []
        for _ in 0..<5_000 {
            let text = cell(.random(in: 0...0xFFFFFF, using: &random), on: .random(in: 0...0xFFFFFF, using: &random))

            let shown = reduced(text, .indexed256)

            let colors = [shown.foreground, shown.background].map { Palette.color(at: UInt8($0)) }
            let isReadable = contrast(colors[0], colors[1]) >= 4.5
            if !isReadable && contrast(text.foreground, text.background) >= 4.5 { unreadable.append(text) }
        }

        #expect(unreadable == [])
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
        var others: [Cell] = []

        // More than it remembers, and most of them more than once.
        for _ in 0..<20_000 {
            let shade = UInt32.random(in: 0..<64, using: &random)
            let cell = cell(shade << 18 | shade << 9 | shade, on: UInt32.random(in: 0...0xFFFFFF, using: &random))
            if reducer.reduce(cell) != reduced(cell, depth) { others.append(cell) }
        }

        #expect(others == [])
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
        // Denser where a step of an alpha is a larger part of it.
        let some = [1, 2, 3, 4, 5, 6, 8, 11, 16, 23, 32, 45, 64, 91, 128, 163, 200, 231, 245, 254] as [UInt8]
        let alphas = takesAllSeeds ? Array(1...254) : some
        var brighter: [String] = []
        for index in 0...255 as ClosedRange<UInt8> {
            for ground in [0x000000, 0x1B1E27, 0x7F7F7F, 0xCD0000, 0xFFFFFF] as [UInt32] {
                let page = cell(Palette.color(at: index), on: ground)
                let before = brightness(reduced(page, depth))
                for alpha in alphas {
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
