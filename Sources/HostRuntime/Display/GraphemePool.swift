/// A pool of the grapheme clusters of more than four bytes that cells show.
///
/// Each canvas has a pool, and the compositor has one for the screen, so a
/// canvas that shows endlessly many clusters costs the others nothing. The
/// owner limits its pool: when it grows too large, the owner sweeps it.
struct GraphemePool: Sendable {
    private(set) var strings: [String] = []
    private var indices: [String: UInt32] = [:]
    private var free: [UInt32] = []

    /// The number of clusters.
    var count: Int { indices.count }

    subscript(index: UInt32) -> String {
        Int(index) < strings.count ? strings[Int(index)] : "?"
    }

    /// Returns the index of a cluster, which is the same for equal clusters.
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

    /// Removes the clusters that no cell shows; the others keep their indices.
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

    /// Removes all clusters.
    mutating func removeAll() {
        guard !strings.isEmpty else { return }
        strings.removeAll(keepingCapacity: true)
        indices.removeAll(keepingCapacity: true)
        free.removeAll(keepingCapacity: true)
    }
}
