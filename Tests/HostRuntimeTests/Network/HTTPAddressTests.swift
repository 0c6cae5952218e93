import Testing

@testable import HostRuntime

@Suite struct HTTPAddressTests {
    @Test(
        arguments: [
            ("summer.png", "https://ads.example/today/summer.png"), ("/summer.png", "https://ads.example/summer.png"),
            ("../a.png?b=1", "https://ads.example/a.png?b=1"), ("//cdn.example/a.png", "https://cdn.example/a.png"),
            ("http://other.example/a.png", "http://other.example/a.png"),
            ("the sun.png", "https://ads.example/today/the%20sun.png"),
        ]
    )
    func `a relative address is resolved against the feed's`(text: String, address: String) throws {
        let feed = try HTTPAddress("https://ads.example/today/feed.json")

        #expect(try HTTPAddress(text, relativeTo: feed).description == address)
    }

    @Test(
        arguments: [
            ("", "'' is empty"), ("file:///etc/passwd", "'file:///etc/passwd' is not an http or https address"),
            ("javascript:alert(1)", "'javascript:alert(1)' is not an http or https address"),
            ("HTTPS://", "'HTTPS://' names no host"),
            ("https://me:secret@ads.example/", "'https://•••@ads.example/' has a name or a password in it"),
            ("https://me@ads.example/", "'https://•••@ads.example/' has a name or a password in it"),
            ("a\u{1B}[2J.png", "'a\\u{1B}[2J.png' has a control or invisible character in it"),
            ("a\u{202E}gnp.png", "'a\\u{202E}gnp.png' has a control or invisible character in it"),
            (
                "https://ads.example/" + String(repeating: "a", count: 2048),
                "'https://ads.example/" + String(repeating: "a", count: 60) + "…' is too long"
            ),
        ]
    )
    func `an address has a host, http or https, and no password`(text: String, problem: String) throws {
        let feed = try HTTPAddress("https://ads.example/feed.json")

        let error = #expect(throws: HTTPAddressError.self) { try HTTPAddress(text, relativeTo: feed) }

        #expect(error?.description == problem)
    }

    @Test(arguments: [
        "http://b\u{FC}cher.example/", "HTTP://B\u{DC}CHER.example:80", "//b\u{FC}cher.example/x",
        "https://b%C3%BCcher.example/", "https://www.\u{430}pple.com/", "https://a@\u{43F}\u{440}.example",
    ])
    func `a host is written in ASCII, because libcurl may not know another form`(text: String) throws {
        let feed = try HTTPAddress("https://ads.example/feed.json")

        let error = #expect(throws: HTTPAddressError.self) { try HTTPAddress(text, relativeTo: feed) }

        #expect(error?.rule == "has a host with letters outside ASCII; write its name in ASCII, which begins with xn--")
    }

    @Test(arguments: [
        "img//\u{430}pple.png", "https://cdn.example/\u{430}pple.png", "https://xn--bcher-kva.example/",
        "a?to=//b\u{FC}cher.example",
    ])
    func `letters outside ASCII may be anywhere else`(text: String) throws {
        let feed = try HTTPAddress("https://ads.example/feed.json")

        #expect(throws: Never.self) { try HTTPAddress(text, relativeTo: feed) }
    }

    @Test func `an address that becomes too long by resolving it is rejected`() throws {
        let feed = try HTTPAddress("https://ads.example/" + String(repeating: "a", count: 1000) + "/feed.json")

        #expect(throws: HTTPAddressError.self) {
            try HTTPAddress(String(repeating: "b", count: 1100), relativeTo: feed)
        }
    }
}
