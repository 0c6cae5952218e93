import HostRuntime

/// A search among the commands; a pure value.
struct MenuSearch: Hashable, Sendable {
    /// The words, all of which have to match.
    private let words: [String]

    init(_ query: String) {
        words = query.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
    }

    /// Whether the query has no words.
    var isEmpty: Bool { words.isEmpty }

    /// Returns the matching commands, best first; equally good matches keep their order.
    func matches(in tools: [Tool]) -> [Tool] {
        tools.enumerated()
            .compactMap { index, tool in rank(of: tool).map { (rank: $0, index: index, tool: tool) } }
            .sorted { ($0.rank, $0.index) < ($1.rank, $1.index) }
            .map(\.tool)
    }

    /// Returns the distance of a command from the query; `nil` if a word doesn't match.
    private func rank(of tool: Tool) -> Int? {
        let title = tool.title.lowercased()
        let group = tool.group.lowercased()
        let id = tool.id.lowercased()
        var sum = 0
        for word in words {
            guard let rank = rank(of: word, title, group, id) else { return nil }
            sum += rank
        }
        return sum
    }

    // People type the beginnings of words, and read titles before groups; they never see ids.
    private func rank(of word: String, _ title: String, _ group: String, _ id: String) -> Int? {
        if title.hasPrefix(word) { return 0 }
        if title.hasWord(word) { return 1 }
        if group.hasWord(word) { return 2 }
        if title.contains(word) { return 3 }
        if group.contains(word) { return 4 }
        if id.hasPrefix(word) || id.hasWord(word) { return 5 }
        return id.contains(word) ? 6 : nil
    }
}

extension String {
    /// Returns whether a word of the string has a prefix.
    fileprivate func hasWord(_ beginning: String) -> Bool {
        split { !$0.isLetter && !$0.isNumber }.contains { $0.hasPrefix(beginning) }
    }
}
