import HostRuntime

/// A search among the commands; a pure value.
///
/// Each word of the search is looked for in a command's title, group and id. If that finds nothing, the
/// search forgives: a mistyped letter, and letters that were left out of a word. A few good
/// matches are better than many weak ones.
struct MenuSearch: Hashable, Sendable {
    private let words: [String]

    init(_ query: String) {
        words = query.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
    }

    var isEmpty: Bool { words.isEmpty }

    /// Whether the search is all of a title.
    func isTitle(_ title: String) -> Bool { MenuSearch(title) == self }

    /// Returns the matching commands, best first; equally good matches keep their order.
    func matches(in tools: [CommandSummary]) -> [CommandSummary] {
        let names = tools.map { (title: Name($0.title), group: Name($0.group), id: Name($0.id)) }
        for forgives in [false, true] {
            let found = names.indices.compactMap { index -> (rank: Int, index: Int)? in
                let name = names[index]
                var sum = 0
                for word in words {
                    var rank = MenuSearch.rank(of: word, name.title, name.group, name.id)
                    if rank == nil, forgives { rank = MenuSearch.forgivingRank(of: word, name.title).map { 10 + $0 } }
                    guard let rank else { return nil }
                    sum += rank
                }
                return (sum, index)
            }
            if !found.isEmpty { return found.sorted { $0 < $1 }.map { tools[$0.index] } }
        }
        return []
    }

    private struct Name {
        let text: String
        let words: [Substring]

        init(_ text: String) {
            let text = text.lowercased()
            self.text = text
            words = text.split { !$0.isLetter && !$0.isNumber }
        }

        func hasWord(_ beginning: String) -> Bool { words.contains { $0.hasPrefix(beginning) } }

        func hasInitials(_ letters: String) -> Bool {
            letters.count > 1 && String(words.compactMap(\.first)).hasPrefix(letters)
        }
    }

    // People type the beginnings of words, and read titles before groups; they never see ids.
    private static func rank(of word: String, _ title: Name, _ group: Name, _ id: Name) -> Int? {
        if title.text.hasPrefix(word) { return 0 }
        if title.hasWord(word) { return 1 }
        if title.hasInitials(word) { return 2 }
        if group.hasWord(word) { return 3 }
        if title.text.contains(word) { return 4 }
        if group.text.contains(word) { return 5 }
        if id.text.hasPrefix(word) || id.hasWord(word) { return 6 }
        return id.text.contains(word) ? 7 : nil
    }

    private static func forgivingRank(of word: String, _ title: Name) -> Int? {
        // People write "login" for "Log in".
        let pairs = zip(title.words, title.words.dropFirst()).map { Array("\($0)\($1)") }
        let typed = Array(word)
        if typed.count >= 4, pairs.contains(where: { isOneEdit(typed, from: $0) }) { return 0 }
        return title.words.compactMap { misfit(of: typed, in: Array($0)) }.min()
    }

    /// Returns how badly typed letters fit a word; nil if they don't: 0 for one mistake, or else the letters left out.
    private static func misfit(of typed: [Character], in word: [Character]) -> Int? {
        if typed.count >= 4, isOneEdit(typed, from: word) { return 0 }
        // With fewer letters, or more of them left out, most words would fit.
        guard typed.count >= 3, typed.first == word.first, word.count <= 2 * typed.count + 1 else { return nil }
        var rest = typed[...]
        for letter in word where letter == rest.first { rest.removeFirst() }
        return rest.isEmpty ? word.count - typed.count : nil
    }

    /// Whether a letter that is wrong, missing, too many or in another's place makes the beginning of a word of it.
    private static func isOneEdit(_ typed: [Character], from word: [Character]) -> Bool {
        guard let index = typed.indices.first(where: { !word.indices.contains($0) || word[$0] != typed[$0] }) else {
            return true
        }
        func fits(_ typed: ArraySlice<Character>, _ word: ArraySlice<Character>) -> Bool { word.starts(with: typed) }
        let (next, rest) = (typed[(index + 1)...], word[min(index, word.count)...])
        return fits(next, rest) || fits(next, rest.dropFirst()) || fits(typed[index...], rest.dropFirst())
            || next.first == rest.first && rest.dropFirst().first == typed[index]
                && fits(next.dropFirst(), rest.dropFirst(2))
    }
}
