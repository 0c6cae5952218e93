extension Array {
    /// Appends an element and drops old ones, so that at least so many of the newest are kept.
    ///
    /// Drops in large steps: removing the first of an array moves all others.
    mutating func append(_ element: Element, keepingNewest capacity: Int) {
        if count >= 2 * capacity { removeFirst(capacity) }
        append(element)
    }
}
