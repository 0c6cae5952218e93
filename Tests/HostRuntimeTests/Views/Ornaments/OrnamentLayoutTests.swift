import TestSupport
import Testing

@testable import HostRuntime

@Suite struct OrnamentLayoutTests {
    typealias Position = WindowOrnament.Position

    private let area = Rect(x: 2, y: 1, width: 76, height: 20)

    private func frames(_ ornaments: [(Position, Size)], besides taken: [Rect] = [], in area: Rect? = nil) -> [Rect?] {
        OrnamentLayout.frames(of: ornaments.map { ($0.0, $0.1) }, in: area ?? self.area, besides: taken)
    }

    @Test(
        arguments: [
            (.topLeft, Point(x: 2, y: 1)), (.top, Point(x: 35, y: 1)), (.topRight, Point(x: 68, y: 1)),
            (.left, Point(x: 2, y: 10)), (.right, Point(x: 68, y: 10)),
            (.bottomLeft, Point(x: 2, y: 19)), (.bottom, Point(x: 35, y: 19)), (.bottomRight, Point(x: 68, y: 19)),
        ] as [(Position, Point)]
    )
    func `each position has its place at the edge`(position: Position, origin: Point) {
        let size = Size(width: 10, height: 2)

        #expect(frames([(position, size)]) == [Rect(origin: origin, size: size)])
    }

    @Test func `those at one position are stacked in their order, the first at the edge`() {
        let size = Size(width: 10, height: 2)

        let upper = frames([(.topLeft, size), (.topLeft, size)]).compactMap { $0?.minY }
        let lower = frames([(.bottom, size), (.bottom, size), (.bottom, size)]).compactMap { $0?.minY }

        #expect(upper == [1, 3])
        #expect(lower == [19, 17, 15])
    }

    @Test func `one moves past what is taken, toward the middle`() {
        let control = Rect(x: 60, y: 1, width: 18, height: 3)

        #expect(
            frames([(.topRight, Size(width: 10, height: 1))], besides: [control]) == [
                Rect(x: 68, y: 4, width: 10, height: 1)
            ]
        )
    }

    @Test func `one takes at most half the width and a quarter of the height`() {
        #expect(frames([(.topLeft, Size(width: 500, height: 500))]) == [Rect(x: 2, y: 1, width: 38, height: 5)])
    }

    @Test func `where there is too little room the smallest are left out, of equal ones the last`() {
        let (large, small) = (Size(width: 38, height: 5), Size(width: 4, height: 1))

        #expect(frames([(.topLeft, small), (.bottom, large), (.top, large)]).map { $0 != nil } == [false, true, true])
        #expect(frames([(.topLeft, large), (.bottom, large), (.top, large)]).map { $0 != nil } == [true, true, false])
    }

    @Test(arguments: [Rect.zero, Rect(x: 0, y: 0, width: 1, height: 1), Rect(x: 0, y: 0, width: 20, height: 3)])
    func `in an area without room there is none`(area: Rect) {
        #expect(frames([(.topLeft, Size(width: 5, height: 1))], in: area) == [nil])
    }

    @Test func `ten thousand take no more time than sixteen`() {
        let many = (0..<10_000).map { _ in (Position.topLeft, Size(width: 3, height: 1)) }

        #expect(frames(many).count { $0 != nil } == OrnamentLayout.most)
    }

    @Test(arguments: 0..<200 as Range<UInt64>)
    func `none is outside, too large, on what is taken, or on another one`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        func rect(in size: ClosedRange<Int>) -> Rect {
            func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
            return Rect(x: number(0...90), y: number(0...30), width: number(size), height: number(size))
        }
        let area = rect(in: 0...120)
        let taken = (0..<Int.random(in: 0...3, using: &random)).map { _ in rect(in: 0...20) }
        let ornaments = (0..<Int.random(in: 0...20, using: &random)).map { _ in
            (Position.allCases.randomElement(using: &random) ?? .top, rect(in: 0...40).size)
        }

        let frames = frames(ornaments, besides: taken, in: area)
        let shown = frames.compactMap(\.self)

        #expect(frames.count == ornaments.count)
        #expect(shown.allSatisfy { $0.intersection(area) == $0 && !$0.isEmpty })
        #expect(shown.allSatisfy { $0.width <= area.width / 2 && $0.height <= area.height / 4 })
        #expect(shown.reduce(0) { $0 + $1.width * $1.height } <= area.width * area.height / 4)
        for (index, frame) in shown.enumerated() {
            #expect((taken + shown[..<index]).allSatisfy { $0.intersection(frame).isEmpty })
        }
    }
}
