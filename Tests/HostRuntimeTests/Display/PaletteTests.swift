import HostTestKit
import Testing

@testable import HostRuntime

@Suite struct PaletteTests {
    @Test(arguments: 16...255 as ClosedRange<UInt8>)
    func `a colour of the fixed 240 is mapped to itself`(index: UInt8) {
        let color = Palette.color(at: index)

        #expect(Palette.color(at: Palette.index256(of: color)) == color)
    }

    @Test func `the nearest of the 256 is found among cube and greys`() {
        #expect(Palette.index256(of: 0x000000) == 16)
        #expect(Palette.index256(of: 0xFFFFFF) == 231)
        #expect(Palette.index256(of: 0xFF0000) == 196)
        #expect(Palette.index256(of: 0x808080) == 244)
        #expect(Palette.index256(of: 0x5F87AF) == 67)
        #expect(Palette.index256(of: 0x0B0B0B) == 232)
    }

    @Test func `no other fixed colour is much nearer than the chosen one`() {
        var random = SeededGenerator(seed: 5)
        func distance(_ a: UInt32, _ b: UInt32) -> Int {
            let (a, b) = (Color(a), Color(b))
            let (red, green, blue) = (Int(a.red) - Int(b.red), Int(a.green) - Int(b.green), Int(a.blue) - Int(b.blue))
            return 3 * red * red + 4 * green * green + 2 * blue * blue
        }
        for _ in 0..<300 {
            let rgb = random.color().rgb

            let chosen = distance(rgb, Palette.color(at: Palette.index256(of: rgb)))

            let best = (16...255 as ClosedRange<UInt8>).map { distance(rgb, Palette.color(at: $0)) }.min() ?? 0
            #expect(Double(chosen).squareRoot() <= Double(best).squareRoot() + 12)
        }
    }

    @Test(
        arguments: [
            (0x000000, 0), (0xCD0000, 1), (0xF01010, 9), (0x10F010, 10), (0xF6F6F6, 15), (0xE0E0E0, 7), (0x707070, 8),
        ] as [(UInt32, UInt8)]
    )
    func `the nearest of the 16 is found`(rgb: UInt32, expected: UInt8) {
        #expect(Palette.index16(of: rgb) == expected)
    }

    @Test(
        arguments: [ColorDepth.ansi16, .indexed256],
        [(0x101010, 0x121212), (0xFAFAFA, 0xFEFEFE), (0x6E6E6E, 0x707070)] as [(UInt32, UInt32)]
    )
    func `a glyph is never drawn in the colour of its background`(depth: ColorDepth, colors: (UInt32, UInt32)) {
        let cell = Cell(glyph: 0x41, width: 1, flags: [], foreground: colors.0, background: colors.1, attributes: [])

        let quantized = Palette.quantize(cell, to: depth)

        #expect(quantized.foreground != quantized.background)
    }

    @Test(arguments: ["▀", "▄"] as [Character])
    func `the halves of a half block may look the same`(block: Character) throws {
        let glyph = Glyph.pack(try #require(block.unicodeScalars.first))
        let cell = Cell(
            glyph: glyph,
            width: 1,
            flags: [],
            foreground: 0x101010,
            background: 0x121212,
            attributes: []
        )

        let quantized = Palette.quantize(cell, to: .indexed256)

        #expect(quantized.foreground == quantized.background)
    }
}
