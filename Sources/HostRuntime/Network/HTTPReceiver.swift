/// Receives the responses to one request after another, through all redirects.
///
/// It is used on one thread, by its owner and by the library's callbacks.
final class HTTPReceiver {
    private(set) var exchange: FetchExchange
    private var head = HTTPHead()
    private var step: Result<FetchExchange.Step, FetchError.Reason>?
    /// The bytes after the head that were read from the connection.
    private var raw = 0
    /// The bytes of fields after the body.
    private var trailers = 0

    init(_ exchange: FetchExchange) { self.exchange = exchange }

    /// Whether the result is known, so that the rest of the transfer isn't needed.
    var isDecided: Bool {
        switch step {
        case nil, .success(.receive): false
        default: true
        }
    }

    /// Throws the error in the response, or that there was none.
    func check() throws(FetchError.Reason) {
        guard let step else { throw .connection("the response has no head") }
        _ = try step.get()
    }

    /// Prepares for the next address; returns whether there is one.
    func next() -> Bool {
        guard case .success(.follow)? = step else { return false }
        (head, step, raw, trailers) = (HTTPHead(), nil, 0, 0)
        return true
    }

    func finish() throws(FetchError.Reason) -> FetchResponse {
        if case .success(.end(let response))? = step { response } else { exchange.finish() }
    }

    // MARK: - Callbacks

    /// Adds a line of the head, or a trailer after the body; returns whether to go on.
    func head(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        guard step == nil else {
            trailers += line.count
            return receive { () throws(FetchError.Reason) in try exchange.frame(trailers) }
        }
        step = decide { () throws(FetchError.Reason) in
            exchange.charge(line.count)
            guard let end = try head.append(line) else { return nil }
            return try exchange.begin(status: end.status, field: end.field)
        }
        return !isDecided
    }

    /// Adds a piece of the body; returns whether to go on.
    func body(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard case .success(.receive)? = step else {
            exchange.charge(bytes.count)
            return false
        }
        return receive { () throws(FetchError.Reason) in try exchange.receive(bytes) }
    }

    /// Counts bytes after the head as the connection has them, before they are a body.
    func read(_ count: Int) { raw += count }

    /// Counts the bytes of the body that have arrived, before they are decoded; returns whether to go on.
    ///
    /// What was read beyond them is around the pieces of the body.
    func arrived(_ count: Int) -> Bool {
        receive { () throws(FetchError.Reason) in
            try exchange.arrive(count)
            try exchange.frame(raw - count)
        }
    }

    /// Goes on with a body, unless there is none to be received; returns whether to go on.
    private func receive(_ body: () throws(FetchError.Reason) -> Void) -> Bool {
        guard case .success(.receive)? = step else { return !isDecided }
        step = decide { () throws(FetchError.Reason) in
            try body()
            return .receive
        }
        return !isDecided
    }

    /// Charges a line of the head that is longer than the library takes, which it drops.
    func lineIsTooLong() {
        exchange.charge(HTTPReceiver.longestLine)
        step = step ?? .failure(HTTPHead.tooLarge)
    }

    /// `CURL_MAX_HTTP_HEADER`.
    private static let longestLine = 102_400

    private func decide(
        _ body: () throws(FetchError.Reason) -> FetchExchange.Step?
    ) -> Result<FetchExchange.Step, FetchError.Reason>? {
        do throws(FetchError.Reason) { return try body().map { .success($0) } } catch { return .failure(error) }
    }

    /// Calls a body with the bytes of a callback, and returns what tells the library to go on or to end the transfer.
    static func receive(
        _ bytes: UnsafePointer<UInt8>?,
        _ count: Int,
        _ owner: UnsafeMutableRawPointer?,
        _ body: (HTTPReceiver, UnsafeBufferPointer<UInt8>) -> Bool
    ) -> Int {
        guard let receiver = from(owner) else { return -1 }
        return body(receiver, UnsafeBufferPointer(start: bytes, count: count)) ? count : -1
    }

    /// Returns the receiver that a callback belongs to.
    static func from(_ owner: UnsafeMutableRawPointer?) -> HTTPReceiver? {
        owner.map { Unmanaged<HTTPReceiver>.fromOpaque($0).takeUnretainedValue() }
    }
}
