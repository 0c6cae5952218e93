import Testing

@testable import HostRuntime

@Suite struct ANSIColorTests {
    @Test(arguments: 0..<16) func `a color of the theme stands for itself`(index: Int) {
        #expect(ANSIColor.index(of: Color(ANSIColor.xterm[index])) == UInt8(index))
    }

    @Test(
        arguments: [
            (Theme.danger, 9), (Theme.good, 2), (Theme.caution, 11), (Theme.accent, 11), (Color(0x9C2F38), 1),
            (Color(0xC0353F), 1), (Color(0x7FB4E6), 6), (Color(0x8A3D66), 5), (Color(0x6B3FA0), 4),
        ] as [(Color, UInt8)]
    )
    func `a color with a meaning keeps its hue`(color: Color, expected: UInt8) {
        #expect(ANSIColor.index(of: color) == expected)
    }

    @Test(
        arguments: [
            (0x0B0C10, 0), (0x1B1E27, 0), (0x262B3A, 0), (0x3D4358, 8), (0x707070, 8), (0x949AAC, 8), (0xB9BDC9, 7),
            (0xE6E1D8, 7), (0xF4F1EA, 15), (0xFFFFFF, 15),
        ] as [(UInt32, UInt8)]
    )
    func `a tint of gray becomes a gray of the same brightness`(rgb: UInt32, expected: UInt8) {
        #expect(ANSIColor.index(of: Color(rgb)) == expected)
    }

    @Test func `a darker shade of a color has the same hue, or is a darker gray`() {
        func rank(_ index: UInt8) -> Int { index == 15 ? 3 : index == 7 ? 2 : index > 7 ? 1 : 0 }
        for rgb in [0xF2B84B, 0xEC7279, 0x7BC47F, 0x7FB4E6, 0xFFFFFF, 0xE6E1D8, 0x949AAC] as [UInt32] {
            let indices = (0...255 as ClosedRange<UInt8>).map {
                ANSIColor.index(of: Color(Blend.mix(rgb, 0, alpha: $0)))
            }

            let hues = Set(indices.filter { $0 != 0 && $0 != 7 && $0 != 8 && $0 != 15 }.map { $0 & 7 })
            #expect(hues.count <= 1)
            #expect(zip(indices, indices.dropFirst()).allSatisfy { rank($0) >= rank($1) })
        }
    }
}
