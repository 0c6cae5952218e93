import TestSupport
import Testing

@testable import HostRuntime

@Suite(.tags(.faults)) struct FetchExchangeTests {
    @Test func `the body of a 200 is the file, with its version`() throws {
        var exchange = try exchange()

        let step = try exchange.begin(200, ["etag": "\"1\"", "last-modified": "today", "cache-control": "max-age=60"])
        try exchange.receive([1, 2])
        try exchange.receive([3])

        let version = try version(tag: "\"1\"", modified: "today", fresh: 60)
        #expect(step == .receive)
        #expect(exchange.finish() == .found([1, 2, 3], version))
    }

    @Test(arguments: [100, 201, 204, 206, 300, 304, 305, 306, 400, 401, 404, 407, 500, 503, 999])
    func `any other status is an error with its number`(status: Int) throws {
        var exchange = try exchange()

        #expect(throws: FetchError.Reason.status(status)) { try exchange.begin(status, [:]) }
    }

    @Test func `a 304 to a request with a tag means that the cached version is current`() throws {
        var exchange = try exchange(tag: "\"1\"")

        #expect(try exchange.begin(304, ["cache-control": "max-age=5"]) == .end(.notModified(freshSeconds: 5)))
    }

    @Test func `a request asks with all that identifies the cached version`() throws {
        let exchange = try exchange(tag: "\"1\"", modified: "Thu, 26 Nov 2026 00:00:00 GMT")

        #expect(
            exchange.conditions == ["If-None-Match: \"1\"", "If-Modified-Since: Thu, 26 Nov 2026 00:00:00 GMT"]
        )
    }

    @Test(
        arguments: [
            ("max-age=60", nil, 60), ("public, Max-Age=60", "10", 50), ("max-age=60", "90", 0),
            ("max-age=60", "-9", 60),
            ("max-age=31536000", nil, 86_400), ("no-cache, max-age=60", nil, 0), ("no-store,max-age=60", nil, 0),
            ("max-age=-1", nil, 0), ("max-age=99999999999999999999", nil, 0), ("s-maxage=60", nil, 0), ("", nil, 0),
        ] as [(String, String?, Int)]
    )
    func `a response is current for as long as its server says, up to a day`(
        control: String,
        age: String?,
        seconds: Int
    ) throws {
        var exchange = try exchange()

        _ = try exchange.begin(200, ["cache-control": control, "age": age ?? ""])

        #expect(exchange.finish() == .found([], try version(fresh: seconds)))
    }

    @Test func `an answer with too large a content length is not received`() throws {
        var exchange = try exchange(bytes: 10)

        #expect(throws: FetchError.Reason.tooLarge(limit: 10)) { try exchange.begin(200, ["content-length": "11"]) }
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

        #expect(throws: FetchError.Reason.tooLarge(limit: 3)) { try exchange.receive([4]) }
        #expect(exchange.finish() == .found([1, 2, 3], try version()))
    }

    @Test func `a compressed body that decodes to nothing ends at the limit, too`() throws {
        var exchange = try exchange(bytes: 10)
        _ = try exchange.begin(200, ["content-encoding": "GZIP"])

        try exchange.arrive(10)

        #expect(throws: FetchError.Reason.tooLarge(limit: 10)) { try exchange.arrive(11) }
    }

    @Test(arguments: ["br", "zstd", "identity, gzip", "gzip, gzip", "?"])
    func `an answer that is compressed in another way is refused`(coding: String) throws {
        var exchange = try exchange()

        let rule = "the response is compressed as '\(coding)'; only gzip and deflate can be read"
        #expect(throws: FetchError.Reason.connection(rule)) { try exchange.begin(200, ["content-encoding": coding]) }
    }

    @Test func `what is around the pieces of a body may be a head's bytes more than the file's limit`() throws {
        var exchange = try exchange(bytes: 10)
        _ = try exchange.begin(200, [:])

        try exchange.frame(FetchRequest.maximumHeadBytes + 10)

        #expect(throws: FetchError.Reason.tooLarge(limit: 10)) {
            try exchange.frame(FetchRequest.maximumHeadBytes + 11)
        }
    }

    @Test func `what is around the pieces of a body counts once`() throws {
        let meter = ByteMeter()
        var exchange = try exchange(meter: meter)

        try exchange.frame(60)
        try exchange.frame(40)
        try exchange.frame(100)

        #expect(meter.count == 100)
    }

    // MARK: - The meter

    @Test func `heads and bodies count, each byte once`() throws {
        let (meter, all) = (ByteMeter(), ByteMeter())
        var exchange = try exchange(meter: meter, counting: all)

        exchange.charge(20)
        _ = try exchange.begin(200, [:])
        try exchange.arrive(30)
        try exchange.receive([UInt8](repeating: 0, count: 30))
        let before = meter.count
        try exchange.receive([UInt8](repeating: 0, count: 10))
        try exchange.arrive(35)

        #expect(before == 50)
        #expect(meter.count == 60)
        #expect(all.count == 60)
    }

    // MARK: - Redirects

    @Test(arguments: [301, 302, 303, 307, 308])
    func `a redirect is relative to the address that answered it`(status: Int) throws {
        var exchange = try exchange("http://a.example/x/feed.json")

        let step = try exchange.begin(status, ["location": "../y?z=1"])

        #expect(step == .follow(try HTTPAddress("http://a.example/y?z=1")))
        #expect(exchange.address == (try HTTPAddress("http://a.example/y?z=1")))
    }

    @Test(arguments: [nil, ""]) func `a redirect to nowhere is a status`(location: String?) throws {
        var exchange = try exchange()

        #expect(throws: FetchError.Reason.status(301)) { try exchange.begin(301, ["location": location ?? ""]) }
    }

    @Test func `redirects are followed up to the limit and not once more`() throws {
        var exchange = try exchange(redirects: 2)

        _ = try exchange.begin(302, ["location": "/1"])
        _ = try exchange.begin(302, ["location": "/2"])

        #expect(throws: FetchError.Reason.tooManyRedirects(limit: 2)) { try exchange.begin(302, ["location": "/3"]) }
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

        #expect(throws: FetchError.Reason.forbiddenRedirect(reason)) { try exchange.begin(302, ["location": location]) }
    }

    @Test func `an encrypted address does not redirect to an unencrypted one`() throws {
        var exchange = try exchange("https://a.example/")

        #expect(throws: FetchError.Reason.forbiddenRedirect("'http://a.example/x', which is not encrypted any more")) {
            try exchange.begin(302, ["location": "http://a.example/x"])
        }
    }

    @Test func `an unencrypted address may redirect to an encrypted one`() throws {
        var exchange = try exchange("http://a.example/")

        #expect(
            try exchange.begin(302, ["location": "https://a.example/x"])
                == .follow(try HTTPAddress("https://a.example/x"))
        )
    }

    @Test(arguments: [
        ("/x", true), ("HTTP://A.example:80/x", true), ("http://b.example/", false), ("http://a.example:81/", false),
        ("https://a.example/", false), ("http://a.example.org/", false),
    ])
    func `a redirect asks about the cached version only at the origin that sent it`(
        location: String,
        isTold: Bool
    ) throws {
        var exchange = try exchange(tag: "\"1\"")

        _ = try exchange.begin(302, ["location": location])

        #expect(exchange.conditions == (isTold ? ["If-None-Match: \"1\""] : []))
        if !isTold { #expect(throws: FetchError.Reason.status(304)) { try exchange.begin(304, [:]) } }
    }

    @Test func `the origin to which an address redirects is asked about the version that it sent`() throws {
        var exchange = try exchange("http://b.example/", tag: "\"1\"")
        let before = exchange.conditions

        _ = try exchange.begin(302, ["location": "http://a.example/"])

        #expect(before == [])
        #expect(exchange.conditions == ["If-None-Match: \"1\""])
    }

    // MARK: - Tags

    @Test(arguments: ["", "\u{1B}[31m", "\"\u{7F}\"", "\"ü\"", String(repeating: "a", count: 257)])
    func `a tag that is too long or not plain ASCII is dropped`(tag: String) throws {
        var exchange = try exchange()

        _ = try exchange.begin(200, ["etag": tag])

        #expect(exchange.finish() == .found([], try version()))
    }

    @Test func `a tag of 256 bytes is kept`() throws {
        let tag = String(repeating: "a", count: 256)
        var exchange = try exchange()

        _ = try exchange.begin(200, ["etag": tag])

        #expect(exchange.finish() == .found([], try version(tag: tag)))
    }

    @Test func `a tag that cannot be sent makes a 304 an error`() throws {
        var exchange = try exchange(tag: "a\r\nX: y")

        #expect(exchange.conditions == [])
        #expect(throws: FetchError.Reason.status(304)) { try exchange.begin(304, [:]) }
    }

    private func exchange(
        _ address: String = "http://a.example/",
        tag: String? = nil,
        modified: String? = nil,
        bytes: Int = 100,
        meter: ByteMeter? = nil,
        redirects: Int = 5,
        counting all: ByteMeter = ByteMeter()
    ) throws -> FetchExchange {
        FetchExchange(
            FetchRequest(
                try HTTPAddress(address),
                version: tag == nil && modified == nil ? nil : try version(tag: tag, modified: modified),
                maximumBytes: bytes,
                meter: meter,
                maximumRedirects: redirects
            ),
            counting: all
        )
    }

    private func version(tag: String? = nil, modified: String? = nil, fresh: Int = 0) throws -> FileVersion {
        FileVersion(
            address: try HTTPAddress("http://a.example/"),
            entityTag: tag,
            lastModified: modified,
            freshSeconds: fresh
        )
    }
}

extension FetchExchange {
    fileprivate mutating func begin(_ status: Int, _ fields: [String: String]) throws(FetchError.Reason) -> Step {
        try begin(status: status) { fields[$0.lowercased()] }
    }
}
