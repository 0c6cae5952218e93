/// One of the merchant's shops.
struct Shop: Hashable, Sendable {
    /// The name that commands know it by.
    let id: String

    let name: String

    let city: String

    /// Whether it takes orders.
    let isOpen: Bool

    /// What it says of itself.
    let motto: String

    /// The state in a word.
    var state: String { isOpen ? "open" : "closed" }
}
