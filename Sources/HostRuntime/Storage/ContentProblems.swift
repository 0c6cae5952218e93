internal import Synchronization

/// Hands on a cache's problems, and those of its index; that it cannot be written only once.
///
/// A cache is written again and again, and tells nobody anything new by failing again.
final class ContentProblems: Sendable {
    private let path: String
    private let report: (@Sendable (StoreProblem) -> Void)?
    private let isUnwritableReported = Mutex(false)

    init(path: String, report: (@Sendable (StoreProblem) -> Void)?) {
        self.path = path
        self.report = report
    }

    func note(_ kind: StoreProblem.Kind, _ reason: String) {
        note(StoreProblem(kind, path: path, reason: reason))
    }

    /// Says that a key's content was not taken.
    func refuse(_ key: String, _ reason: String) {
        note(.refused, "'\(key.prefix(200))' \(reason)".escapingControls)
    }

    /// The folder takes files again.
    func noteWritten() {
        isUnwritableReported.withLock { $0 = false }
    }

    func note(_ problem: StoreProblem) {
        if problem.kind == .unwritable {
            let isFirst = isUnwritableReported.withLock { isReported in
                defer { isReported = true }
                return !isReported
            }
            guard isFirst else { return }
        }
        report?(problem)
    }
}
