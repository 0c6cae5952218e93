import HostRuntime

extension PlainValue {
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
