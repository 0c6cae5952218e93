import Testing

@testable import HostRuntime

@Suite struct FetchRequestTests {
    private let longest = Duration.seconds(Int64.max) * 10

    @Test func `a limit below zero counts as zero, when it is given and when it is set`() throws {
        let given = FetchRequest(
            try HTTPAddress("http://a.example/"),
            maximumBytes: .min,
            timeLimit: longest * -1,
            maximumRedirects: .min
        )
        var set = FetchRequest(given.address)
        (set.maximumBytes, set.timeLimit, set.maximumRedirects) = (-1, .seconds(-1), -1)

        #expect(given == set)
        #expect(given.maximumBytes == 0)
        #expect(given.timeLimit == .zero)
        #expect(given.maximumRedirects == 0)
    }

    @Test func `a time limit is a day at most, and can be said in words`() throws {
        var request = FetchRequest(try HTTPAddress("http://a.example/"), timeLimit: longest)
        let given = request.timeLimit
        request.timeLimit = .seconds(Int64.max)

        #expect(given == .seconds(86_400))
        #expect(request.timeLimit == given)
        #expect("\(FetchError.Reason.timedOut(given))" == "no complete response within 86400 s")
    }

    @Test(arguments: [Int.min, -1, 0]) func `a response to a request without any bytes is too large`(limit: Int) throws
    {
        let request = FetchRequest(try HTTPAddress("http://a.example/"), maximumBytes: limit)
        var exchange = FetchExchange(request, counting: ByteMeter())

        #expect(throws: FetchError.Reason.tooLarge(limit: 0)) {
            try exchange.begin(status: 200) { $0 == "Content-Length" ? "1" : nil }
        }
        #expect(throws: FetchError.Reason.tooLarge(limit: 0)) { try exchange.receive([1]) }
    }

    @Test(arguments: [(Int.min, Int.max), (-1, -1), (Int.max, Int.max)])
    func `no limit of bytes or of redirects is too small or too large for a fetch`(
        limit: Int,
        redirects: Int
    ) throws {
        let request = FetchRequest(
            try HTTPAddress("http://a.example/"),
            maximumBytes: limit,
            meter: ByteMeter(),
            maximumRedirects: redirects
        )
        var exchange = FetchExchange(request, counting: ByteMeter())

        _ = try? exchange.begin(status: 302) { $0 == "Location" ? "/" : nil }
        _ = try? exchange.begin(status: 200) { $0 == "Content-Length" ? "18446744073709551615" : nil }
        try? exchange.arrive(.max)
        exchange.charge(.max)

        #expect(request.meter?.count == -2)
    }
}
