extension TextInput {
    /// Takes in how many columns of the line can be seen.
    mutating func resize(width: Int) {
        self.width = max(0, width)
        reveal()
    }

    /// The graphemes that are seen as a whole; a wide one that only half fits is not among them.
    var visible: Range<Int> {
        var end = first
        var used = 0
        while end < characters.count, used + columns(of: end) <= width {
            used += columns(of: end)
            end += 1
        }
        return first..<end
    }

    /// The column of the cursor.
    var cursorColumn: Int {
        (first..<max(first, cursor)).reduce(0) { $0 + columns(of: $1) }
    }

    /// Returns what is drawn for a part of the line: of a secret a dot for each grapheme.
    func shown(_ range: Range<Int>) -> String {
        isSecret ? String(repeating: "•", count: range.count) : String(characters[range])
    }

    /// Moves the cursor to a column of what is seen, or scrolls to what lies beside it.
    mutating func move(toColumn column: Int, extending: Bool) {
        guard column >= 0 else { return move(to: first - 1, extending: extending) }
        var index = first
        var used = 0
        // The nearer side of a wide glyph.
        while index < characters.count, used + (columns(of: index) + 1) / 2 <= column {
            used += columns(of: index)
            index += 1
        }
        move(to: min(index, visible.upperBound + 1), extending: extending)
    }

    private func columns(of index: Int) -> Int {
        isSecret ? 1 : TextWidth.width(of: characters[index])
    }

    /// Scrolls no further than it takes to see the cursor, and the glyph that it is on.
    mutating func reveal() {
        first = min(first, cursor)
        let glyph = cursor < characters.count ? columns(of: cursor) : 1
        var used = cursorColumn + min(max(1, glyph), width)
        while used > width, first < cursor {
            used -= columns(of: first)
            first += 1
        }
        // What has become shorter fills the room again, with the cursor behind it.
        used = 1
        for index in first..<characters.count where used <= width { used += columns(of: index) }
        while first > 0, used + columns(of: first - 1) <= width {
            first -= 1
            used += columns(of: first)
        }
    }
}
