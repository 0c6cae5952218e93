/// Why a feed as a whole is not taken; a sentence that names it.
struct AdFeedError: Error, Hashable, CustomStringConvertible {
    /// Where the feed comes from.
    let address: AdAddress

    /// What it breaks: "is not JSON".
    let rule: String

    /// What is wrong with its creatives, where that is the reason.
    let problems: [String]

    init(_ address: AdAddress, _ rule: String, problems: [String] = []) {
        self.address = address
        self.rule = rule
        self.problems = problems
    }

    var description: String {
        let reasons = problems.isEmpty ? "" : ": " + problems.prefix(3).joined(separator: "; ")
        return "the feed \(address.description.quoted) \(rule)\(reasons)"
    }
}
