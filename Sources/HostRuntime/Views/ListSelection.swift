/// Which row of a list is chosen and which are seen; a pure value.
struct ListSelection: Hashable, Sendable {
    /// What has to be known of a row.
    struct Row: Hashable, Sendable {
        var title = ""
        /// What the row is known by when the list changes; nil for its place.
        var id: String?
        var isSelectable = true
    }

    private(set) var rows: [Row] = []

    /// The chosen row, which is always one that can be chosen; nil while there is none.
    private(set) var index: Int?

    /// The first row that is seen.
    private(set) var top = 0

    /// How many rows can be seen at once.
    private(set) var height = 0

    /// What was typed to find a row by; empty while nothing is searched.
    private(set) var search = ""

    private var searchEnd = Duration.zero

    /// How many rows there are.
    var count: Int { rows.count }
}

// MARK: - Rows

extension ListSelection {
    /// Takes other rows in; what was chosen stays chosen where it is still there.
    ///
    /// A row that is known by no id, or has gone, leaves the choice to the
    /// nearest row of its place.
    mutating func setRows(_ rows: [Row]) {
        let id = index.flatMap { self.rows[$0].id }
        let place = index ?? 0
        self.rows = rows
        let same = id.flatMap { id in nearest(to: place) { $0.id == id && $0.isSelectable } }
        index = same ?? nearest(to: place, where: \.isSelectable)
        reveal()
    }

    /// Takes in how many rows can be seen.
    mutating func resize(height: Int) {
        self.height = max(0, height)
        reveal()
    }

    private func nearest(to place: Int, where isWanted: (Row) -> Bool) -> Int? {
        guard !rows.isEmpty else { return nil }
        let place = min(max(0, place), count - 1)
        for distance in 0..<count {
            for row in [place + distance, place - distance] where rows.indices.contains(row) && isWanted(rows[row]) {
                return row
            }
        }
        return nil
    }
}

// MARK: - Choosing

extension ListSelection {
    /// Chooses a row, or the nearest that can be chosen.
    mutating func select(_ row: Int) {
        guard let row = nearest(to: row, where: \.isSelectable) else { return }
        index = row
        reveal()
    }

    /// Moves the choice by rows that can be chosen, without going around the end; returns whether anything moved.
    ///
    /// Where there is none to go to, what lies there comes into sight.
    mutating func move(by steps: Int) -> Bool {
        let direction = steps.signum()
        guard let index, direction != 0 else { return scroll(by: direction) }
        var left = steps.magnitude
        var probe = index + direction
        var goal = index
        while left > 0, rows.indices.contains(probe) {
            if rows[probe].isSelectable {
                goal = probe
                left -= 1
            }
            probe += direction
        }
        guard goal != index else { return scroll(by: direction) }
        self.index = goal
        reveal()
        return true
    }

    /// Moves the choice by as many rows as are seen, less one; returns whether anything moved.
    mutating func page(by direction: Int) -> Bool {
        let direction = direction.signum()
        let step = direction * max(1, height - 1)
        guard let index, direction != 0 else { return scroll(by: step) }
        let goal = min(max(0, index + step), count - 1)
        // As far as the page goes, and further only where there is nothing to choose on it.
        let inside = stride(from: goal, to: index, by: -direction)
        let beyond = stride(from: goal, through: direction > 0 ? count - 1 : 0, by: direction)
        guard
            let row = inside.first(where: { rows[$0].isSelectable }) ?? beyond.first(where: { rows[$0].isSelectable }),
            row != index
        else { return scroll(by: step) }
        self.index = row
        reveal()
        return true
    }

    /// Scrolls what is seen and leaves the choice where it is; returns whether anything moved.
    mutating func scroll(by rows: Int) -> Bool {
        let before = top
        top = min(max(0, top &+ min(max(rows, -count), count)), max(0, count - height))
        return top != before
    }

    private mutating func reveal() {
        if let index {
            // What heads a row comes into sight with it, as far as there is room.
            var first = index
            while first > 0, !rows[first - 1].isSelectable, index - first + 1 < height { first -= 1 }
            if first < top { top = first }
            if height > 0, index >= top + height { top = index - height + 1 }
        }
        top = min(max(0, top), max(0, count - height))
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
}

// MARK: - Searching

extension ListSelection {
    /// How long after a letter the next one belongs to the same search.
    static let searchPause = Duration.seconds(1)

    /// Takes a typed letter, and chooses the row that is meant; a letter that leads to none is left out.
    ///
    /// Titles that begin with what was typed come before those with a word that
    /// does, and these before those that hold it elsewhere. One letter again
    /// and again goes from row to row. Capitals do not matter.
    mutating func search(_ letter: Character, at now: Duration) {
        let letter = letter.lowercased()
        if now >= searchEnd { search = "" }
        searchEnd = now + ListSelection.searchPause
        if let row = match(search + letter, skipsCurrent: search.isEmpty) {
            search += letter
            select(row)
        } else if search == letter, let row = match(letter, skipsCurrent: true) {
            select(row)
        }
    }

    /// Takes back the last letter; returns false while nothing is searched.
    mutating func removeSearchLetter(at now: Duration) -> Bool {
        guard !search.isEmpty else { return false }
        search.removeLast()
        searchEnd = now + ListSelection.searchPause
        return true
    }

    /// Ends the search and leaves the choice; returns false while nothing is searched.
    mutating func endSearch() -> Bool {
        defer { search = "" }
        return !search.isEmpty
    }

    private func match(_ text: String, skipsCurrent: Bool) -> Int? {
        let start = (index ?? 0) + (skipsCurrent && index != nil ? 1 : 0)
        var best: (row: Int, rank: Int)?
        for offset in 0..<count {
            let row = (start + offset) % count
            guard rows[row].isSelectable, let rank = ListSelection.rank(of: text, in: rows[row].title) else { continue }
            if rank == 0 { return row }
            if rank < best?.rank ?? .max { best = (row, rank) }
        }
        return best?.row
    }

    private static func rank(of text: String, in title: String) -> Int? {
        let title = title.lowercased()
        if title.hasPrefix(text) { return 0 }
        guard title.contains(text) else { return nil }
        let words = title.indices.filter { index in
            index != title.startIndex && title[title.index(before: index)].isWhitespace
        }
        return words.contains { title[$0...].hasPrefix(text) } ? 1 : 2
    }
}
