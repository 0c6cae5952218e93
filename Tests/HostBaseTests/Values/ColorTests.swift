import Testing

@testable import HostBase

@Suite struct ColorTests {
    @Test func `a color has the channels that it was created with`() {
        let color = Color(0xFF12_80C4)

        #expect((color.red, color.green, color.blue) == (0x12, 0x80, 0xC4))
        #expect(color == Color(red: 0x12, green: 0x80, blue: 0xC4))
        #expect(color.description == "#1280c4")
    }

    @Test(
        arguments: [
            (0.0, 0x000000), (1.0, 0xFFFFFF), (-4, 0x000000), (7, 0xFFFFFF), (.nan, 0x000000), (.infinity, 0xFFFFFF),
            (0.2, 0x333333),
        ] as [(Double, UInt32)]
    )
    func `mixing clamps the amount`(amount: Double, expected: UInt32) {
        #expect(Color.black.mixed(with: .white, amount: amount) == Color(expected))
    }

    @Test(
        arguments: [(0x000000, Color.white), (0xFFFFFF, .black), (0xFFFF00, .black), (0x0000FF, .white)]
            as [(UInt32, Color)]
    )
    func `text is readable in the contrasting color`(color: UInt32, expected: Color) {
        #expect(Color(color).contrasting == expected)
    }

    @Test(
        arguments: [
            (0x000000, 0xFFFFFF, 21), (0x777777, 0xFFFFFF, 4.48), (0xCD0000, 0x000000, 3.60), (0x123456, 0x123456, 1),
        ] as [(UInt32, UInt32, Double)]
    )
    func `the contrast is that of WCAG 2`(a: UInt32, b: UInt32, expected: Double) {
        #expect(abs(Color(a).contrast(with: Color(b)) - expected) < 0.01)
        #expect(Color(a).contrast(with: Color(b)) == Color(b).contrast(with: Color(a)))
    }

    @Test(arguments: 0...255) func `a color can be made readable on every background`(gray: Int) {
        let ground = Color(UInt32(gray) * 0x010101)
        for ink in [0x000000, 0xFFFFFF, 0x7F7F7F, 0xEC7279, 0x2A61C4, ground.rgb] as [UInt32] {
            let readable = Color(ink).readable(on: ground)

            #expect(readable.contrast(with: ground) >= 4.5)
            #expect(readable == Color(ink) || Color(ink).contrast(with: ground) < 4.5)
        }
    }
}
