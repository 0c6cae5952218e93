import FoundationEssentials
import TestSupport
import Testing

@testable import HostRuntime

@Suite(.tags(.faults)) struct HTTPTransportTests {
    @Test(arguments: [
        "HTTP/1.1 200 OK\r\nETag: \"1\"\r\nContent-Length: 5\r\n\r\nhello",
        "HTTP/1.1 200 OK\r\nETag: \"1\"\r\n\r\nhello",
        "HTTP/1.1 200 OK\r\nETag: \"1\"\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n",
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nETag: \"1\"\r\nContent-Length: 5\r\n\r\nhello",
        "HTTP/1.1 200 OK\r\nETag: \"1\"\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\nX-Sum: 1\r\n\r\n",
        "HTTP/1.1 200 OK\r\nETag: \"1\"\r\nX-Latin: gr\u{FC}n\r\nEmpty:\r\nContent-Length: 5\r\n\r\nhello",
        "HTTP/1.0 200 OK\r\nSet-Cookie: a=b\r\nETag: \"1\"\r\n\r\nhello",
    ])
    func `a file is fetched with its tag`(answer: String) async throws {
        let server = LoopbackServer(answer)
        defer { server.stop() }

        let response = try await fetch(server)

        #expect(response == .found(Array("hello".utf8), try version(server, tag: "\"1\"")))
    }

    @Test func `a request has the product name, may be answered compressed and reveals nothing else`()
        async throws
    {
        let server = LoopbackServer("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        defer { server.stop() }

        _ = try await fetch(server)

        #expect(server.heads.first?.hasPrefix("GET / HTTP/1.1\r\n") == true)
        #expect(server.sent("User-Agent") == "my-app/1.2")
        #expect(server.sent("Accept-Encoding") == "gzip, deflate")
        #expect(server.sent("Cookie") == nil)
        #expect(server.sent("Authorization") == nil)
        #expect(server.sent("If-None-Match") == nil)
    }

    @Test func `a request has the tag of the cached version, and a 304 means that it is current`() async throws {
        let server = LoopbackServer("HTTP/1.1 304 Not Modified\r\n\r\n")
        defer { server.stop() }

        let response = try await fetch(server, tag: "\"1\"")

        #expect(response == .notModified(freshSeconds: 0))
        #expect(server.sent("If-None-Match") == "\"1\"")
    }

    @Test(arguments: ["Basic realm=\"x\"", "Digest realm=\"x\", nonce=\"1\"", ",,,=\" Basic realm=\\", "Negotiate"])
    func `a request for a password is not answered`(challenge: String) async {
        let server = LoopbackServer("HTTP/1.1 401 X\r\nWWW-Authenticate: \(challenge)\r\nContent-Length: 0\r\n\r\n")
        defer { server.stop() }

        await #expect(throws: FetchError.Reason.status(401)) { try await fetch(server) }
        #expect(server.heads.count == 1)
    }

    @Test func `a cookie is not sent back`() async throws {
        let server = LoopbackServer { head in
            head.hasPrefix("GET / ")
                ? [.text("HTTP/1.1 302 X\r\nSet-Cookie: a=b\r\nLocation: /next\r\nContent-Length: 0\r\n\r\n")]
                : [.text("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")]
        }
        defer { server.stop() }

        _ = try await fetch(server)

        #expect(server.sent("Cookie") == nil)
    }

    // MARK: - Size

    @Test(arguments: [262_145, 1_073_741_824, Int.max - 511, Int.max])
    func `an answer with too large a content length is refused before its body is read`(length: Int) async {
        let server = LoopbackServer { _ in
            [.text("HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\n"), .silence]
        }
        defer { server.stop() }

        await #expect(throws: FetchError.Reason.tooLarge(limit: 262_144)) { try await fetch(server) }
    }

    @Test(arguments: ["", "Transfer-Encoding: chunked\r\n"])
    func `an endless answer ends at the limit`(field: String) async {
        let chunk = "8000\r\n" + String(repeating: "x", count: 0x8000) + "\r\n"
        let server = LoopbackServer { _ in
            [.text("HTTP/1.1 200 OK\r\n\(field)\r\n"), .endless(Array(chunk.utf8))]
        }
        defer { server.stop() }

        await #expect(throws: FetchError.Reason.tooLarge(limit: 262_144)) { try await fetch(server) }
        for await _ in server.departures { break }
    }

    /// The word "hello" as gzip and as deflate make it of Python's zlib.
    @Test(
        arguments: [
            (
                "gzip",
                [
                    0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 2, 3, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 7, 0, 0x86, 0xA6, 0x10, 0x36, 5,
                    0,
                    0, 0,
                ]
            ), ("deflate", [0x78, 0x9C, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 7, 0, 6, 0x2C, 2, 0x15]),
        ] as [(String, [UInt8])]
    )
    func `a compressed answer is decoded`(coding: String, bytes: [UInt8]) async throws {
        let server = LoopbackServer { _ in
            [.text("HTTP/1.1 200 OK\r\nContent-Encoding: \(coding)\r\n\r\n"), .bytes(bytes)]
        }
        defer { server.stop() }

        #expect(try await fetch(server) == .found(Array("hello".utf8), try version(server)))
    }

    @Test(
        arguments: [
            // A block of deflate with 65,535 zeros, and one without any byte.
            [0, 0xFF, 0xFF, 0, 0] + [UInt8](repeating: 0, count: 65_535), [0, 0, 0, 0xFF, 0xFF],
        ] as [[UInt8]]
    )
    func `a compressed answer without an end is cut at the limit, even if it decodes to nothing`(block: [UInt8]) async {
        let server = LoopbackServer { _ in
            [
                .text("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n"),
                .bytes([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]), .endless(Array(repeatElement(block, count: 64).joined())),
            ]
        }
        defer { server.stop() }

        await #expect(throws: FetchError.Reason.tooLarge(limit: 262_144)) { try await fetch(server) }
        for await _ in server.departures { break }
    }

    /// In a body in chunks: an extension without an end, extensions of chunks of a byte, and fields after it.
    @Test(arguments: [
        ("1;", String(repeating: "y", count: 1000)), ("", "1;\(String(repeating: "y", count: 5000))\r\nh\r\n"),
        ("2\r\nhi\r\n0\r\n", "X: \(String(repeating: "y", count: 1000))\r\n"),
    ])
    func `what is around the pieces of a body ends at the limit, too`(start: String, piece: String) async {
        let server = LoopbackServer { _ in
            [
                .text("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\(start)"),
                .endless(Array(piece.utf8)),
            ]
        }
        defer { server.stop() }
        let meter = ByteMeter()

        await #expect(throws: FetchError.Reason.tooLarge(limit: 262_144)) { try await fetch(server, meter: meter) }
        #expect(meter.count > 262_144)
        for await _ in server.departures { break }
    }

    @Test func `a body in small chunks is received, and each byte counts once`() async throws {
        let chunks = String(repeating: "1\r\nh\r\n", count: 1000)
        let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        let end = "0\r\nX-Sum: 1\r\n\r\n"
        let server = LoopbackServer(head + chunks + end)
        defer { server.stop() }
        let meter = ByteMeter()

        let response = try await fetch(server, meter: meter)

        #expect(response == .found([UInt8](repeating: UInt8(ascii: "h"), count: 1000), try version(server)))
        #expect(meter.count <= head.utf8.count + chunks.utf8.count + end.utf8.count)
        #expect(meter.count >= head.utf8.count + 1000)
    }

    @Test func `all heads of a fetch count, those of redirects and errors, too`() async throws {
        let padding = "X: " + String(repeating: "x", count: 60_000) + "\r\n"
        let server = LoopbackServer { head in
            let path = head.split(separator: " ").dropFirst().first ?? ""
            return [
                .text(
                    path == "/5"
                        ? "HTTP/1.1 404 X\r\n\(padding)Content-Length: 0\r\n\r\n"
                        : "HTTP/1.1 302 X\r\n\(padding)Location: /\(Int(path.dropFirst()).map { $0 + 1 } ?? 1)\r\n\r\n"
                )
            ]
        }
        defer { server.stop() }
        let meter = ByteMeter()

        await #expect(throws: FetchError.Reason.status(404)) { try await fetch(server, meter: meter) }

        #expect((360_000...361_000).contains(meter.count))
    }

    // MARK: - Broken answers

    @Test(arguments: [
        "", "HTTP/1.1 200", "HTTP/1.1 100 Continue\r\n\r\n", "<html>an answer of the last century</html>",
        "HTTP/1.1 99 X\r\n\r\n", "HTTP/1.1 20000 X\r\n\r\nhi", "HTTP/1.1\r\n\r\n", "HTTP/9.9 200 OK\r\n\r\nhi",
        "HTTP/1.1 200 OK\r\nNoColon\r\nContent-Length: 2\r\n\r\nok",
        "HTTP/1.1 200 OK\r\nA: b\0c\r\nContent-Length: 2\r\n\r\nok",
        "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\nhello", "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\nhello",
        "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhello",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nhello\r\n0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\nhello",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-5\r\nhello\r\n0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n64\r\nhello",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: banana\r\n\r\nhello",
        "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\nhello",
    ])
    func `an incomplete or invalid answer is an error`(answer: String) async {
        let server = LoopbackServer(answer)
        defer { server.stop() }

        await expectConnectionError { try await fetch(server) }
    }

    @Test(arguments: seeds(of: 1...8)) func `bytes without a meaning are an error`(seed: UInt64) async {
        let bytes = sequence(first: seed) { $0 &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407 }
            .prefix(5_000).map { UInt8(truncatingIfNeeded: $0 >> 56) }
        let server = LoopbackServer { _ in [.bytes(bytes)] }
        defer { server.stop() }

        await expectConnectionError { try await fetch(server) }
    }

    @Test(arguments: ["X: ", "X: y\r\n", "HTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\n"])
    func `a head without an end is an error`(piece: String) async {
        let reason = FetchError.Reason.connection("the head of the response is over 65536 bytes")
        let server = LoopbackServer { _ in
            [.text(piece.hasPrefix("HTTP") ? "" : "HTTP/1.1 200 OK\r\n"), .endless(Array(piece.utf8))]
        }
        defer { server.stop() }

        await #expect(throws: reason) { try await fetch(server) }
        for await _ in server.departures { break }
    }

    /// The word "hello" as Python's gzip makes it.
    private static let hello: [UInt8] = [
        0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 2, 3, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 7, 0, 0x86, 0xA6, 0x10, 0x36, 5, 0, 0, 0,
    ]

    /// A chunk, and after the last one a field of 20,000 bytes.
    private static let trailer = Array("2\r\nhi\r\n0\r\nX: \(String(repeating: "y", count: 20_000))\r\n\r\n".utf8)

    @Test(arguments: [
        ("Content-Encoding: gzip", HTTPTransportTests.hello + HTTPTransportTests.hello),
        ("Transfer-Encoding: chunked", HTTPTransportTests.trailer),
    ])
    func `a response that can't be read is not blamed on this machine's disk or memory`(
        field: String,
        bytes: [UInt8]
    ) async {
        let server = LoopbackServer { _ in [.text("HTTP/1.1 200 OK\r\n\(field)\r\n\r\n"), .bytes(bytes)] }
        defer { server.stop() }

        await #expect {
            _ = try await fetch(server)
        } throws: { error in
            guard case .connection(let reason)? = error as? FetchError.Reason else { return false }
            return !reason.lowercased().contains("memory") && !reason.contains("disk")
        }
    }

    @Test func `a connection that is reset is an error`() async {
        let server = LoopbackServer { _ in
            [.text("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhello"), .reset]
        }
        defer { server.stop() }

        await expectConnectionError { try await fetch(server) }
    }

    @Test func `a missing server is an error`() async throws {
        // The system gives this port to no program that asks for a free one.
        let unused = try HTTPAddress("http://127.0.0.1:1/")

        await expectConnectionError { try await fetch(unused) }
    }

    // MARK: - Redirects

    @Test func `five redirects are followed, and the last address is the file's`() async throws {
        let server = chain(5)
        defer { server.stop() }

        var version = try version(server)
        version.address = try HTTPAddress("http://127.0.0.1:\(server.port)/5")
        #expect(try await fetch(server) == .found(Array("there".utf8), version))
        #expect(server.heads.count == 6)
    }

    @Test func `six redirects are an error`() async {
        let server = chain(6)
        defer { server.stop() }

        await #expect(throws: FetchError.Reason.tooManyRedirects(limit: 5)) { try await fetch(server) }
        #expect(server.heads.count == 6)
    }

    @Test(arguments: ["//a%2fb/", "//%00/", "//h:99999999999999999999/", "http://[v1.x]/"])
    func `a redirect to an impossible host is an error`(location: String) async {
        let server = LoopbackServer("HTTP/1.1 302 Found\r\nLocation: \(location)\r\nContent-Length: 0\r\n\r\n")
        defer { server.stop() }

        await expectConnectionError { try await fetch(server) }
    }

    @Test func `the body of a redirect is not read`() async throws {
        let server = LoopbackServer { head in
            head.hasPrefix("GET / ")
                ? [.text("HTTP/1.1 302 X\r\nLocation: /next\r\n\r\n"), .endless([0])]
                : [.text("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")]
        }
        defer { server.stop() }

        guard case .found([], let version) = try await fetch(server) else {
            Issue.record("nothing was found")
            return
        }
        #expect(version.address.url.path == "/next")
    }

    @Test func `a server without a trusted certificate is not asked`() async {
        let server = LoopbackServer("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        defer { server.stop() }

        await expectConnectionError { try await fetch(server, scheme: "https") }
    }

    // MARK: - Time

    @Test func `a server that never answers ends in a timeout`() async {
        let server = LoopbackServer { _ in [.silence] }
        defer { server.stop() }

        await #expect(throws: FetchError.Reason.timedOut(.milliseconds(200))) {
            try await fetch(server, limit: .milliseconds(200))
        }
    }

    @Test(arguments: ["HTTP/1.1 200 OK\r\nX: ", "HTTP/1.1 200 OK\r\nContent-Length: 200000\r\n\r\n"])
    func `a server that sends a byte at a time ends in a timeout`(head: String) async {
        let server = LoopbackServer { _ in [.text(head), .trickle([UInt8(ascii: "H")])] }
        defer { server.stop() }

        await #expect(throws: FetchError.Reason.timedOut(.milliseconds(200))) {
            try await fetch(server, limit: .milliseconds(200))
        }
    }

    @Test func `cancelling the task ends the connection`() async throws {
        let server = LoopbackServer { _ in [.silence] }
        defer { server.stop() }

        let task = Task { try await fetch(server, limit: .seconds(600)) }
        for await _ in server.arrivals { break }
        task.cancel()

        await #expect(throws: CancellationError.self) { try await task.value }
        for await _ in server.departures { break }
    }

    @Test func `a task that is already cancelled sends no request`() async {
        let server = LoopbackServer("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        defer { server.stop() }

        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await fetch(server)
        }

        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(server.heads.isEmpty)
    }

    // MARK: -

    private func fetch(
        _ server: LoopbackServer,
        scheme: String = "http",
        tag: String? = nil,
        meter: ByteMeter? = nil,
        limit: Duration = .seconds(60)
    ) async throws -> FetchResponse {
        try await fetch(
            HTTPAddress("\(scheme)://127.0.0.1:\(server.port)/"),
            version: try tag.map { try version(server, tag: $0) },
            meter: meter,
            limit: limit
        )
    }

    private func fetch(
        _ address: HTTPAddress,
        version: FileVersion? = nil,
        meter: ByteMeter? = nil,
        limit: Duration = .seconds(60)
    ) async throws -> FetchResponse {
        let request = FetchRequest(
            address,
            version: version,
            maximumBytes: 262_144,
            meter: meter,
            timeLimit: limit
        )
        return try await HTTPTransport(application: "my app", version: "1.2").fetch(request, counting: ByteMeter())
    }

    /// The version of a file at the server's root.
    private func version(_ server: LoopbackServer, tag: String? = nil) throws -> FileVersion {
        FileVersion(address: try HTTPAddress("http://127.0.0.1:\(server.port)/"), entityTag: tag)
    }

    /// A server that redirects from one path to the next, and answers at the last.
    private func chain(_ count: Int) -> LoopbackServer {
        LoopbackServer { head in
            let path = head.split(separator: " ").dropFirst().first ?? ""
            let step = Int(path.dropFirst()) ?? 0
            return step < count
                ? [.text("HTTP/1.1 302 Found\r\nLocation: \(step + 1)\r\nContent-Length: 0\r\n\r\n")]
                : [.text("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nthere")]
        }
    }

    private func expectConnectionError(_ fetch: () async throws -> FetchResponse) async {
        await #expect {
            _ = try await fetch()
        } throws: { error in
            if case .connection(let reason)? = error as? FetchError.Reason { !reason.isEmpty } else { false }
        }
    }
}
