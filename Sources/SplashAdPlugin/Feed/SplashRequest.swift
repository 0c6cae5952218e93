import FoundationEssentials
import HostRuntime

/// A request for the feed or one of its pictures, as it ended; a pure value.
struct SplashRequest: Hashable, Sendable {
    let date: Date
    /// The address, without what may be secret in it.
    let address: String
    /// The server's answer, such as 200; nil if there was none.
    let status: Int?
    let bytes: Int
    let time: Duration
    /// The reason why what came isn't used; nil if it is.
    let problem: String?

    /// The most letters of an address or a reason.
    private static let longest = 300

    init(_ address: HTTPAddress, at date: Date, status: Int?, bytes: Int, time: Duration, problem: String?) {
        let text = "\(address)"
        // A query or a fragment may have a key in it.
        let end = text.firstIndex { $0 == "?" || $0 == "#" }
        let shown = end.map { text[..<$0] + "?…" } ?? text[...]
        self.address = String(shown).shortened(to: SplashRequest.longest)
        self.date = date
        (self.status, self.bytes, self.time) = (status, bytes, time)
        self.problem = problem?.replacing(text, with: self.address).shortened(to: SplashRequest.longest)
    }

    func lines(in zone: CivilTimeZone) -> [String] {
        let answer = status.map { "status \($0)" } ?? "no answer"
        let first = "\(date.inWords(zone))  \(answer)  \(bytes.bytesInWords)  \(time.inWords)"
        return [first, "  \(address)".escapingControls] + (problem.map { ["  rejected: \($0)".escapingControls] } ?? [])
    }
}

/// The last requests of this run for the feed and its pictures.
@MainActor final class SplashRequestLog {
    private let context: PluginContext
    private var requests: [SplashRequest] = []

    /// The most requests that are kept.
    static let limit = 20

    init(context: PluginContext) {
        self.context = context
    }

    /// Makes a request, and keeps how it ended; one that is cancelled isn't kept.
    func follow<Answer>(
        _ address: HTTPAddress,
        _ meter: ByteMeter,
        status: (Answer) -> Int,
        _ body: () async throws -> Answer
    ) async throws -> Answer {
        let (date, start) = (context.time.date, context.time.now)
        func keep(_ status: Int?, _ problem: String?) {
            guard !context.isClosed else { return }
            let time = context.time.now - start
            let request = SplashRequest(
                address,
                at: date,
                status: status,
                bytes: meter.count,
                time: time,
                problem: problem
            )
            requests = (requests + [request]).suffix(SplashRequestLog.limit)
        }
        do {
            let answer = try await body()
            keep(status(answer), nil)
            return answer
        } catch let error as FetchError {
            let status: Int? = if case .status(let status) = error.reason { status } else { nil }
            keep(status, "\(error.reason)")
            throw error
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            // The server has sent something else than was asked for.
            keep(200, AdLibrary.words(for: error))
            throw error
        }
    }

    /// The requests as a text, the newest first.
    var report: String {
        let lines = requests.reversed().flatMap { $0.lines(in: context.time.timeZone) }
        let list = lines.isEmpty ? ["No advertisement has been requested yet."] : lines
        let note = "A check or a preview of a feed keeps nothing, and isn't in this list."
        return (list + ["", note]).joined(separator: "\n")
    }
}
