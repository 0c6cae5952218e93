/// A search for the places that layers had in the last frame.
///
/// From one frame to the next, most layers keep their order, so the place after
/// the one found last is looked at first. The table of all ids is made only when
/// that fails.
struct LayerIndex {
    private let ids: [UInt64]
    private var expected = 0
    private var table: [UInt64: Int]?

    /// Creates a search among the layers of the last frame, back to front.
    init(_ ids: [UInt64]) {
        self.ids = ids
    }

    /// Returns the place of a layer in the last frame; nil for a new layer.
    mutating func place(of id: UInt64) -> Int? {
        if expected < ids.count, ids[expected] == id {
            expected += 1
            return expected - 1
        }
        guard let place = placeInTable(of: id) else { return nil }
        expected = place + 1
        return place
    }

    private mutating func placeInTable(of id: UInt64) -> Int? {
        if let table { return table[id] }
        // Only the first of several layers with one id counts.
        let table = Dictionary(zip(ids, ids.indices)) { first, _ in first }
        self.table = table
        return table[id]
    }
}
