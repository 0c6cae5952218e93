/// An amount of euros, in cents.
struct Money: Hashable, Comparable, Sendable {
    let cents: Int

    /// The name of the euro in front of the amount.
    var euro = Money.sign

    static let sign = "€"

    /// The name of the euro for a display that doesn't have its sign.
    static let code = "EUR "

    static func < (a: Money, b: Money) -> Bool { a.cents < b.cents }
    static func + (a: Money, b: Money) -> Money { Money(cents: a.cents &+ b.cents, euro: b.euro) }
    static func * (a: Money, count: Int) -> Money { Money(cents: a.cents &* count, euro: a.euro) }
}

extension Money: CustomStringConvertible {
    /// The amount with the currency and two decimals: `€4.50`.
    var description: String {
        let rest = abs(cents % 100)
        return "\(cents < 0 ? "-" : "")\(euro)\(abs(cents / 100)).\(rest < 10 ? "0" : "")\(rest)"
    }
}
