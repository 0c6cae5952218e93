/// A line of text with a cursor and a selection, counted in graphemes; a pure value.
///
/// The selection lies between the anchor and the cursor, whichever comes
/// first. An insertion or a removal may join graphemes that weren't
/// adjacent before, such as the halves of a flag. The line is then
/// segmented again, and the cursor moves to the end of the joined grapheme.
struct TextInput: Hashable, Sendable {
    /// The maximum number of graphemes; more are cut off at the end.
    static let limit = 4096

    /// The maximum number of UTF-8 bytes, because a grapheme may have any number.
    static let byteLimit = 4 * limit

    /// Whether the text is secret, including the places of its words.
    let isSecret: Bool

    private(set) var characters: [Character] = []

    /// The number of graphemes before the cursor.
    private(set) var cursor = 0

    /// The number of graphemes before the other end of the selection.
    private(set) var anchor = 0

    /// The index of the first visible grapheme.
    var first = 0

    /// The width in which the line is shown.
    var width = 0

    init(_ text: String = "", isSecret: Bool = false) {
        self.isSecret = isSecret
        insert(text)
    }

    /// The line as text.
    var text: String { String(characters) }

    /// The selected range; empty, at the cursor, without a selection.
    var selection: Range<Int> { min(anchor, cursor)..<max(anchor, cursor) }
}

// MARK: - Editing

extension TextInput {
    /// Replaces the selection with text, or inserts it at the cursor.
    ///
    /// Line breaks and tabs become spaces; control characters and characters that
    /// are invisible on their own are left out. One that joins the character before
    /// it stays, because a terminal may send it alone. A text of which nothing is
    /// left changes nothing.
    mutating func insert(_ text: String) {
        let before = String(characters[..<selection.lowerBound])
        let after = String(characters[selection.upperBound...])
        var room = TextInput.limit - (characters.count - selection.count)
        var bytes = TextInput.byteLimit - before.utf8.count - after.utf8.count
        var added = ""
        for character in text {
            guard let character = character.onLine else { continue }
            room -= 1
            bytes -= character.utf8.count
            guard room >= 0, bytes >= 0 else { break }
            added.append(character)
        }
        guard !added.isEmpty else { return }
        set(before + added, after)
    }

    /// Removes a part of the line.
    mutating func remove(_ range: Range<Int>) {
        set(String(characters[..<range.lowerBound]), String(characters[range.upperBound...]))
    }

    private mutating func set(_ before: String, _ after: String) {
        let end = before.utf8.count
        characters = Array(before + after)
        var bytes = 0
        cursor =
            characters.firstIndex { character in
                defer { bytes += character.utf8.count }
                return bytes >= end
            } ?? characters.count
        anchor = cursor
        reveal()
    }

    /// Moves the cursor, and extends the selection to it or clears it.
    mutating func move(to index: Int, extending: Bool) {
        cursor = min(max(0, index), characters.count)
        if !extending { anchor = cursor }
        reveal()
    }

    /// Selects the whole line.
    mutating func selectAll() {
        anchor = 0
        move(to: characters.count, extending: true)
    }
}
