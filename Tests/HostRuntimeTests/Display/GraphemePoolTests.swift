import Testing

@testable import HostRuntime

@Suite struct GraphemePoolTests {
    private func cell(_ index: UInt32) -> Cell {
        Cell(glyph: index, width: 2, flags: .pooled, foreground: 0, background: 0, attributes: [])
    }

    @Test func `equal clusters have one index`() {
        var pool = GraphemePool()

        let indices = ["👨‍👩‍👧‍👦", "👍🏽", "👨‍👩‍👧‍👦"].map { pool.intern($0) }

        #expect(indices == [0, 1, 0])
        #expect(pool[1] == "👍🏽")
    }

    @Test func `sweeping removes clusters that no cell shows and keeps the indices of the rest`() {
        var pool = GraphemePool()
        let clusters = (0..<4).map { "👍🏽\($0)" }
        for cluster in clusters { _ = pool.intern(cluster) }

        pool.sweep(keeping: [cell(1), cell(3), Cell.unknown, Cell.hole])

        #expect(pool.count == 2)
        #expect(pool[1] == clusters[1] && pool[3] == clusters[3])
        #expect([pool.intern("new"), pool.intern("newer")].sorted() == [0, 2])
        #expect(pool.intern(clusters[3]) == 3)
    }

    @Test func `an unknown index is a question mark`() {
        #expect(GraphemePool()[7] == "?")
    }
}
