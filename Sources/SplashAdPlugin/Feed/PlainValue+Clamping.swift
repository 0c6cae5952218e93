import HostRuntime

/// A number that was clamped to a range.
struct Bounded<Number: Hashable & Sendable>: Hashable, Sendable {
    var value: Number
    var isExact: Bool
}

extension PlainValue {
    /// Returns the nearest whole number in a range; nil if the value is not a whole number.
    ///
    /// A number that is too large for an integer, such as 1e30, is clamped.
    func whole(in range: ClosedRange<Int>) -> Bounded<Int>? {
        switch self {
        case .int(let value):
            let nearest = min(max(value, range.lowerBound), range.upperBound)
            return Bounded(value: nearest, isExact: nearest == value)
        case .double(let value) where value < Double(range.lowerBound):
            return Bounded(value: range.lowerBound, isExact: false)
        case .double(let value) where value > Double(range.upperBound):
            return Bounded(value: range.upperBound, isExact: false)
        case .double(let value):
            return Int(exactly: value).map { Bounded(value: $0, isExact: true) }
        default: return nil
        }
    }

    /// Returns the nearest time in a range of seconds, to a millisecond; nil if the value is not a number.
    func seconds(in range: ClosedRange<Int>) -> Bounded<Duration>? {
        // NaN can't be clamped.
        guard let value = doubleValue, !value.isNaN else { return nil }
        let nearest = min(max(value, Double(range.lowerBound)), Double(range.upperBound))
        return Bounded(value: .milliseconds(Int((nearest * 1000).rounded())), isExact: nearest == value)
    }

    /// The value in a sentence; lists and objects only by their type.
    var inWords: String {
        switch self {
        case .string(let text): text.quoted
        case .array: "a list"
        case .dictionary: "an object"
        default: description
        }
    }
}

func problem(ofUnknown names: some Sequence<String>, known: [String]) -> String? {
    let names = names.sorted()
    guard let first = names.first else { return nil }
    if names.count == 1, let nearest = nearestName(to: first, in: known) {
        return "\(first.quoted) is not known; did you mean '\(nearest)'?"
    }
    let shown = names.prefix(3).map(\.quoted).joined(separator: ", ")
    let more = names.count > 3 ? " and \(names.count - 3) more" : ""
    return "\(shown)\(more) \(names.count == 1 ? "is" : "are") not known; there are \(known.joined(separator: ", "))"
}
