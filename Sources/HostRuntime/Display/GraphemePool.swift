/// The grapheme clusters of more than four bytes that the cells of one owner show.
///
/// Each canvas has its own, and the compositor one for the screen, so a canvas
/// that shows endlessly many different clusters costs nobody else anything.
/// The owner bounds it: when `isFull` it marks what its cells use and sweeps.
struct GraphemePool: Sendable {
    private(set) var strings: [String] = []
    private var indices: [String: UInt32] = [:]
    private var free: [UInt32] = []

    /// How many clusters it holds.
    var count: Int { indices.count }

    subscript(index: UInt32) -> String {
        Int(index) < strings.count ? strings[Int(index)] : "?"
    }

    /// Returns the index of a cluster, the same for equal ones.
    mutating func intern(_ string: String) -> UInt32 {
        if let index = indices[string] { return index }
        let index: UInt32
        if let reused = free.popLast() {
            index = reused
            strings[Int(index)] = string
        } else {
            index = UInt32(strings.count)
            strings.append(string)
        }
        indices[string] = index
        return index
    }

    /// Forgets the clusters that no cell shows; the others keep their index.
    mutating func sweep(keeping cells: some Sequence<Cell>) {
        var used = [Bool](repeating: false, count: strings.count)
        for cell in cells where cell.flags.contains(.pooled) && cell != .unknown && Int(cell.glyph) < used.count {
            used[Int(cell.glyph)] = true
        }
        for (index, isUsed) in used.enumerated() where !isUsed && !strings[index].isEmpty {
            indices[strings[index]] = nil
            strings[index] = ""
            free.append(UInt32(index))
        }
    }

    /// Forgets everything.
    mutating func removeAll() {
        guard !strings.isEmpty else { return }
        strings.removeAll(keepingCapacity: true)
        indices.removeAll(keepingCapacity: true)
        free.removeAll(keepingCapacity: true)
    }
}
