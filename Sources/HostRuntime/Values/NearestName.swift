/// Returns the name that a mistyped one most likely means; nil when none is near.
///
/// Near is an edit distance (Levenshtein) of at most a third of the length.
func nearestName(to wanted: String, in names: some Sequence<String>) -> String? {
    let limit = max(1, wanted.count / 3)
    return names.map { (distance: editDistance(wanted, $0), name: $0) }
        .filter { $0.distance <= limit }
        .min { ($0.distance, $0.name) < ($1.distance, $1.name) }?.name
}

private func editDistance(_ a: String, _ b: String) -> Int {
    // Names come from outside: a very long one is not worth a quadratic answer.
    guard a.count <= 200, b.count <= 200 else { return .max }
    let b = Array(b)
    var row = Array(0...b.count)
    for (i, x) in a.enumerated() {
        var diagonal = row[0]
        row[0] = i + 1
        for (j, y) in b.enumerated() {
            let replaced = diagonal + (x == y ? 0 : 1)
            diagonal = row[j + 1]
            row[j + 1] = min(replaced, row[j] + 1, row[j + 1] + 1)
        }
    }
    return row[b.count]
}
