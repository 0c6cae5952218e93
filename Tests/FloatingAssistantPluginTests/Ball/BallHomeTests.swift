import HostRuntime
import TestSupport
import Testing

@testable import FloatingAssistantPlugin

@Suite(.tags(.assistant)) struct BallHomeTests {
    @Test(arguments: [BallHome(.left, fraction: 0), BallHome(.right, fraction: 1), BallHome(.left, fraction: 0.3)])
    func `a stored value reads back the same`(home: BallHome) {
        #expect(BallHome(stored: home.stored) == home)
    }

    @Test(
        arguments: [
            nil, .null, "right", 3, [], [:], ["side": "right"], ["down": 0.5], ["side": "top", "down": 0.5],
            ["side": "left", "down": 1.5], ["side": "left", "down": -0.1], ["side": "left", "down": "0.5"],
            ["side": 1, "down": 1], ["side": "left", "down": .double(.nan)],
            ["side": "left", "down": .double(.infinity)],
            ["side": "left", "down": .int(.max)],
        ] as [PlainValue?]
    )
    func `a stored value of another kind is no place`(value: PlainValue?) {
        #expect(BallHome(stored: value) == nil)
    }

    @Test(arguments: [(-3.0, 0.0), (7, 1), (.nan, 1), (.infinity, 1)])
    func `a fraction outside the range counts as the nearest one`(given: Double, kept: Double) {
        #expect(BallHome(.left, fraction: given).fraction == kept)
    }
}
