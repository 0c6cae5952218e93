import TestSupport
import Testing

@testable import HostRuntime

@Suite struct DamageMapTests {
    private func ranges(_ map: borrowing DamageMap, row y: Int = 0) -> [Range<Int>] {
        (0..<map.count(inRow: y)).map { map.range($0, inRow: y) }
    }

    @Test(arguments: [
        ([0..<2, 5..<7], [0..<2, 5..<7]), ([5..<7, 0..<2], [0..<2, 5..<7]), ([0..<3, 2..<5], [0..<5]),
        ([0..<3, 3..<5], [0..<5]), ([0..<1, 4..<5, 8..<9, 0..<9], [0..<9]), ([2..<4, -5..<1], [0..<1, 2..<4]),
        ([90..<300], [90..<100]), ([5..<5], []), ([0..<1, 4..<5, 8..<9, 2..<6], [0..<1, 2..<6, 8..<9]),
    ])
    func `ranges that touch are joined`(added: [Range<Int>], expected: [Range<Int>]) {
        var map = DamageMap(size: Size(width: 100, height: 2))

        for range in added { map.add(range, row: 0) }

        #expect(ranges(map) == expected)
    }

    @Test func `more ranges than a row keeps apart still cover what was added`() {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<20 {
            var map = DamageMap(size: Size(width: 400, height: 1))
            var columns: Set<Int> = []
            for _ in 0..<60 {
                let start = random.number(0...398)
                let range = start..<start + random.number(1...3)
                map.add(range, row: 0)
                columns.formUnion(range.clamped(to: 0..<400))
            }

            let covered = ranges(map)

            #expect(columns.isSubset(of: covered.joined()))
            #expect(zip(covered, covered.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
            #expect(covered.count <= DamageMap.rangesPerRow)
        }
    }

    @Test func `rows outside are ignored, and removing leaves nothing`() {
        var map = DamageMap(size: Size(width: 10, height: 3))
        map.add(0..<5, row: -1)
        map.add(0..<5, row: 3)
        #expect(map.rows.isEmpty)

        map.add(0..<5, row: 2)
        map.removeAll()

        #expect(map.rows.isEmpty && map.count(inRow: 2) == 0)
    }
}
