/// A change of values that is not in the file yet, and can be made to whatever the file will hold.
struct StoreStep: Sendable {
    private enum Kind: Sendable {
        /// What became of each key that was changed.
        case changes([String: ValueChange])
        /// How to do it again.
        case replay(StoreReplay)
    }

    private var kind: Kind

    /// A transaction that is known by what it made of the values.
    ///
    /// Nil when it changed nothing.
    init?(from before: [String: PlainValue], to after: [String: PlainValue]) {
        guard before != after else { return nil }
        var changes: [String: ValueChange] = [:]
        for (key, value) in after where before[key] != value {
            changes[key] = ValueChange(before: before[key], after: value)
        }
        for (key, value) in before where after[key] == nil {
            changes[key] = ValueChange(before: value, after: nil)
        }
        kind = .changes(changes)
    }

    /// A transaction that is known by how to do it again.
    init(_ replay: StoreReplay) {
        kind = .replay(replay)
    }

    /// Makes the change.
    func apply(to values: inout [String: PlainValue]) {
        switch kind {
        case .changes(let changes):
            for (key, change) in changes { values[key] = change.applied(to: values[key]) }
        case .replay(let replay):
            replay.body(&values)
        }
    }

    /// Takes in the step that follows; false where the two stay two.
    mutating func absorb(_ next: StoreStep) -> Bool {
        guard case .changes(var changes) = kind, case .changes(let news) = next.kind else { return false }
        for (key, change) in news {
            if let earlier = changes[key] {
                changes[key] = ValueChange(before: earlier.before, after: change.applied(to: earlier.after))
            } else {
                changes[key] = change
            }
        }
        kind = .changes(changes)
        return true
    }
}

/// How a transaction is done again, over values that others have changed since.
struct StoreReplay: Sendable {
    let body: @Sendable (inout [String: PlainValue]) -> Void
}

/// What a transaction made of one value.
///
/// Made again over a value that others have changed meanwhile, a whole number
/// counts on by as much as it was changed, and a dictionary is changed key by
/// key. Anything else becomes what the transaction made of it.
struct ValueChange: Hashable, Sendable {
    let before: PlainValue?
    let after: PlainValue?

    func applied(to current: PlainValue?) -> PlainValue? {
        guard current != before else { return after }
        switch (before ?? ValueChange.nothing(like: after), after, current) {
        case (.int(let before)?, .int(let after)?, .int(let current)?):
            let (step, isFar) = after.subtractingReportingOverflow(before)
            let (sum, isOver) = current.addingReportingOverflow(step)
            return isFar || isOver ? .int(after) : .int(sum)
        case (.dictionary(let before)?, .dictionary(let after)?, .dictionary(var current)?):
            for key in Set(before.keys).union(after.keys) where before[key] != after[key] {
                current[key] = ValueChange(before: before[key], after: after[key]).applied(to: current[key])
            }
            return .dictionary(current)
        default:
            return after
        }
    }

    /// What a count or a dictionary begins as.
    private static func nothing(like value: PlainValue?) -> PlainValue? {
        switch value {
        case .int: .int(0)
        case .dictionary: .dictionary([:])
        default: nil
        }
    }
}
