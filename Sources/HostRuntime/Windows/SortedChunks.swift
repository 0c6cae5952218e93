/// An element with a place in an order that no other element of its list has.
protocol Ordered {
    /// The element's place.
    associatedtype Position: Comparable

    /// The element's place, which stays the same while the element is in a list.
    var position: Position { get }
}

/// A sorted list whose changes stay cheap in a list of many thousands.
///
/// The elements lie in chunks, so an insertion or removal moves the elements of
/// one chunk at most, and a scan reads memory in order. Positions are found by
/// binary search.
struct SortedChunks<Element: Ordered> {
    /// The largest number of elements in a chunk.
    static var chunkCapacity: Int { 64 }

    /// The chunks in order; none is empty, and no two neighbors would fit into half a chunk.
    private var chunks: [[Element]] = []

    /// The elements in order.
    var elements: FlattenSequence<[[Element]]> { chunks.joined() }

    /// The element with the highest position.
    var last: Element? { chunks.last?.last }

    /// The element at a position; nil if there is none.
    subscript(position: Element.Position) -> Element? {
        let chunk = chunk(for: position)
        guard chunk < chunks.count else { return nil }
        let index = index(for: position, in: chunk)
        return chunks[chunk][index].position == position ? chunks[chunk][index] : nil
    }

    /// Returns the first element behind a position, whether or not there is an element at it.
    func first(after position: Element.Position) -> Element? {
        var chunk = chunk(for: position)
        guard chunk < chunks.count else { return nil }
        var index = index(for: position, in: chunk)
        if chunks[chunk][index].position == position { index += 1 }
        if index == chunks[chunk].count { (chunk, index) = (chunk + 1, 0) }
        return chunk < chunks.count ? chunks[chunk][index] : nil
    }

    /// Returns the last element for which a condition holds.
    func last(where condition: (Element) -> Bool) -> Element? {
        for chunk in chunks.reversed() {
            if let element = chunk.last(where: condition) { return element }
        }
        return nil
    }

    // MARK: - Changing

    /// Adds an element; its position must be free.
    mutating func insert(_ element: Element) {
        guard !chunks.isEmpty else {
            chunks.append([element])
            return
        }
        // An element behind all others goes into the last chunk.
        let chunk = min(chunk(for: element.position), chunks.count - 1)
        chunks[chunk].insert(element, at: index(for: element.position, in: chunk))
        if chunks[chunk].count > Self.chunkCapacity { split(chunk) }
    }

    /// Removes and returns the element at a position; nil if there is none.
    @discardableResult
    mutating func remove(at position: Element.Position) -> Element? {
        let chunk = chunk(for: position)
        guard chunk < chunks.count else { return nil }
        let index = index(for: position, in: chunk)
        guard chunks[chunk][index].position == position else { return nil }
        let element = chunks[chunk].remove(at: index)
        if chunks[chunk].isEmpty { chunks.remove(at: chunk) }
        joinNeighbors(of: chunk)
        return element
    }

    /// Changes the element at a position in place, which keeps its position; nil if there is none.
    mutating func update<Result>(at position: Element.Position, _ change: (inout Element) -> Result) -> Result? {
        let chunk = chunk(for: position)
        guard chunk < chunks.count else { return nil }
        let index = index(for: position, in: chunk)
        guard chunks[chunk][index].position == position else { return nil }
        return change(&chunks[chunk][index])
    }

    private mutating func split(_ chunk: Int) {
        // Most elements come at the end: the chunk there stays full, so that many in a row need half the memory.
        let isLast = chunk == chunks.count - 1
        let middle = isLast ? chunks[chunk].count - 1 : chunks[chunk].count / 2
        let rest = Array(chunks[chunk][middle...])
        chunks[chunk].removeSubrange(middle...)
        chunks.insert(rest, at: chunk + 1)
    }

    private mutating func joinNeighbors(of chunk: Int) {
        for left in [chunk - 1, chunk] where left >= 0 && left + 1 < chunks.count {
            guard chunks[left].count + chunks[left + 1].count <= Self.chunkCapacity / 2 else { continue }
            chunks[left] += chunks.remove(at: left + 1)
        }
    }

    // MARK: - Searching

    /// Returns the first chunk that ends at a position or behind it; `chunks.count` if none does.
    private func chunk(for position: Element.Position) -> Int {
        var (low, high) = (0, chunks.count)
        while low < high {
            let middle = (low + high) / 2
            if chunks[middle][chunks[middle].count - 1].position < position { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Returns the place in a chunk of the first element at a position or behind it.
    private func index(for position: Element.Position, in chunk: Int) -> Int {
        let elements = chunks[chunk]
        var (low, high) = (0, elements.count)
        while low < high {
            let middle = (low + high) / 2
            if elements[middle].position < position { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension SortedChunks: Sendable where Element: Sendable {}
