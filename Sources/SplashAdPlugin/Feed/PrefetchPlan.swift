/// What is fetched ahead of a feed's pictures until its budget is spent; a pure value.
///
/// Creatives are looked at in the order of their turns. What is here of one that
/// fits counts against the budget; what is missing of it is fetched. What does not
/// fit is left out and takes nothing from the others: to fetch it would only push
/// out what is due before it. How large a picture is shows when it is here, so the
/// plan is made anew after each one; of an animation the others are taken to be
/// like those that are here, and a picture to be like all that are here.
struct PrefetchPlan: Hashable, Sendable {
    /// The files to be fetched, the most urgent first.
    private(set) var addresses: [AdAddress] = []

    /// Why the pictures of creatives are left out, by id.
    private(set) var leftOut: [String: String] = [:]

    /// Makes a plan for creatives in the order of their turns.
    ///
    /// - Parameter spent: How many bytes were fetched today.
    /// - Parameter size: How many bytes of an address are here; nil where it is not here.
    /// - Parameter isRefused: Whether a file was refused, so that its creative needs none of the others either.
    init(
        _ creatives: [SplashCreative],
        budget: Int,
        spent: Int,
        size: (AdAddress) -> Int?,
        isRefused: (AdAddress) -> Bool
    ) {
        var counted: Set<AdAddress> = []
        var left = budget
        let known = Set(creatives.flatMap(\.artwork.addresses)).compactMap(size)
        for creative in creatives {
            let files = Set(creative.artwork.addresses)
            guard !files.isEmpty, !files.contains(where: isRefused) else { continue }
            let here = files.compactMap { file in size(file).map { (file, $0) } }
            let new = here.filter { !counted.contains($0.0) }.reduce(0) { $0 + $1.1 }
            let missing = creative.artwork.addresses.filter { size($0) == nil }
            guard !missing.isEmpty else {
                left -= new
                counted.formUnion(files)
                continue
            }
            let whole = PrefetchPlan.estimate(files.count == 1 ? known : here.map(\.1), of: files.count)
            // Pictures that others have, too, are counted with them.
            let needed = max(new, whole - here.reduce(0) { $0 + $1.1 } + new)
            if let reason = PrefetchPlan.reason(needed, left, budget, spent) {
                leftOut[creative.id] = reason
                continue
            }
            left -= needed
            counted.formUnion(files)
            for file in missing where !addresses.contains(file) { addresses.append(file) }
        }
    }

    /// How many bytes so many files have together, by those that are here.
    static func estimate(_ sizes: [Int], of count: Int) -> Int {
        guard !sizes.isEmpty else { return 0 }
        return Int(Double(sizes.reduce(0, +)) / Double(sizes.count) * Double(count))
    }

    private static func reason(_ needed: Int, _ left: Int, _ budget: Int, _ spent: Int) -> String? {
        if spent >= budget { return "today's \(budget.inMebibytes) are spent" }
        if needed > budget { return "they would take \(needed.inMebibytes), and the budget is \(budget.inMebibytes)" }
        if left <= 0 || needed > left { return "others that are due before it take the \(budget.inMebibytes)" }
        return nil
    }
}
