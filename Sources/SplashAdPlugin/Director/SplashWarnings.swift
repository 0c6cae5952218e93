import HostRuntime

/// A problem that doesn't keep advertisements from being shown, and what has it, such as a creative.
struct SplashProblem: Hashable, Sendable, CustomStringConvertible {
    let subject: String?
    let text: String

    /// Whether the host has put it into the log.
    let isLogged: Bool

    /// The names and numbers that lead to the value in the feed, as in `JSONPlaces`; for a setting only its name.
    let path: [String]

    /// Whether the creative that has it is left out because of it.
    let leavesOut: Bool

    init(
        _ subject: String?,
        _ text: String,
        isLogged: Bool = false,
        at path: [String] = [],
        leavesOut: Bool = false
    ) {
        self.subject = subject
        self.text = text
        self.isLogged = isLogged
        self.path = path
        self.leavesOut = leavesOut
    }

    init(_ text: String, at path: [String] = []) {
        self.init(nil, text, at: path)
    }

    /// Returns the problem of something in a subject, with the path that leads to the subject.
    func of(_ subject: String?, at path: [String]) -> SplashProblem {
        SplashProblem(subject, text, isLogged: isLogged, at: path + self.path, leavesOut: leavesOut)
    }

    var description: String { subject.map { "\($0): \(text)" } ?? text }
}

/// A summary of problems, grouped so that a feed with a hundred faults of one kind stays readable; a pure value.
struct SplashWarnings: Hashable, Sendable {
    private struct Group: Hashable, Sendable {
        let first: SplashProblem
        var others = 0

        var line: String {
            guard let subject = first.subject, others > 0 else { return "  \(first)" }
            return "  \(subject) and \(others) more: \(first.text)"
        }
    }

    private var groups: [Group] = []

    /// The number of groups that are listed.
    static let shown = 5

    init(_ problems: [SplashProblem]) {
        for problem in problems {
            if let index = groups.firstIndex(where: { $0.first.text == problem.text }) {
                groups[index].others += 1
            } else {
                groups.append(Group(first: problem))
            }
        }
    }

    var lines: [String] {
        guard !groups.isEmpty else { return [] }
        let more = groups.count - SplashWarnings.shown
        let head = groups.count.of("warning") + ":"
        let end = more > 0 ? ["  and \(more) more, in the log"] : []
        return [head] + groups.prefix(SplashWarnings.shown).map(\.line) + end
    }
}
