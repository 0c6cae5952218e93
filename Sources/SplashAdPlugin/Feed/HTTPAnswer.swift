/// What comes in for one request after another, until it is judged.
///
/// One thread uses it, and the library's callbacks on that thread.
final class HTTPAnswer {
    private(set) var exchange: AdExchange
    private var head = HTTPHead()
    private var step: Result<AdExchange.Step, AdFetchError>?

    init(_ exchange: AdExchange) { self.exchange = exchange }

    /// Whether the rest of the transfer is of no interest: what it is worth is known.
    var isJudged: Bool {
        switch step {
        case nil, .success(.receive): false
        default: true
        }
    }

    /// Whether its head is complete.
    var hasHead: Bool { step != nil }

    /// Throws what was wrong with it, or that it never began.
    func check() throws(AdFetchError) {
        guard let step else { throw .connection("the answer has no head") }
        _ = try step.get()
    }

    /// Whether there is another address to ask.
    func next() -> Bool {
        guard case .success(.follow)? = step else { return false }
        (head, step) = (HTTPHead(), nil)
        return true
    }

    func finish() throws(AdFetchError) -> AdResponse {
        if case .success(.end(let response))? = step { response } else { exchange.finish() }
    }

    // MARK: - Callbacks

    /// Whether more is wanted after a line of the head, or after one of those that may follow the body.
    func head(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        guard step == nil else { return !isJudged }
        step = judge { () throws(AdFetchError) in
            guard let end = try head.append(line) else { return nil }
            return try exchange.begin(status: end.status, field: end.field)
        }
        return !isJudged
    }

    /// Whether more is wanted after a piece of the body.
    func body(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard case .success(.receive)? = step else { return false }
        step = judge { () throws(AdFetchError) in
            try exchange.receive(bytes)
            return .receive
        }
        return !isJudged
    }

    private func judge(
        _ body: () throws(AdFetchError) -> AdExchange.Step?
    ) -> Result<AdExchange.Step, AdFetchError>? {
        do throws(AdFetchError) { return try body().map { .success($0) } } catch { return .failure(error) }
    }

    /// Answers the library: all bytes were taken, or the transfer is to end.
    static func take(
        _ bytes: UnsafePointer<UInt8>?,
        _ count: Int,
        _ owner: UnsafeMutableRawPointer?,
        _ body: (HTTPAnswer, UnsafeBufferPointer<UInt8>) -> Bool
    ) -> Int {
        guard let owner else { return -1 }
        let answer = Unmanaged<HTTPAnswer>.fromOpaque(owner).takeUnretainedValue()
        return body(answer, UnsafeBufferPointer(start: bytes, count: count)) ? count : -1
    }
}
