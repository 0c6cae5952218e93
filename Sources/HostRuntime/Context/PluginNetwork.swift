/// The network, as a plugin uses it: files over http and https, within limits.
///
/// ```swift
/// let page = try await context.network.fetch("https://news.example/today.json")
/// ```
///
/// A fetch checks certificates as the system does, and uses the proxies of the
/// environment. It follows redirects, but none from https to http. Answers may be
/// compressed. No cookies and no cache are kept. Any other answer than a whole file
/// within the limits throws `FetchError`, whose description names the address, the
/// reason and the way out.
///
/// At most 6 fetches of a plugin and 16 of all run at once. The others wait in
/// order, and the time limit of each begins when it runs.
///
/// Cancelling the task ends a fetch, and so does the end of the plugin: both throw
/// `CancellationError`. In a test, `TestHost.network` has the answers.
@MainActor public struct PluginNetwork {
    private let context: PluginContext

    init(_ context: PluginContext) {
        self.context = context
    }

    /// Fetches a file of at most `maximumBytes`, a mebibyte by default, and returns its bytes, decoded.
    public func fetch(
        _ address: String,
        maximumBytes: Int = 1 << 20,
        file: String = #fileID,
        line: Int = #line
    ) async throws -> [UInt8] {
        let read: HTTPAddress
        do throws(HTTPAddressError) {
            read = try HTTPAddress(address)
        } catch {
            throw FetchError(address, .invalidAddress(error.rule))
        }
        let request = FetchRequest(read, maximumBytes: maximumBytes)
        guard case .found(let bytes, _) = try await fetch(request, file: file, line: line) else {
            // Only a request that names a version is answered so.
            throw FetchError(address, .status(304))
        }
        return bytes
    }

    /// Fetches a file, unless it's still of the version that the request names.
    public func fetch(
        _ request: FetchRequest,
        file: String = #fileID,
        line: Int = #line
    ) async throws -> FetchResponse {
        let transport = try context.requireEnvironment(for: "network.fetch").network.transport
        return try await context.fetch(request, with: transport, file, line)
    }

    /// Makes a session: the connections of its fetches stay open for the next one, until it's released.
    ///
    /// Use it for several files of a server, and release it after the last one.
    public func makeSession() -> FetchSession {
        let transport = context.environment(for: "network.makeSession")?.network.transport.session()
        let session = FetchSession(context, transport)
        context.resources.own(
            HeldResource(.download, "session"),
            isSpent: { [weak session] in session == nil },
            release: { [weak session] in session?.close() }
        )
        return session
    }
}

/// Several fetches of a plugin, which share connections.
///
/// Nothing is open before the first fetch. The connections close when the session is
/// released, and when the plugin ends.
@MainActor public final class FetchSession {
    private let context: PluginContext
    private var transport: (any FetchTransport)?

    fileprivate init(_ context: PluginContext, _ transport: (any FetchTransport)?) {
        self.context = context
        self.transport = transport
    }

    /// Fetches a file as `PluginNetwork.fetch(_:)` does; fetches may be under way at the same time.
    public func fetch(
        _ request: FetchRequest,
        file: String = #fileID,
        line: Int = #line
    ) async throws -> FetchResponse {
        guard let transport else {
            throw PluginContextError(plugin: context.manifest.id, call: "network.fetch")
        }
        return try await context.fetch(request, with: transport, file, line)
    }

    fileprivate func close() {
        transport = nil
    }
}

extension PluginContext {
    /// Fetches a file in a task that the plugin's end cancels, whichever task has asked.
    fileprivate func fetch(
        _ request: FetchRequest,
        with transport: any FetchTransport,
        _ file: String,
        _ line: Int
    ) async throws -> FetchResponse {
        try Task.checkCancellation()
        let environment = try requireEnvironment(for: "network.fetch")
        let (network, clock, work) = (environment.network, environment.clock, environment.work)
        let record = network.begin(request, of: owner, at: clock.now)
        let task = Task { @MainActor in
            try await record.waitForTurn()
            return try await work.perform { try await transport.fetch(request, counting: record.meter) }
        }
        record.cancel = { task.cancel() }
        resources.own(
            HeldResource(.download, "\(request.address)", file: file, line: line),
            isSpent: { record.isEnded },
            release: { record.cancel?() }
        )
        let result = await withTaskCancellationHandler {
            await task.result
        } onCancel: {
            task.cancel()
        }
        do {
            let response = try result.get()
            let isNew = if case .found = response { true } else { false }
            network.end(record, at: clock.now, status: isNew ? 200 : 304)
            return response
        } catch let reason as FetchError.Reason {
            network.end(record, at: clock.now, failure: "\(reason)")
            throw FetchError("\(request.address)", reason)
        } catch {
            network.end(record, at: clock.now, failure: "it was cancelled")
            throw error
        }
    }
}
