extension TextInput {
    /// Updates the width in which the line is shown.
    mutating func resize(width: Int) {
        self.width = max(0, width)
        reveal()
    }

    /// The range of fully visible graphemes, without a wide one that only half fits.
    var visible: Range<Int> {
        var end = first
        var used = 0
        while end < characters.count, used + columns(of: end) <= width {
            used += columns(of: end)
            end += 1
        }
        return first..<end
    }

    /// The column of the cursor in the visible part.
    var cursorColumn: Int {
        (first..<max(first, cursor)).reduce(0) { $0 + columns(of: $1) }
    }

    /// Returns the text to draw for a part of the line: a dot for each grapheme of a secret.
    func shown(_ range: Range<Int>) -> String {
        isSecret ? String(repeating: "•", count: range.count) : String(characters[range])
    }

    /// Moves the cursor to a visible column, or scrolls for a column outside.
    mutating func move(toColumn column: Int, extending: Bool) {
        guard column >= 0 else { return move(to: first - 1, extending: extending) }
        var index = first
        var used = 0
        // The nearer edge of a wide glyph.
        while index < characters.count, used + (columns(of: index) + 1) / 2 <= column {
            used += columns(of: index)
            index += 1
        }
        move(to: min(index, visible.upperBound + 1), extending: extending)
    }

    private func columns(of index: Int) -> Int {
        isSecret ? 1 : TextWidth.width(of: characters[index])
    }

    /// Scrolls just far enough to show the cursor and the glyph under it.
    mutating func reveal() {
        first = min(first, cursor)
        let glyph = cursor < characters.count ? columns(of: cursor) : 1
        var used = cursorColumn + min(max(1, glyph), width)
        while used > width, first < cursor {
            used -= columns(of: first)
            first += 1
        }
        // A line that has become shorter fills the width again, with the cursor after it.
        used = 1
        for index in first..<characters.count where used <= width { used += columns(of: index) }
        while first > 0, used + columns(of: first - 1) <= width {
            first -= 1
            used += columns(of: first)
        }
    }
}
