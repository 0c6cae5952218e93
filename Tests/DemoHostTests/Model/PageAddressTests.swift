import Testing

@testable import demo_host

@Suite struct PageAddressTests {
    @Test(arguments: [
        ("shop:product/oil", PageAddress.product("oil")), ("shop:page/orders", .page(.orders)),
        ("SHOP:page/home", .page(.home)),
    ])
    func `the shop's own addresses lead to its products and pages`(address: String, place: PageAddress) throws {
        #expect(try PageAddress(address) == place)
    }

    @Test(arguments: [
        "shop:", "shop:orders", "shop:page/moon", "shop:product/", "shop:product/a/b", "shop://page/home",
    ])
    func `an address of the shop that leads nowhere is refused`(address: String) {
        #expect(throws: AddressError.noPlace(address)) { try PageAddress(address) }
    }

    @Test func `every other address is one of the web`() throws {
        #expect(try PageAddress("https://tea.example") == .web(WebAddress("https://tea.example")))
        #expect(throws: AddressError.otherScheme("mailto:a@b")) { try PageAddress("mailto:a@b") }
    }

    @Test(arguments: [
        (
            AddressError.otherScheme("ftp://tea.example"),
            "'ftp://tea.example' is not opened: only http, https and shop addresses are."
        ),
        (
            .noPlace("shop:page/moon"),
            "'shop:page/moon' is not a place in the shop; the places are shop:product/ID and shop:page/home|basket|orders|account."
        ),
        (
            .wrongHost("https://_/"),
            "'https://_/' names no host; a host has only letters, digits, '-' and '.'."
        ),
        (
            .namesUser("https://a@b/"),
            "'https://a@b/' names a user before its host, which hides where it leads."
        ),
        (
            .unprintable("https://a/\u{1B}[2J\u{202E}"),
            #"'https://a/\u{1B}[2J\u{202E}' is not opened: an address has no spaces and no control characters."#
        ),
        (.tooLong(5000), "The address is 5000 bytes long; the most is 2048."),
    ])
    func `an error names the address, fit for a terminal, and the rule`(error: AddressError, text: String) {
        #expect(error.description == text)
    }

    @Test func `a long address is cut in the middle of an error`() {
        let error = AddressError.otherScheme("gopher://" + String(repeating: "x", count: 100) + "/end")

        #expect(error.description.hasPrefix("'gopher://xxxxxxxxxxxxxxx…xxxxxxxxxxxxxxxxxxx/end' is"))
    }
}
