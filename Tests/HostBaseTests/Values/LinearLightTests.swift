import Foundation
import Testing

@testable import HostBase

@Suite struct LinearLightTests {
    @Test func `the amounts are those of sRGB`() {
        let expected = (0..<256).map { step in
            let value = Double(step) / 255
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }

        let differences = zip(LinearLight.amounts, expected).map { abs(Double($0) - $1) }

        #expect(differences.count == 256)
        #expect((differences.max() ?? 1) < 1e-6)
    }

    @Test func `each step is the nearest one to its amount`() {
        #expect(LinearLight.amounts.map { LinearLight.step(nearestTo: $0) } == Array(0...255))
    }

    @Test(arguments: [(-1, 0), (2, 255), (.infinity, 255), (.nan, 0)] as [(Float, UInt8)])
    func `an amount outside the range is clamped`(amount: Float, step: UInt8) {
        #expect(LinearLight.step(nearestTo: amount) == step)
    }
}
