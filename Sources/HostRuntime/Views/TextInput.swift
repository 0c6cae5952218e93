/// A line of text with a cursor and a selection; a pure value that counts in graphemes.
///
/// The selection lies between the anchor and the cursor, whichever comes
/// first. What is put in or removed may make graphemes join that were not
/// beside one another before, as the halves of a flag do: the line is then
/// what the whole text reads as, and the cursor stands behind what it stood in.
struct TextInput: Hashable, Sendable {
    /// The most graphemes that a line takes; more is cut off at the end.
    static let limit = 4096

    /// The most UTF-8 bytes that a line takes, since one grapheme may have any number.
    static let byteLimit = 4 * limit

    /// Whether nothing of the text may be seen, also not where its words are.
    let isSecret: Bool

    private(set) var characters: [Character] = []

    /// How many graphemes stand before the cursor.
    private(set) var cursor = 0

    /// How many graphemes stand before the other end of the selection.
    private(set) var anchor = 0

    /// The first grapheme that is seen.
    var first = 0

    /// The columns in which the line is seen.
    var width = 0

    init(_ text: String = "", isSecret: Bool = false) {
        self.isSecret = isSecret
        insert(text)
    }

    /// The line as text.
    var text: String { String(characters) }

    /// What is selected; empty, at the cursor, when nothing is.
    var selection: Range<Int> { min(anchor, cursor)..<max(anchor, cursor) }
}

// MARK: - Changing

extension TextInput {
    /// Puts text in the place of the selection, or at the cursor.
    ///
    /// Line breaks and tabs become spaces; control characters, and others that
    /// by themselves cannot be seen, are left out. A text of which nothing is
    /// left changes nothing.
    mutating func insert(_ text: String) {
        let before = String(characters[..<selection.lowerBound])
        let after = String(characters[selection.upperBound...])
        var room = TextInput.limit - (characters.count - selection.count)
        var bytes = TextInput.byteLimit - before.utf8.count - after.utf8.count
        var added = ""
        for character in text {
            guard let character = character.onLine, !character.isInvisible else { continue }
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

    /// Moves the cursor; extending the selection to it, or with nothing selected any more.
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

extension Character {
    /// Whether it is a format character that stands alone: nothing of it is ever seen.
    ///
    /// One that joins what is before it, as a terminal may send it by itself, is none.
    fileprivate var isInvisible: Bool {
        guard let scalar = unicodeScalars.first, scalar.properties.generalCategory == .format else { return false }
        return ("a" + String(self)).count > 1
    }
}
