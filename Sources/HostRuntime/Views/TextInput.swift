/// A line of text with a cursor in it; a pure value that counts in graphemes.
struct TextInput: Hashable, Sendable {
    /// The most graphemes that a line takes; more is cut off at the end.
    static let limit = 4096

    private(set) var characters: [Character] = []

    /// How many graphemes stand before the cursor.
    private(set) var cursor = 0

    init(_ text: String = "") {
        insert(text)
    }

    /// The line as text.
    var text: String { String(characters) }

    /// Puts text at the cursor; line breaks become spaces, control characters are left out.
    mutating func insert(_ text: String) {
        let room = max(0, TextInput.limit - characters.count)
        let added = text.map { $0.isNewline ? " " : $0 }.filter { !$0.isControl }.prefix(room)
        // Anew from text: a combining mark, which a terminal sends as a key of
        // its own, joins the grapheme before it.
        let before = Array(String(characters[..<cursor]) + String(added))
        characters.replaceSubrange(..<cursor, with: before)
        cursor = before.count
    }

    /// Edits as a key asks for; returns false for a key that edits nothing.
    mutating func edit(_ event: KeyEvent) -> Bool {
        switch (event.key, event.modifiers) {
        case (.character(let character), []), (.character(let character), .shift): insert(String(character))
        case (.left, []): cursor = max(0, cursor - 1)
        case (.right, []): cursor = min(characters.count, cursor + 1)
        case (.home, []), (.character("a"), .control): cursor = 0
        case (.end, []), (.character("e"), .control): cursor = characters.count
        case (.backspace, []): removeBackwards()
        case (.delete, []), (.character("d"), .control): removeForwards()
        case (.character("u"), .control):
            characters.removeSubrange(0..<cursor)
            cursor = 0
        case (.character("k"), .control): characters.removeSubrange(cursor...)
        default: return false
        }
        return true
    }

    private mutating func removeBackwards() {
        guard cursor > 0 else { return }
        cursor -= 1
        characters.remove(at: cursor)
    }

    private mutating func removeForwards() {
        guard cursor < characters.count else { return }
        characters.remove(at: cursor)
    }
}
