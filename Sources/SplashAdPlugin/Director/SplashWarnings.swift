/// What there is to mend, grouped, so that a feed with a hundred faults of one kind fills no screen; a pure value.
///
/// A problem is "subject: what is wrong", or only what is wrong.
struct SplashWarnings: Hashable, Sendable {
    /// What is wrong, and whom it concerns.
    private struct Group: Hashable, Sendable {
        let text: String
        var subjects: [String]
    }

    /// In the order in which they were found.
    private var groups: [Group] = []

    static let shown = 5

    init(_ problems: [String]) {
        for problem in problems {
            let parts = problem.split(separator: ": ", maxSplits: 1).map { String($0) }
            let (subject, text) = parts.count == 2 ? (parts[0], parts[1]) : ("", problem)
            if let index = groups.firstIndex(where: { $0.text == text }) {
                if !subject.isEmpty { groups[index].subjects.append(subject) }
            } else {
                groups.append(Group(text: text, subjects: subject.isEmpty ? [] : [subject]))
            }
        }
    }

    /// How many there are, the first few, and how many more.
    var lines: [String] {
        guard !groups.isEmpty else { return [] }
        let more = groups.count - SplashWarnings.shown
        let head = groups.count == 1 ? "1 warning:" : "\(groups.count) warnings:"
        return [head] + allLines.prefix(SplashWarnings.shown) + (more > 0 ? ["  and \(more) more, in the log"] : [])
    }

    private var allLines: [String] {
        groups.map { group in
            guard let first = group.subjects.first else { return "  \(group.text)" }
            let others = group.subjects.count - 1
            return others == 0 ? "  \(first): \(group.text)" : "  \(first) and \(others) more: \(group.text)"
        }
    }
}
