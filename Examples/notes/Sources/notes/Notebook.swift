/// The notes with their order and the search; a pure value.
struct Notebook {
    struct Note: Equatable {
        let id: Int
        let text: String
        let stars: Int
        let isPinned: Bool
    }

    enum Order: String, CaseIterable {
        case newest, oldest, stars
    }

    static let stars = 1...5

    private(set) var notes: [Note] = []
    var order = Order.newest

    /// The text that visible notes contain; empty for all notes.
    var search = ""

    private var lastID = 0

    /// The visible notes: pinned ones first, then in the chosen order.
    var visible: [Note] {
        let found = notes.filter { search.isEmpty || $0.text.lowercased().contains(search.lowercased()) }
        return found.sorted { a, b in
            if a.isPinned != b.isPinned { return a.isPinned }
            switch order {
            case .newest: return a.id > b.id
            case .oldest: return a.id < b.id
            case .stars: return (a.stars, a.id) > (b.stars, b.id)
            }
        }
    }

    @discardableResult
    mutating func add(_ text: String, stars: Int = 3, isPinned: Bool = false) -> Note {
        lastID += 1
        let note = Note(id: lastID, text: text, stars: stars, isPinned: isPinned)
        notes.append(note)
        return note
    }

    /// Deletes a note and returns it; nil if there is none with the id.
    mutating func delete(_ id: Int) -> Note? {
        notes.firstIndex { $0.id == id }.map { notes.remove(at: $0) }
    }
}
