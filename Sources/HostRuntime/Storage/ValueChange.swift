/// A change of one value, which can be made again after others have changed the value.
struct ValueChange: Sendable {
    let before: PlainValue?
    let after: PlainValue?
    let rule: MergeRule

    /// Returns the value that the change makes of the current one.
    func applied(to current: PlainValue?) -> PlainValue? {
        current == before ? after : rule.merge(before, after, current)
    }

    /// Returns one change that does what this and the next one do.
    func followed(by next: ValueChange) -> ValueChange {
        ValueChange(
            before: before,
            after: next.applied(to: after),
            // Nothing that others did before a replacement is left after it.
            rule: rule.isReplacement ? rule : next.rule
        )
    }
}

/// The meaning of a change of a value that others have changed as well.
struct MergeRule: Sendable {
    typealias Merge = @Sendable (_ before: PlainValue?, _ after: PlainValue?, _ current: PlainValue?) -> PlainValue?

    /// Returns what becomes of the current value when the change from `before` to `after` is made to it.
    let merge: Merge

    fileprivate let isReplacement: Bool

    /// Creates a rule from its function.
    init(_ merge: @escaping Merge) {
        self.init(isReplacement: false, merge)
    }

    private init(isReplacement: Bool, _ merge: @escaping Merge) {
        self.merge = merge
        self.isReplacement = isReplacement
    }

    /// The value becomes the changed one, dictionaries key by key.
    static let replacement = MergeRule(isReplacement: true, replace)

    /// Numbers change by as much as they were changed, also in dictionaries; any other value becomes the changed one.
    static let sum = MergeRule(isReplacement: false, add)

    @Sendable private static func replace(
        _ before: PlainValue?,
        _ after: PlainValue?,
        _ current: PlainValue?
    ) -> PlainValue? {
        mergingKeys(before, after, current, by: .replacement) ?? after
    }

    @Sendable private static func add(
        _ before: PlainValue?,
        _ after: PlainValue?,
        _ current: PlainValue?
    ) -> PlainValue? {
        if let merged = mergingKeys(before, after, current, by: .sum) { return merged }
        switch (before ?? .int(0), after, current) {
        case (.int(let before), .int(let after)?, .int(let current)?):
            let (step, isFar) = after.subtractingReportingOverflow(before)
            let (sum, isOver) = current.addingReportingOverflow(step)
            return .int(isFar || isOver ? after : sum)
        case (let before, let after?, let current?):
            guard let before = before.doubleValue, let now = current.doubleValue, let then = after.doubleValue else {
                return after
            }
            let sum = now + (then - before)
            return sum.isFinite ? .double(sum) : after
        default:
            return after
        }
    }

    /// Merges dictionaries key by key; nil unless all are dictionaries, where a missing one before is empty.
    private static func mergingKeys(
        _ before: PlainValue?,
        _ after: PlainValue?,
        _ current: PlainValue?,
        by rule: MergeRule
    ) -> PlainValue? {
        guard case .dictionary(let before) = before ?? .dictionary([:]), case .dictionary(let after)? = after,
            case .dictionary(var current)? = current
        else { return nil }
        for key in Set(before.keys).union(after.keys) where before[key] != after[key] {
            current[key] = ValueChange(before: before[key], after: after[key], rule: rule).applied(to: current[key])
        }
        return .dictionary(current)
    }
}
