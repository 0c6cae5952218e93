import Testing

@testable import SplashAdPlugin

@Suite struct AdExchangeTests {
    @Test func `the body of a 200 is the file, with its tag`() throws {
        var exchange = try exchange()

        let step = try exchange.begin(200, ["etag": "\"1\""])
        try exchange.receive([1, 2])
        try exchange.receive([3])

        #expect(step == .receive)
        #expect(exchange.finish() == .found([1, 2, 3], entityTag: "\"1\""))
    }

    @Test(arguments: [100, 201, 204, 206, 300, 304, 305, 306, 400, 401, 404, 407, 500, 503, 999])
    func `any other status is an error with its number`(status: Int) throws {
        var exchange = try exchange()

        #expect(throws: AdFetchError.status(status)) { try exchange.begin(status, [:]) }
    }

    @Test func `a 304 to a request with a tag means that the cached version is current`() throws {
        var exchange = try exchange(tag: "\"1\"")

        #expect(try exchange.begin(304, [:]) == .end(.notModified))
    }

    @Test func `an answer with too large a content length is not received`() throws {
        var exchange = try exchange(bytes: 10)

        #expect(throws: AdFetchError.tooLarge(limit: 10)) { try exchange.begin(200, ["content-length": "11"]) }
    }

    @Test(arguments: ["10", "-1", "x", "", "5, 5", "99999999999999999999999"])
    func `without a valid content length the body is counted`(length: String) throws {
        var exchange = try exchange(bytes: 10)

        #expect(try exchange.begin(200, ["content-length": length]) == .receive)
    }

    @Test func `the body ends at the first byte over the limit`() throws {
        var exchange = try exchange(bytes: 3)
        _ = try exchange.begin(200, [:])

        try exchange.receive([1, 2, 3])

        #expect(throws: AdFetchError.tooLarge(limit: 3)) { try exchange.receive([4]) }
        #expect(exchange.finish() == .found([1, 2, 3], entityTag: nil))
    }

    @Test(arguments: ["gzip", "br", "identity, gzip", "?"])
    func `a compressed answer is rejected`(coding: String) throws {
        var exchange = try exchange()

        #expect(throws: AdFetchError.connection("the response is compressed, which was not asked for")) {
            try exchange.begin(200, ["content-encoding": coding])
        }
    }

    // MARK: - Redirects

    @Test(arguments: [301, 302, 303, 307, 308])
    func `a redirect is relative to the address that answered it`(status: Int) throws {
        var exchange = try exchange("http://a.example/x/feed.json")

        let step = try exchange.begin(status, ["location": "../y?z=1"])

        #expect(step == .follow(try AdAddress("http://a.example/y?z=1")))
        #expect(exchange.address == (try AdAddress("http://a.example/y?z=1")))
    }

    @Test(arguments: [nil, ""]) func `a redirect to nowhere is a status`(location: String?) throws {
        var exchange = try exchange()

        #expect(throws: AdFetchError.status(301)) { try exchange.begin(301, ["location": location ?? ""]) }
    }

    @Test func `redirects are followed up to the limit and not once more`() throws {
        var exchange = try exchange(redirects: 2)

        _ = try exchange.begin(302, ["location": "/1"])
        _ = try exchange.begin(302, ["location": "/2"])

        #expect(throws: AdFetchError.tooManyRedirects(limit: 2)) { try exchange.begin(302, ["location": "/3"]) }
    }

    @Test(arguments: [
        ("file:///etc/passwd", "'file:///etc/passwd', which is not an http or https address"),
        ("javascript:alert(1)", "'javascript:alert(1)', which is not an http or https address"),
        ("http://", "'http://', which names no host"),
        ("http://[::1", "'http://[::1', which is not an address"),
        ("http://u:p@a.example/", "'http://•••@a.example/', which has a name or a password in it"),
        ("//u@a.example/", "'http://•••@a.example/', which has a name or a password in it"),
        ("/\u{1B}[31m", "an address with characters that no address has"),
        ("/a\nb", "an address with characters that no address has"),
        ("/ü", "an address with characters that no address has"),
    ])
    func `a redirect to an address that is not allowed is refused`(location: String, reason: String) throws {
        var exchange = try exchange("http://b.example/")

        #expect(throws: AdFetchError.forbiddenRedirect(reason)) { try exchange.begin(302, ["location": location]) }
    }

    @Test func `an encrypted address does not redirect to an unencrypted one`() throws {
        var exchange = try exchange("https://a.example/")

        #expect(throws: AdFetchError.forbiddenRedirect("'http://a.example/x', which is not encrypted any more")) {
            try exchange.begin(302, ["location": "http://a.example/x"])
        }
    }

    @Test func `an unencrypted address may redirect to an encrypted one`() throws {
        var exchange = try exchange("http://a.example/")

        #expect(
            try exchange.begin(302, ["location": "https://a.example/x"])
                == .follow(try AdAddress("https://a.example/x"))
        )
    }

    // MARK: - Tags

    @Test(arguments: ["", "\u{1B}[31m", "\"\u{7F}\"", "\"ü\"", String(repeating: "a", count: 257)])
    func `a tag that is too long or not plain ASCII is dropped`(tag: String) throws {
        var exchange = try exchange()

        _ = try exchange.begin(200, ["etag": tag])

        #expect(exchange.finish() == .found([], entityTag: nil))
    }

    @Test func `a tag of 256 bytes is kept`() throws {
        let tag = String(repeating: "a", count: 256)
        var exchange = try exchange()

        _ = try exchange.begin(200, ["etag": tag])

        #expect(exchange.finish() == .found([], entityTag: tag))
    }

    @Test func `a tag that cannot be sent makes a 304 an error`() throws {
        var exchange = try exchange(tag: "a\r\nX: y")

        #expect(exchange.entityTag == nil)
        #expect(throws: AdFetchError.status(304)) { try exchange.begin(304, [:]) }
    }

    private func exchange(
        _ address: String = "http://a.example/",
        tag: String? = nil,
        bytes: Int = 100,
        redirects: Int = 5
    ) throws -> AdExchange {
        AdExchange(
            AdRequest(
                address: try AdAddress(address),
                entityTag: tag,
                maximumBytes: bytes,
                maximumRedirects: redirects
            )
        )
    }
}

extension AdExchange {
    fileprivate mutating func begin(_ status: Int, _ fields: [String: String]) throws(AdFetchError) -> Step {
        try begin(status: status) { fields[$0.lowercased()] }
    }
}
