/// A change of one value, which can be made again after others have changed the value.
struct ValueChange: Sendable {
    let before: PlainValue?
    let after: PlainValue?
    let rule: MergeRule

    /// Returns the value that the change makes of the current one.
    func applied(to current: PlainValue?) -> PlainValue? {
        current == before ? after : rule.merge(before, after, current)
    }
}

/// The meaning of a change of a value that others have changed as well.
package struct MergeRule: Sendable {
    /// Returns what becomes of the current value when the change from `before` to `after` is made to it.
    package typealias Function =
        @Sendable (_ before: PlainValue?, _ after: PlainValue?, _ current: PlainValue?) -> PlainValue?

    /// The name of the rule in a file of changes.
    let name: String
    let merge: Function

    package init(_ name: String, _ merge: @escaping Function) {
        self.name = name
        self.merge = merge
    }

    /// The value becomes the changed one, dictionaries key by key.
    static let replacement = MergeRule("replacement") { MergeRule.merged($0, $1, $2) { _, after, _ in after } }

    /// Numbers change by as much as they were changed, also in dictionaries; any other value becomes the changed one.
    package static let sum = MergeRule("sum") {
        MergeRule.merged($0, $1, $2) { before, after, current in
            guard after.doubleValue != nil, (before ?? 0).doubleValue != nil else { return after }
            return after.adding(current, minus: before)
        }
    }

    /// Returns the rule of a change by this rule and then one by the next, which have made a value.
    ///
    /// Of two rules, a replacement decides for a single value, and the other one for the names in a dictionary.
    func followed(by next: MergeRule, making value: PlainValue?) -> MergeRule {
        let replaces = [self, next].first { $0.name == MergeRule.replacement.name }
        if let replaces, value?.isDictionary != true { return replaces }
        return next.name == MergeRule.replacement.name ? self : next
    }

    /// Merges dictionaries name by name, and other values by a function; a missing dictionary counts as empty.
    private static func merged(
        _ before: PlainValue?,
        _ after: PlainValue?,
        _ current: PlainValue?,
        _ merge: (PlainValue?, PlainValue, PlainValue?) -> PlainValue?
    ) -> PlainValue? {
        guard let after else { return nil }
        guard case .dictionary(let old) = before ?? [:], case .dictionary(let new) = after else {
            return current == before ? after : merge(before, after, current)
        }
        guard case .dictionary(var values) = current ?? [:] else { return after }
        for name in Set(old.keys).union(new.keys) where old[name] != new[name] {
            values[name] = merged(old[name], new[name], values[name], merge)
        }
        return .dictionary(values)
    }
}

extension PlainValue {
    fileprivate var isDictionary: Bool {
        if case .dictionary = self { true } else { false }
    }

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

// MARK: - In a file

extension ValueChange {
    /// Creates a change from the value in a file; a rule that isn't known is a replacement.
    init?(_ stored: PlainValue, _ rules: [MergeRule]) {
        guard let name = stored["rule"]?.stringValue else { return nil }
        before = stored["before"]
        after = stored["after"]
        rule = ([.sum] + rules).first { $0.name == name } ?? .replacement
    }

    /// The change as a value for a file.
    var stored: PlainValue {
        var values: [String: PlainValue] = ["rule": .string(rule.name)]
        values["before"] = before
        values["after"] = after
        return .dictionary(values)
    }
}
