import HostRuntime

/// The plan for fetching a feed's pictures ahead of time, within a budget; a pure value.
///
/// Creatives are considered in the order of their turns. If the pictures of a
/// creative fit, the cached ones count against the budget and the missing ones
/// are fetched. If they don't fit, they are left out and take nothing from the
/// others: fetching them would only displace pictures that are due earlier. The
/// size of a picture is known once it is fetched, so the plan is made again as
/// pictures arrive. Missing frames are estimated from the cached frames of their
/// animation, and single pictures from all cached pictures.
struct PrefetchPlan: Hashable, Sendable {
    private(set) var addresses: [HTTPAddress] = []
    private(set) var leftOut: [String: String] = [:]

    /// Makes a plan for creatives in the order of their turns.
    ///
    /// - Parameter spent: The number of bytes fetched today.
    /// - Parameter size: The size of a cached file in bytes; nil if it is not in the cache.
    /// - Parameter isRefused: Whether a file was rejected, so that its creative doesn't need the others either.
    init(
        _ creatives: [SplashCreative],
        budget: Int,
        spent: Int,
        size: (HTTPAddress) -> Int?,
        isRefused: (HTTPAddress) -> Bool
    ) {
        var counted: Set<HTTPAddress> = []
        var planned: Set<HTTPAddress> = []
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
            // Pictures that creatives share are counted once.
            let needed = max(new, whole - here.reduce(0) { $0 + $1.1 } + new)
            if let reason = PrefetchPlan.reason(needed, left, budget, spent) {
                leftOut[creative.id] = reason
                continue
            }
            left -= needed
            counted.formUnion(files)
            for file in missing where planned.insert(file).inserted { addresses.append(file) }
        }
    }

    /// Returns the estimated size of a number of files, from the sizes of some.
    static func estimate(_ sizes: [Int], of count: Int) -> Int {
        guard !sizes.isEmpty else { return 0 }
        return Int(Double(sizes.reduce(0, +)) / Double(sizes.count) * Double(count))
    }

    private static func reason(_ needed: Int, _ left: Int, _ budget: Int, _ spent: Int) -> String? {
        if spent >= budget { return "today's \(budget.bytesInWords) are spent" }
        if needed > budget { return "they would take \(needed.bytesInWords), and the budget is \(budget.bytesInWords)" }
        if left <= 0 || needed > left { return "others that are due before it take the \(budget.bytesInWords)" }
        return nil
    }
}
