import TestSupport
import Testing

@testable import HostRuntime

@Suite struct LayerIndexTests {
    @Test(arguments: 0..<20 as Range<UInt64>)
    func `layers that were reordered, came and went are found as a search through all would find them`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let last = (0..<50).map { _ in UInt64.random(in: 0..<60, using: &random) }
        var next = last
        for _ in 0..<Int.random(in: 0..<20, using: &random) {
            let id = next.remove(at: .random(in: 0..<next.count, using: &random))
            if Bool.random(using: &random) { next.insert(id, at: .random(in: 0...next.count, using: &random)) }
            next.append(.random(in: 60..<90, using: &random))
        }
        let isUnique = Set(last).count == last.count
        var places = LayerIndex(last)

        let found = next.map { places.place(of: $0) }

        // Of layers with one id, any place is right.
        #expect(found.map { $0.map { last[$0] } } == next.map { last.contains($0) ? $0 : nil })
        #expect(!isUnique || found == next.map { last.firstIndex(of: $0) })
    }
}
