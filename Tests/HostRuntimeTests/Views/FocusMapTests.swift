import TestSupport
import Testing

@testable import HostRuntime

@Suite(.tags(.views)) struct FocusMapTests {
    /// A field over two buttons beside one another, and a list at the right.
    private let map = FocusMap(frames: [
        Rect(x: 2, y: 1, width: 20, height: 1),
        Rect(x: 2, y: 3, width: 6, height: 1),
        Rect(x: 10, y: 3, width: 6, height: 1),
        Rect(x: 30, y: 0, width: 10, height: 6),
    ])

    @Test(
        arguments: [
            (0, FocusMap.Direction.down, 1), (0, .up, nil), (0, .right, 3), (0, .left, nil),
            (1, .right, 2), (1, .left, nil), (1, .up, 0), (1, .down, nil),
            (2, .left, 1), (2, .right, 3), (2, .up, 0), (3, .left, 0), (3, .up, nil), (3, .down, nil),
        ] as [(Int, FocusMap.Direction, Int?)]
    )
    func `an arrow leads to the nearest view that it points at`(from: Int, direction: FocusMap.Direction, to: Int?) {
        #expect(map.neighbor(of: from, direction) == to)
    }

    @Test func `to the sides only rectangles that share a row count`() {
        let map = FocusMap(frames: [Rect(x: 0, y: 0, width: 3, height: 1), Rect(x: 5, y: 1, width: 3, height: 1)])

        #expect(map.neighbor(of: 0, .right) == nil)
        #expect(map.neighbor(of: 0, .down) == 1)
    }

    @Test(arguments: [-1, 1, .max])
    func `an arrow without a rectangle leads nowhere`(index: Int) {
        #expect(FocusMap(frames: [.zero]).neighbor(of: index, .down) == nil)
    }

    @Test func `frames at the limits of integers do not trap`() {
        let far = [Int.min, 0, Int.max].map { Rect(x: $0, y: $0, width: .max, height: .max) }

        for direction in [FocusMap.Direction.up, .down, .left, .right] {
            let next = FocusMap(frames: far).neighbor(of: 1, direction)
            #expect(next != 1)
        }
    }
}
