/// Returns the name that a mistyped one most likely means; nil if none is near.
///
/// A name is near if its first three or more letters were typed, or if its edit
/// distance is at most a third of its length, or one. Two swapped letters are one
/// edit (optimal string alignment). Nothing is near an empty name. If no name is
/// near, one whose first word is, up to a hyphen or a dot: `wether` means `weather-map`.
public func nearestName(to wanted: String, in names: some Sequence<String>) -> String? {
    guard !wanted.isEmpty else { return nil }
    let names = Array(names)
    if let name = nearestWholeName(to: wanted, in: names) { return name }
    let words = names.map { String($0.prefix { $0 != "-" && $0 != "." }) }
    guard wanted.count > 3, let word = nearestWholeName(to: wanted, in: words) else { return nil }
    return zip(names, words).filter { $0.1 == word }.map(\.0).min()
}

private func nearestWholeName(to wanted: String, in names: [String]) -> String? {
    let typed = Array(wanted.unicodeScalars)
    var nearest: (distance: Int, name: String)?
    for name in names {
        let limit = nearest?.distance ?? max(1, typed.count / 3)
        let isBeginning = typed.count >= 3 && name.hasPrefix(wanted)
        guard let distance = isBeginning ? 0 : editDistance(typed, name, limit: limit) else { continue }
        guard let best = nearest, (best.distance, best.name) <= (distance, name) else {
            nearest = (distance, name)
            continue
        }
    }
    return nearest?.name
}

/// Returns the edit distance of two names; nil if it's above a limit, or if a name is too long to be mistyped.
private func editDistance(_ a: [Unicode.Scalar], _ name: String, limit: Int) -> Int? {
    // Names come from outside, and the time is quadratic in their length.
    guard a.count <= 200, name.utf8.count <= 800 else { return nil }
    let b = Array(name.unicodeScalars)
    guard abs(a.count - b.count) <= limit else { return nil }
    var beforeLast = [Int](repeating: 0, count: b.count + 1)
    var last = Array(0...b.count)
    var row = beforeLast
    for i in a.indices {
        row[0] = i + 1
        var lowest = row[0]
        for j in b.indices {
            var best = min(last[j] + (a[i] == b[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
            if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, beforeLast[j - 1] + 1) }
            row[j + 1] = best
            lowest = min(lowest, best)
        }
        // Later rows are no lower, but for two swapped letters, which reach back by one row.
        if lowest > limit, last.allSatisfy({ $0 > limit }) { return nil }
        (beforeLast, last, row) = (last, row, beforeLast)
    }
    return last[b.count] <= limit ? last[b.count] : nil
}

/// Finds the names that mistyped ones most likely mean, for a list of mistakes.
///
/// A search reads all names. More than 20 different mistakes aren't typing errors,
/// so no name is looked for after that.
package struct SpellingHints {
    static let limit = 20

    private struct Mistake: Hashable {
        let name: String
        let other: String?
    }

    private lazy var names = makeNames()
    private let makeNames: () -> Set<String>
    private var found: [Mistake: String?] = [:]

    /// Creates hints from the names that there are; the closure is called once, at the first mistake.
    package init(among names: @escaping () -> Set<String>) {
        makeNames = names
    }

    /// Returns the name that a mistyped one most likely means, other than `other`.
    package mutating func nearest(to name: String, otherThan other: String? = nil) -> String? {
        let mistake = Mistake(name: name, other: other)
        if let nearest = found[mistake] { return nearest }
        guard found.count < SpellingHints.limit else { return nil }
        let nearest = nearestName(to: name, in: names.lazy.filter { $0 != other })
        found[mistake] = .some(nearest)
        return nearest
    }
}
