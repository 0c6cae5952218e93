import TestSupport
import Testing

@testable import HostRuntime

@Suite struct PaletteTests {
    @Test(arguments: 16...255 as ClosedRange<UInt8>)
    func `a color of the fixed 240 is mapped to itself`(index: UInt8) {
        let color = Palette.color(at: index)

        #expect(Palette.color(at: Palette.index256(of: color)) == color)
    }

    @Test func `the nearest of the 256 colors is found in the cube and the grays`() {
        #expect(Palette.index256(of: 0x000000) == 16)
        #expect(Palette.index256(of: 0xFFFFFF) == 231)
        #expect(Palette.index256(of: 0xFF0000) == 196)
        #expect(Palette.index256(of: 0x808080) == 244)
        #expect(Palette.index256(of: 0x5F87AF) == 67)
        #expect(Palette.index256(of: 0x0B0B0B) == 232)
    }

    @Test func `no other fixed color is clearly nearer than the chosen one`() {
        var random = SeededGenerator(seed: 5)
        for number in 0..<600 {
            // Dark ones too, between which the cube has nothing.
            let rgb = number % 2 == 0 ? random.color().rgb : random.color().rgb >> 2 & 0x3F3F3F
            let wanted = PerceivedColor(rgb)

            let chosen = wanted.mismatch(with: PerceivedColor(Palette.color(at: Palette.index256(of: rgb))))

            let best =
                (16...255 as ClosedRange<UInt8>)
                .map { wanted.mismatch(with: PerceivedColor(Palette.color(at: $0))) }.min() ?? 0
            #expect(chosen.squareRoot() <= best.squareRoot() + 0.02)
        }
    }

    @Test func `a ramp from dark to bright repeats no color, and has grays only at an end`() {
        let stops: [UInt32] = [0x140F2D, 0x2B1A52, 0x5C2A6B, 0xA8436F, 0xE5735F, 0xF9A65A]
        var bands: [UInt8] = []
        for (lower, upper) in zip(stops, stops.dropFirst()) {
            for step in 0..<12 {
                let color = Color(lower).mixed(with: Color(upper), amount: Double(step) / 12)
                let index = Palette.index256(of: color.rgb)
                if index != bands.last { bands.append(index) }
            }
        }

        #expect(Set(bands).count == bands.count)
        #expect(bands.drop { $0 >= 232 }.allSatisfy { $0 < 232 })
    }
}
