import HostRuntime

extension String {
    /// Whether it has any visible character; a blank Braille pattern takes a column and leaves it empty.
    var isVisible: Bool {
        line().contains { !$0.isWhitespace && $0 != "\u{2800}" && TextWidth.width(of: $0) > 0 }
    }

    /// The text on one line, with single spaces.
    var onOneLine: String { line().split(separator: " ").joined(separator: " ") }
}

/// Returns a sentence about names that aren't known; nil if there are none.
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
