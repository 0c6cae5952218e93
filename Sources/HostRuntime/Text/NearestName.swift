/// Returns the name that a mistyped one most likely means; nil if none is near.
///
/// A name is near if its first three or more letters were typed, or if its edit
/// distance is at most a third of its length. Two swapped letters are one edit
/// (optimal string alignment).
public func nearestName(to wanted: String, in names: some Sequence<String>) -> String? {
    let limit = max(1, wanted.count / 3)
    return names.map { (distance: isBeginning(wanted, of: $0) ? 0 : editDistance(wanted, $0), name: $0) }
        .filter { $0.distance <= limit }
        .min { ($0.distance, $0.name) < ($1.distance, $1.name) }?.name
}

private func isBeginning(_ typed: String, of name: String) -> Bool {
    typed.count >= 3 && name.hasPrefix(typed)
}

private func editDistance(_ a: String, _ b: String) -> Int {
    // Names come from outside, and the time is quadratic in their length.
    guard a.count <= 200, b.count <= 200 else { return .max }
    let a = Array(a)
    let b = Array(b)
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in a.indices {
        var row = [i + 1]
        for j in b.indices {
            var best = min(last[j] + (a[i] == b[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
            if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, beforeLast[j - 1] + 1) }
            row.append(best)
        }
        beforeLast = last
        last = row
    }
    return last[b.count]
}
