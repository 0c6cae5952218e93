/// One of the merchant's shops.
struct Shop: Hashable, Sendable {
    /// The shop's id in commands.
    let id: String

    let name: String

    let city: String

    /// Whether the shop takes orders.
    let isOpen: Bool

    /// The shop's slogan.
    let motto: String

    /// "open" or "closed".
    var state: String { isOpen ? "open" : "closed" }
}
