import HostRuntime

/// A number that was brought into a range.
struct Bounded<Number: Hashable & Sendable>: Hashable, Sendable {
    /// The nearest number in the range.
    var value: Number
    /// Whether it is the number that was given.
    var isExact: Bool
}

extension PlainValue {
    /// The nearest whole number in a range; nil for what is no whole number.
    ///
    /// One that is too large for a whole number, such as 1e30, is out of range.
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

    /// The nearest time in a range of whole seconds, to a millisecond; nil for what is no number.
    func seconds(in range: ClosedRange<Int>) -> Bounded<Duration>? {
        // Not a number is no number to bring anywhere.
        guard let value = doubleValue, !value.isNaN else { return nil }
        let nearest = min(max(value, Double(range.lowerBound)), Double(range.upperBound))
        return Bounded(value: .milliseconds(Int((nearest * 1000).rounded())), isExact: nearest == value)
    }

    /// The value for a sentence about it; what could be long is only named by its kind.
    var told: String {
        switch self {
        case .string(let text): text.quoted
        case .array: "a list"
        case .dictionary: "an object"
        default: description
        }
    }
}

/// A sentence about names that nobody knows; nil when there are none.
func problem(ofUnknown names: some Sequence<String>, known: [String]) -> String? {
    let names = names.sorted()
    guard !names.isEmpty else { return nil }
    let told = names.prefix(3).map(\.quoted).joined(separator: ", ")
    let more = names.count > 3 ? " and \(names.count - 3) more" : ""
    return "\(told)\(more) \(names.count == 1 ? "is" : "are") not known; there are \(known.joined(separator: ", "))"
}
