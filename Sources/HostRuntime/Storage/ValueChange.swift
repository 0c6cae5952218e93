/// A change of one value, which can be made again after others have changed the value.
indirect enum ValueChange: Sendable {
    /// The value becomes another one, or is removed.
    case set(PlainValue?)
    /// The number changes by a difference; a missing one counts as 0.
    case add(before: PlainValue?, after: PlainValue)
    /// The values in a dictionary change, each by its own change; a missing dictionary counts as empty.
    case keys([String: ValueChange], after: PlainValue)
    /// The value is merged by a function.
    case merge(before: PlainValue?, after: PlainValue?, MergeRule.Function)
    /// One change is made, and then another.
    case both(ValueChange, ValueChange)

    /// Creates the change that turned `before` into `after`, to be made again by a rule.
    init(before: PlainValue?, after: PlainValue?, rule: MergeRule) {
        if case .merging(let function) = rule {
            self = .merge(before: before, after: after, function)
        } else if case .dictionary(let old) = before ?? [:], case .dictionary(let new)? = after {
            let names = Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }
            let changes = names.map { ($0, ValueChange(before: old[$0], after: new[$0], rule: rule)) }
            self = .keys(Dictionary(uniqueKeysWithValues: changes), after: .dictionary(new))
        } else if case .sum = rule, let after, after.doubleValue != nil, (before ?? 0).doubleValue != nil {
            self = .add(before: before, after: after)
        } else {
            self = .set(after)
        }
    }

    /// Returns the value that the change makes of the current one.
    func applied(to current: PlainValue?) -> PlainValue? {
        switch self {
        case .set(let value): return value
        case .add(let before, let after): return current == before ? after : after.adding(current, minus: before)
        case .keys(let changes, let after):
            guard case .dictionary(var values) = current ?? [:] else { return after }
            for (name, change) in changes { values[name] = change.applied(to: values[name]) }
            return .dictionary(values)
        case .merge(let before, let after, let function):
            return current == before ? after : function(before, after, current)
        case .both(let first, let second): return second.applied(to: first.applied(to: current))
        }
    }

    /// Returns the change that turns the current value into what this change makes of it.
    ///
    /// Merges need it before another change follows: they tell what happened from
    /// the difference of two values, and that must not include what others did.
    func rebased(on current: PlainValue?) -> ValueChange {
        switch self {
        case .merge(_, _, let function): .merge(before: current, after: applied(to: current), function)
        case .both(let first, let second):
            .both(first.rebased(on: current), second.rebased(on: first.applied(to: current)))
        default: self
        }
    }

    /// Returns one change that does what this and the next one do, each by its own rule.
    func followed(by next: ValueChange) -> ValueChange {
        switch (self, next) {
        case (_, .set): next
        case (.set(let value), _): .set(next.applied(to: value))
        case (.add(let before, let after), .add): .add(before: before, after: next.applied(to: after) ?? after)
        case (.keys(let first, let after), .keys(let second, _)):
            .keys(first.merging(second) { $0.followed(by: $1) }, after: next.applied(to: after) ?? after)
        case (.merge(let before, let after, let function), .merge):
            .merge(before: before, after: next.applied(to: after), function)
        default: .both(self, next)
        }
    }
}

/// The meaning of a change of a value that others have changed as well.
enum MergeRule: Sendable {
    /// Returns what becomes of the current value when the change from `before` to `after` is made to it.
    typealias Function = @Sendable (_ before: PlainValue?, _ after: PlainValue?, _ current: PlainValue?) -> PlainValue?

    /// The value becomes the changed one, dictionaries key by key.
    case replacement
    /// Numbers change by as much as they were changed, also in dictionaries; any other value becomes the changed one.
    case sum
    /// A function merges the values.
    case merging(Function)
}

extension PlainValue {
    /// Returns the number plus the current number minus the one before; this value if the current one is no number.
    fileprivate func adding(_ current: PlainValue?, minus before: PlainValue?) -> PlainValue {
        switch (self, current ?? 0, before ?? 0) {
        case (.int(let after), .int(let current), .int(let before)):
            return .int(Int(clamping: Int128(after) + Int128(current) - Int128(before)))
        case (let after, let current, let before):
            guard let after = after.doubleValue, let current = current.doubleValue, let before = before.doubleValue
            else { return self }
            let greatest = Double.greatestFiniteMagnitude
            return .double(min(max(-greatest, current + (after - before)), greatest))
        }
    }
}
