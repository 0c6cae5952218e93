import TestSupport
import Testing

@testable import HostBase

@Suite(.tags(.windows)) struct BlendTests {
    @Test(
        arguments: [
            (0x000000, 0xFFFFFF, 0, 0x000000), (0x000000, 0xFFFFFF, 255, 0xFFFFFF), (0x000000, 0xFFFFFF, 51, 0x333333),
            (0x000000, 0xFFFFFF, 128, 0x808080), (0x000000, 0xFFFFFF, 127, 0x7F7F7F),
            (0x123456, 0x123456, 77, 0x123456),
            (0xFF0000, 0x0000FF, 64, 0xBF0040), (0x00FF00, 0xFF00FF, 192, 0xC03FC0),
            (0x203040, 0xA0B0C0, 153, 0x6D7D8D),
        ] as [(UInt32, UInt32, UInt8, UInt32)]
    )
    func `two colors are mixed as the table says`(below: UInt32, above: UInt32, alpha: UInt8, expected: UInt32) {
        #expect(Blend.mix(below, above, alpha: alpha) == expected)
    }

    @Test func `each mixed channel is within one of the exact value, and channels do not affect one another`() {
        for alpha in 0...255 {
            for (low, high) in [(0, 255), (255, 0), (17, 200), (254, 255), (128, 127), (9, 9)] {
                let real = Double(low) + Double(high - low) * Double(alpha) / 255
                let below = Color(red: UInt8(low), green: UInt8(high), blue: UInt8(low))
                let above = Color(red: UInt8(high), green: UInt8(low), blue: UInt8(high))

                let mixed = Color(Blend.mix(below.rgb, above.rgb, alpha: UInt8(alpha)))

                #expect(abs(Double(mixed.red) - real) <= 1 && mixed.red == mixed.blue)
                #expect(abs(Double(mixed.green) - (Double(low + high) - real)) <= 1)
            }
        }
    }
}
