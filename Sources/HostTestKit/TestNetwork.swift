internal import HostBase
package import HostRuntime
internal import Synchronization

/// The network of a test host, without a network: it answers what a test lists.
///
/// ```swift
/// host.network["https://news.example/today.json"] = .text(#"{"title": "Hello"}"#)
/// host.network["https://news.example/slow.png"] = .bytes(png).delayed(by: .seconds(2))
/// ```
///
/// A request for any other address fails with a reason that names it. Answers are
/// checked as a server's are: limits, redirects and versions hold. An answer with
/// bytes has a tag, so that asking for it again with its version says that it isn't
/// modified.
public final class TestNetwork: Sendable {
    private struct State {
        var answers: [String: TestAnswer] = [:]
        var requests: [String] = []
    }

    private let clock: HostClock
    private let state = Mutex(State())

    init(clock: HostClock) {
        self.clock = clock
    }

    /// The answer to requests for an address; nil as long as there is none.
    public subscript(address: String) -> TestAnswer? {
        get { state.withLock { $0.answers[TestNetwork.normal(address)] } }
        set { state.withLock { $0.answers[TestNetwork.normal(address)] = newValue } }
    }

    /// The addresses that were asked so far, in order, with those of redirects.
    public var requests: [String] { state.withLock { $0.requests } }

    private static func normal(_ address: String) -> String { (try? HTTPAddress(address))?.description ?? address }

    private func answer(for address: HTTPAddress) throws(FetchError.Reason) -> TestAnswer {
        let answer = state.withLock { state in
            state.requests.append("\(address)")
            return state.answers["\(address)"]
        }
        guard let answer else {
            throw .connection(
                "the test has no answer for '\(address)'; give one with host.network[\"\(address)\"] = .text(…)"
            )
        }
        return answer
    }
}

extension TestNetwork: FetchTransport {
    @concurrent package func fetch(_ request: FetchRequest, counting meter: ByteMeter) async throws -> FetchResponse {
        var exchange = FetchExchange(request, counting: meter)
        var time = request.timeLimit
        while true {
            let answer = try answer(for: exchange.address)
            if answer.delay > .zero {
                try await clock.sleep(for: min(answer.delay, time))
                guard answer.delay < time else { throw FetchError.Reason.timedOut(request.timeLimit) }
                time -= answer.delay
            }
            if let failure = answer.failure { throw FetchError.Reason.connection(failure) }
            switch try exchange.begin(status: answer.status(for: exchange.conditions), field: answer.field) {
            case .receive:
                try exchange.receive(answer.bytes)
                return exchange.finish()
            case .follow: continue
            case .end(let response): return response
            }
        }
    }
}

/// The answer of a test's network to a request.
public struct TestAnswer: Hashable, Sendable {
    /// The status; 200 is a file.
    public var status = 200

    /// The fields of the head, by their names.
    public var fields: [String: String] = [:]

    /// The bytes of the file, as the plugin gets them.
    public var bytes: [UInt8] = []

    /// The time until the answer comes, which is the test host's.
    public var delay: Duration = .zero

    /// The reason why there is no answer but a broken connection; nil if there is one.
    public var failure: String?

    /// A file of some bytes.
    public static func bytes(_ bytes: [UInt8]) -> TestAnswer { TestAnswer(bytes: bytes) }

    /// A file of text.
    public static func text(_ text: String) -> TestAnswer { TestAnswer(bytes: Array(text.utf8)) }

    /// Another status than that of a file, such as 404.
    public static func status(_ status: Int) -> TestAnswer { TestAnswer(status: status) }

    /// A redirect to another address, which needs an answer of its own.
    public static func redirect(to address: String) -> TestAnswer {
        TestAnswer(status: 302, fields: ["Location": address])
    }

    /// A broken connection, with the reason that the plugin gets.
    public static func failure(_ reason: String) -> TestAnswer { TestAnswer(failure: reason) }

    /// The same answer, which comes after a delay of the test host's time.
    ///
    /// A request whose time limit is reached before ends with that error.
    public func delayed(by delay: Duration) -> TestAnswer {
        var answer = self
        answer.delay = delay
        return answer
    }

    fileprivate func field(_ name: String) -> String? {
        if let field = fields.first(where: { $0.key.lowercased() == name.lowercased() }) { return field.value }
        switch name {
        case "ETag": return tag
        case "Content-Length": return "\(bytes.count)"
        default: return nil
        }
    }

    private var tag: String { "\"\(Fingerprint(of: bytes[...]).digits)\"" }

    /// Returns the status for a request, which may name the file's own version.
    fileprivate func status(for conditions: [String]) -> Int {
        status == 200 && conditions.contains("If-None-Match: \(field("ETag") ?? tag)") ? 304 : status
    }
}
