import HostRuntime

/// What a person looks for among the commands; a pure value.
struct MenuSearch: Hashable, Sendable {
    /// The words, all of which a command has to have.
    private let words: [String]

    init(_ query: String) {
        words = query.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
    }

    /// Whether nothing is looked for.
    var isEmpty: Bool { words.isEmpty }

    /// Returns the commands that match, the best first, and equally good ones in their order.
    func matches(in tools: [Tool]) -> [Tool] {
        tools.enumerated()
            .compactMap { index, tool in rank(of: tool).map { (rank: $0, index: index, tool: tool) } }
            .sorted { ($0.rank, $0.index) < ($1.rank, $1.index) }
            .map(\.tool)
    }

    /// How far a command is from what is looked for; nil where a word of it is nowhere.
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

    // People type how a word begins, and read titles before groups; an id they do not see at all.
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
    /// Whether one of its words begins like this.
    fileprivate func hasWord(_ beginning: String) -> Bool {
        split { !$0.isLetter && !$0.isNumber }.contains { $0.hasPrefix(beginning) }
    }
}
