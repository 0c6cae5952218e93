/// An amount of euros, in cents.
struct Money: Hashable, Comparable, Sendable {
    let cents: Int

    static func < (a: Money, b: Money) -> Bool { a.cents < b.cents }
    static func + (a: Money, b: Money) -> Money { Money(cents: a.cents &+ b.cents) }
    static func * (a: Money, count: Int) -> Money { Money(cents: a.cents &* count) }
}

extension Money: CustomStringConvertible {
    /// The amount with the currency and two decimals: `€4.50`.
    var description: String {
        let rest = abs(cents % 100)
        return "\(cents < 0 ? "-" : "")€\(abs(cents / 100)).\(rest < 10 ? "0" : "")\(rest)"
    }
}
