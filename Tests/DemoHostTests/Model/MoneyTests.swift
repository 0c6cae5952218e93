import Testing

@testable import demo_host

@Suite struct MoneyTests {
    @Test(arguments: [
        (0, "€0.00"), (5, "€0.05"), (450, "€4.50"), (11900, "€119.00"), (-5, "-€0.05"), (-1250, "-€12.50"),
    ])
    func `an amount is written with two decimals`(cents: Int, text: String) {
        #expect(Money(cents: cents).description == text)
    }
}
