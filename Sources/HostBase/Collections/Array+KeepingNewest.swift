extension Array {
    /// Appends an element and drops old ones, keeping at least `capacity` of the newest.
    ///
    /// Drops many at once, because removing the first element moves all others.
    package mutating func append(_ element: Element, keepingNewest capacity: Int) {
        if count >= 2 * capacity { removeFirst(capacity) }
        append(element)
    }
}
