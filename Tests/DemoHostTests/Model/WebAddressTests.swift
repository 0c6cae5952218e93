import Testing

@testable import demo_host

@Suite struct WebAddressTests {
    @Test(arguments: [
        ("https://tea.example/first-harvest?size=2#top", "tea.example", "/first-harvest?size=2#top", true),
        ("http://tea.example", "tea.example", "", false),
        ("HTTPS://Tea.Example:8443/", "tea.example", ":8443/", true),
        ("http://127.0.0.1:8000/feed.json", "127.0.0.1", ":8000/feed.json", false),
    ])
    func `an address has a host and the part after it, and is secure or not`(
        address: String,
        host: String,
        rest: String,
        isSecure: Bool
    ) throws {
        let web = try WebAddress(address)

        #expect(web.host == host)
        #expect(web.rest == rest)
        #expect(web.isSecure == isSecure)
        #expect(web.text == (isSecure ? "https://" : "http://") + host + rest)
    }

    @Test(arguments: [
        "", "tea.example", "ftp://tea.example", "javascript:alert(1)", "file:///etc/passwd", "data:text/html,hello",
    ])
    func `other schemes than http and https are refused`(address: String) {
        #expect(throws: AddressError.otherScheme(address)) { try WebAddress(address) }
    }

    @Test(arguments: [
        "https://tea.example/\u{1B}[31m", "https://tea.example/a b", "https://tea\n.example", "\u{7}",
        "https://tea.example/?\u{202E}gpj", "https://tea.example/\u{200B}",
    ])
    func `hidden characters and spaces are refused`(address: String) {
        #expect(throws: AddressError.unprintable(address)) { try WebAddress(address) }
    }

    @Test(arguments: [
        "https://", "https:///path", "https://../", "https://tеa.example", "https://tea.example:99999/",
        "https://tea.example:/", "https://[::1]/", "https://tea_.example",
    ])
    func `a host is made of letters, digits, hyphens and dots in ASCII`(address: String) {
        #expect(throws: AddressError.wrongHost(address)) { try WebAddress(address) }
    }

    @Test func `a user before the host is refused, since it looks like the host`() {
        let address = "https://bank.example@other.example/"

        #expect(throws: AddressError.namesUser(address)) { try WebAddress(address) }
    }

    @Test func `characters outside of ASCII after the host are escaped`() throws {
        let web = try WebAddress("https://tea.example/grün?茶")

        #expect(web.rest == "/gr%C3%BCn?%E8%8C%B6")
    }

    @Test func `an address has at most 2048 bytes`() throws {
        let longest = "https://tea.example/".padded(to: 2048)

        #expect(try WebAddress(longest).text == longest)
        #expect(throws: AddressError.tooLong(2049)) { try WebAddress(longest + "x") }
    }
}

extension String {
    fileprivate func padded(to count: Int) -> String { self + String(repeating: "x", count: count - self.count) }
}
