/// Which row of a list is chosen and which are seen; a pure value.
struct ListSelection: Hashable, Sendable {
    /// How many rows there are.
    private(set) var count = 0

    /// The chosen row; nil while there are none.
    private(set) var index: Int?

    /// The first row that is seen.
    private(set) var top = 0

    /// How many rows can be seen at once.
    private(set) var height = 0

    /// Takes in how many rows there are and how many can be seen.
    mutating func resize(count: Int, height: Int) {
        self.count = max(0, count)
        self.height = max(0, height)
        index = self.count == 0 ? nil : min(index ?? 0, self.count - 1)
        reveal()
    }

    /// Chooses a row, or the nearest there is.
    mutating func select(_ row: Int) {
        guard count > 0 else { return }
        index = min(max(0, row), count - 1)
        reveal()
    }

    /// Moves the choice, without going around the end.
    mutating func move(by rows: Int) {
        select((index ?? 0) &+ rows)
    }

    /// Scrolls what is seen and leaves the choice where it is; returns whether anything moved.
    mutating func scroll(by rows: Int) -> Bool {
        let before = top
        top = min(max(0, top &+ rows), max(0, count - height))
        return top != before
    }

    /// The cells of a scroll mark, in a bar as long as the view; nil while every row is seen.
    ///
    /// It is at an end of the bar only when the list is.
    func visiblePart(of length: Int) -> Range<Int>? {
        guard height > 0, length > 1, count > height else { return nil }
        let size = min(max(1, length * height / count), length - 1)
        let room = length - size
        let last = count - height
        let start = top == 0 ? 0 : (top >= last ? room : min(max(1, room * top / last), max(1, room - 1)))
        return start..<start + size
    }

    private mutating func reveal() {
        guard let index else {
            top = 0
            return
        }
        if index < top { top = index }
        if height > 0, index >= top + height { top = index - height + 1 }
        top = min(max(0, top), max(0, count - height))
    }
}
