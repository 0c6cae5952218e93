internal import Glibc
internal import Synchronization

/// One fetch on its own thread, which ends with a response or when it is cancelled.
final class HTTPTransfer: Sendable {
    typealias Outcome = Result<FetchResponse, any Error>

    private struct State {
        var waiter: CheckedContinuation<Outcome, Never>?
        var outcome: Outcome?
        /// The address of the handle that the thread waits on, while there is one.
        var multi: UInt?
    }

    private let request: FetchRequest
    private let curl: CurlLibrary
    private let connections: HTTPConnections
    private let userAgent: String
    private let meter: ByteMeter
    private let state = Mutex(State())

    init(
        _ request: FetchRequest,
        _ curl: CurlLibrary,
        _ connections: HTTPConnections,
        userAgent: String,
        counting meter: ByteMeter
    ) {
        self.request = request
        self.userAgent = userAgent
        self.meter = meter
        self.curl = curl
        self.connections = connections
    }

    /// Fetches the file, once; cancelling the task returns at once and ends the connection.
    func outcome() async -> Outcome {
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let outcome = state.withLock { state in
                    if state.outcome == nil { state.waiter = waiter }
                    return state.outcome
                }
                if let outcome { return waiter.resume(returning: outcome) }
                if !SystemThread.start({ self.run() }) {
                    end(.failure(FetchError.Reason.connection("no thread could be started")))
                }
            }
        } onCancel: {
            end(.failure(CancellationError()))
        }
    }

    /// Sets the outcome, unless there is one already, and wakes the thread so that it ends.
    private func end(_ outcome: Outcome) {
        let waiter = state.withLock { state in
            guard state.outcome == nil else { return nil as CheckedContinuation<Outcome, Never>? }
            state.outcome = outcome
            if let multi = state.multi.flatMap(CurlLibrary.Handle.init(bitPattern:)) { _ = curl.multiWakeup(multi) }
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(returning: outcome)
    }

    private var isOver: Bool { state.withLock { $0.outcome != nil } }

    // MARK: - On the thread

    private func run() {
        // A broken connection must not end the program.
        var brokenPipe = sigset_t()
        sigemptyset(&brokenPipe)
        sigaddset(&brokenPipe, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &brokenPipe, nil)
        // The handle is given back first: the next fetch, which the outcome may start, uses its connection.
        end(Result { try fetch() })
    }

    private func fetch() throws -> FetchResponse {
        guard let multi = connections.borrow(from: curl) else {
            throw FetchError.Reason.connection("there is not enough memory")
        }
        let place = UInt(bitPattern: multi)
        state.withLock { $0.multi = place }
        var isSound = false
        defer {
            // From here on nothing wakes the handle.
            state.withLock { $0.multi = nil }
            connections.giveBack(multi, to: curl, isSound: isSound)
        }
        let receiver = HTTPReceiver(FetchExchange(request, counting: meter))
        repeat { try ask(receiver, multi) } while receiver.next()
        let response = try receiver.finish()
        isSound = true
        return response
    }

    /// Asks one address, and returns when its response is complete or no longer needed.
    private func ask(_ receiver: HTTPReceiver, _ multi: CurlLibrary.Handle) throws {
        // The handle may use the fields until it's cleaned up, which is therefore deferred last.
        let fields = fields(receiver.exchange)
        defer { curl.listFree(fields) }
        guard let easy = curl.easyInit() else { throw FetchError.Reason.connection("there is not enough memory") }
        defer { curl.easyCleanup(easy) }
        configure(easy, receiver, fields)
        _ = curl.multiAdd(multi, easy)
        defer { _ = curl.multiRemove(multi, easy) }
        var running: Int32 = 1
        while !isOver {
            guard curl.multiPerform(multi, &running) == 0 else {
                throw FetchError.Reason.connection("the connection failed")
            }
            if running == 0 { break }
            _ = curl.multiPoll(multi, nil, 0, 1000, nil)
        }
        guard !isOver else { throw CancellationError() }
        let code = result(multi)
        // The library reports a line that is too long as out of memory; its limit is above that of a head.
        if code == HTTPTransfer.noMemory { receiver.lineIsTooLong() }
        if code != 0, !receiver.isDecided {
            throw FetchError.Reason.connection(failure(code))
        }
        try receiver.check()
    }

    private func configure(_ easy: CurlLibrary.Handle, _ receiver: HTTPReceiver, _ fields: CurlLibrary.Handle?) {
        // Strings are copied; the receiver and the fields outlive the handle.
        receiver.exchange.address.description.withCString { curl.set(easy, .url, $0) }
        userAgent.withCString { curl.set(easy, .userAgent, $0) }
        curl.set(easy, .headers, fields.map { UnsafeRawPointer($0) })
        curl.set(easy, .noSignal, 1)
        curl.set(easy, .protocols, 0b11)  // http and https
        curl.set(easy, .http09Allowed, 0)
        curl.set(easy, .suppressConnectHeaders, 1)
        "gzip, deflate".withCString { curl.set(easy, .acceptEncoding, $0) }
        let owner = UnsafeRawPointer(Unmanaged.passUnretained(receiver).toOpaque())
        curl.set(easy, .headerData, owner)
        curl.set(easy, .writeData, owner)
        curl.set(easy, .headerFunction) { bytes, size, count, owner in
            HTTPReceiver.receive(bytes, size * count, owner) { $0.head($1) }
        }
        curl.set(easy, .writeFunction) { bytes, size, count, owner in
            HTTPReceiver.receive(bytes, size * count, owner) { $0.body($1) }
        }
        // The only one that counts compressed bytes.
        curl.set(easy, .progressData, owner)
        curl.set(easy, .progressFunction) { owner, _, arrived, _, _ in
            HTTPReceiver.from(owner)?.arrived(arrived) == true ? 0 : 1
        }
        curl.set(easy, .noProgress, 0)
        // The only one that sees what is around the pieces of a body in chunks. It can't end the transfer, but the
        // next call of the other one does.
        curl.set(easy, .traceData, owner)
        curl.set(easy, .traceFunction) { _, kind, _, count, owner in
            if kind == HTTPTransfer.dataIn { HTTPReceiver.from(owner)?.read(count) }
            return 0
        }
        curl.set(easy, .verbose, 1)
    }

    private func fields(_ exchange: FetchExchange) -> CurlLibrary.Handle? {
        var list: CurlLibrary.Handle?
        // Without memory for another one, the list stays as it is.
        for field in exchange.conditions { list = curl.listAppend(list, field) ?? list }
        return list
    }

    /// Returns the library's result code of the transfer.
    private func result(_ multi: CurlLibrary.Handle) -> Int32 {
        var left: Int32 = 0
        // A message has its kind, the handle and the result at intervals of a pointer.
        return curl.multiRead(multi, &left)?.load(fromByteOffset: 16, as: Int32.self) ?? -1
    }

    /// Returns what went wrong, in words of its own where the library's would mislead.
    ///
    /// The library has messages with more in them, such as the whole address of a proxy with its password.
    private func failure(_ code: Int32) -> String {
        // The receiver took all that it was given, so it was the decoder that refused.
        if code == HTTPTransfer.writeError { return "the compressed response is invalid or goes on after its end" }
        if code == HTTPTransfer.noMemory { return "the response has a field after its body that is too long" }
        return "the connection failed: " + (curl.errorText(code).map { String(cString: $0) } ?? "error \(code)")
    }

    /// `CURLINFO_DATA_IN`.
    private static let dataIn: Int32 = 3

    /// `CURLE_WRITE_ERROR`.
    private static let writeError: Int32 = 23

    /// `CURLE_OUT_OF_MEMORY`.
    private static let noMemory: Int32 = 27
}
