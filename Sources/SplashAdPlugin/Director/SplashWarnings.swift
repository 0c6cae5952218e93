/// A summary of problems, grouped so that a feed with a hundred faults of one kind stays readable; a pure value.
///
/// A problem has the form "subject: problem", or no subject.
struct SplashWarnings: Hashable, Sendable {
    /// A problem and its subjects.
    private struct Group: Hashable, Sendable {
        let text: String
        var subjects: [String]
    }

    /// The groups in the order of their first problem.
    private var groups: [Group] = []

    /// The number of groups that are listed.
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

    /// The number of warnings, the first few, and the number of others.
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
