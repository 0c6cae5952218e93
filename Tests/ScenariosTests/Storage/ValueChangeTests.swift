import TestSupport
import Testing

@testable import HostBase
@testable import Scenarios

/// A value before and after a change, as others have left it, and as it is in the end.
typealias MergedValue = (before: PlainValue?, after: PlainValue?, current: PlainValue?, result: PlainValue?)

@Suite struct ValueChangeTests {
    @Test(
        arguments: [
            // Unchanged by others.
            (1, 4, 1, 4), ("a", "b", "a", "b"), (nil, 4, nil, 4), (4, nil, 4, nil), (1.5, 2.5, 1.5, 2.5),
            // Numbers.
            (1, 4, 10, 13), (5, 3, 10, 8), (nil, 2, 3, 5), (.int(.max), .int(.max - 1), 7, 6),
            (.int(.min), .int(.max), 0, .int(.max)), (1.5, 2.5, 9.5, 10.5), (1, 1.5, 2, 2.5), (nil, 0.5, 3, 3.5),
            (
                0.0, .double(.greatestFiniteMagnitude), .double(.greatestFiniteMagnitude),
                .double(.greatestFiniteMagnitude)
            ),
            // Other values become what the change made of them.
            ("a", "b", "c", "b"), (1, nil, 10, nil), (1, "x", 10, "x"), (1, 2, "x", 2),
            ([1], [1, 2], [3], [1, 2]),
            // Dictionaries key by key.
            (["a": 1, "b": 1], ["a": 2, "b": 1], ["a": 5, "b": 7, "c": 1], ["a": 6, "b": 7, "c": 1]),
            (["a": 1], [:], ["a": 1, "c": 1], ["c": 1]), (nil, ["a": 1], ["b": 2], ["a": 1, "b": 2]),
            (["a": 0.5], ["a": 0.25], ["a": 1.5], ["a": 1.25]),
        ] as [MergedValue]
    )
    func `a sum changes the current value by the same difference`(merged: MergedValue) {
        let change = ValueChange(before: merged.before, after: merged.after, rule: .sum)

        #expect(change.applied(to: merged.current) == merged.result)
    }

    @Test(
        arguments: [
            (40, 42, nil, 2), (1.5, 2.0, nil, 0.5),
            (["a": 40, "b": 1], ["a": 42, "b": 1], nil, ["a": 2]), (["a": 40], ["a": 42], ["b": 1], ["a": 2, "b": 1]),
        ] as [MergedValue]
    )
    func `a total that another process removed counts as nothing in a sum`(merged: MergedValue) {
        let change = ValueChange(before: merged.before, after: merged.after, rule: .sum)

        #expect(change.applied(to: merged.current) == merged.result)
    }

    @Test(
        arguments: [
            (0, 5, .int(.max), .int(.max)), (0, -5, .int(.min), .int(.min)), (.int(.min), .int(.max), 1, .int(.max)),
            (.int(.max), .int(.min), -1, .int(.min)), (.int(.min), 10, .int(.max), .int(.max)),
            (
                0.0, .double(-.greatestFiniteMagnitude), .double(-.greatestFiniteMagnitude),
                .double(-.greatestFiniteMagnitude)
            ),
        ] as [MergedValue]
    )
    func `a sum that is too large is the largest number`(merged: MergedValue) {
        let change = ValueChange(before: merged.before, after: merged.after, rule: .sum)

        #expect(change.applied(to: merged.current) == merged.result)
    }

    @Test(
        arguments: [
            (1, 4, 1, 4), (4, nil, 4, nil), (1, 4, 10, 4), (nil, 2, 3, 2), (1.5, 2.5, 9.5, 2.5), ("a", "b", "c", "b"),
            (1, nil, 10, nil), (1, 2, nil, 2), ([1], [1, 2], [3], [1, 2]),
            (["a": 1, "b": 1], ["a": 2, "b": 1], ["a": 5, "b": 7, "c": 1], ["a": 2, "b": 7, "c": 1]),
            (["a": 1], [:], ["a": 1, "c": 1], ["c": 1]), (nil, ["a": 1], ["b": 2], ["a": 1, "b": 2]),
            (["a": ["x": 1]], ["a": ["x": 2]], ["a": ["x": 1, "y": 1]], ["a": ["x": 2, "y": 1]]),
        ] as [MergedValue]
    )
    func `a replaced value becomes this process's value, dictionaries key by key`(merged: MergedValue) {
        let change = ValueChange(before: merged.before, after: merged.after, rule: .replacement)

        #expect(change.applied(to: merged.current) == merged.result)
    }
}
