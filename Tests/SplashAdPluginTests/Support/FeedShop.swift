import Foundation
import HostRuntime
import HostTestKit
import Synchronization
import TestSupport

@testable import SplashAdPlugin

/// A server in memory, with delays in the host's time.
final class FakeServer: FetchTransport {
    enum Answer: Sendable {
        case bytes([UInt8])
        case error(FetchError.Reason)
        /// The answer of another path, to which the server redirects.
        case moved(String)

        static func text(_ text: String) -> Answer { .bytes(Array(text.utf8)) }

        /// A feed of creatives, each with a headline `about TITLE`.
        static func feed(_ titles: [String], picture: String? = nil) -> Answer {
            let creatives = titles.map { title in
                let picture = picture.map { #", "picture": "\#($0)""# } ?? ""
                return #"{"id": "\#(title.lowercased())", "headline": "about \#(title)"\#(picture)}"#
            }
            return .creatives(creatives.joined(separator: ", "))
        }

        /// A feed of creatives in JSON, with a policy or without one.
        static func creatives(_ creatives: String, policy: String? = nil) -> Answer {
            let policy = policy.map { #""policy": \#($0), "# } ?? ""
            return .text(#"{"version": 1, \#(policy)"creatives": [\#(creatives)]}"#)
        }

        /// A PNG file with a gradient in it.
        static func picture(width: Int, height: Int, largerBy padding: Int = 0) -> Answer {
            .bytes(GradientPNG.bytes(width: width, height: height, largerBy: padding))
        }
    }

    let answers: Mutex<[String: Answer]>
    let delay: Mutex<Duration>
    let requests = Mutex<[String]>([])
    let tags = Mutex<[String?]>([])
    /// The seconds for which each answer is current.
    let freshSeconds = Mutex(0)
    let cancelled = Mutex(0)

    /// The number of bytes of pictures that were sent.
    let served = Mutex(0)

    /// The number of bytes of each answer's head.
    let head = Mutex(0)

    /// The number of requests under way, and its maximum.
    let open = Mutex((now: 0, most: 0))

    /// A sleep in the host's time.
    let sleep = Mutex(Sleep())

    struct Sleep: Sendable {
        var body: (@Sendable (Duration) async throws -> Void)?
    }

    init(_ answers: [String: Answer], delay: Duration = .zero) {
        self.answers = Mutex(answers)
        self.delay = Mutex(delay)
    }

    @concurrent func fetch(_ request: FetchRequest, counting meter: ByteMeter) async throws -> FetchResponse {
        var path = request.address.url.path
        open.withLock { open in
            open.now += 1
            open.most = max(open.most, open.now)
        }
        defer { open.withLock { $0.now -= 1 } }
        requests.withLock { $0.append(path) }
        if path.hasSuffix(".json") { tags.withLock { $0.append(request.version?.entityTag) } }
        let delay = delay.withLock { $0 }
        if delay > .zero {
            do {
                try await sleep.withLock { $0.body }?(delay)
            } catch {
                cancelled.withLock { $0 += 1 }
                throw error
            }
        }
        var address = request.address
        if case .moved(let target)? = answers.withLock({ $0[path] }),
            let next = try? HTTPAddress(target, relativeTo: address)
        {
            (path, address) = (target, next)
        }
        let head = head.withLock { $0 }
        request.meter?.add(head)
        let freshSeconds = freshSeconds.withLock { $0 }
        switch answers.withLock({ $0[path] }) {
        case .bytes(let bytes):
            guard bytes.count <= request.maximumBytes else {
                throw FetchError.Reason.tooLarge(limit: request.maximumBytes)
            }
            let tag = "tag of \(path), \(bytes.count) bytes"
            if request.version?.entityTag == tag { return .notModified(freshSeconds: freshSeconds) }
            if path.hasSuffix(".png") { served.withLock { $0 += bytes.count } }
            request.meter?.add(bytes.count)
            return .found(bytes, FileVersion(address: address, entityTag: tag, freshSeconds: freshSeconds))
        case .error(let error): throw error
        case .moved: throw FetchError.Reason.tooManyRedirects(limit: 1)
        case nil: throw FetchError.Reason.connection("there is no server")
        }
    }
}

/// The plugin with the test's server.
@MainActor final class FeedPlugin: HostPlugin {
    nonisolated static let manifest = SplashAdPlugin.manifest
    @TaskLocal static var server: FakeServer?
    private var director: SplashDirector?

    func activate(_ context: PluginContext) throws {
        guard let server = FeedPlugin.server else { return }
        server.sleep.withLock { $0.body = { try await context.time.sleep(for: $0) } }
        director = SplashDirector(context: context)
        try director?.start()
    }

    func deactivate() {
        director?.stop()
        director = nil
    }
}

/// A program with a page, and the plugin with a feed.
@MainActor final class FeedShop {
    let host: TestHost
    private let server: FakeServer
    private let folder: TemporaryFolder?

    init(
        _ server: FakeServer,
        _ settings: [String: PlainValue] = [:],
        feed: String = "http://ads.example/feed.json",
        date: Date = Date(timeIntervalSinceReferenceDate: 43_260),
        in folder: TemporaryFolder? = nil
    ) {
        self.server = server
        self.folder = folder
        host = TestHost(
            plugins: [FeedPlugin.self],
            date: date,
            configuration: HostConfiguration([
                "splash-ad": .dictionary(settings), "advertising": ["feed": .string(feed)],
            ]),
            stateDirectory: folder?.path
        ) { host in
            let window = host.makeWindow(title: "page", root: Page())
            window.makeKeyAndVisible()
            return window
        }
        host.app.network.transport = server
    }

    /// Launches a program, and lets some time pass.
    static func launched(
        _ server: FakeServer,
        _ settings: [String: PlainValue] = [:],
        feed: String = "http://ads.example/feed.json",
        date: Date = Date(timeIntervalSinceReferenceDate: 43_260),
        in folder: TemporaryFolder? = nil,
        for duration: Duration
    ) async -> FeedShop {
        let shop = FeedShop(server, settings, feed: feed, date: date, in: folder)
        await shop.launch()
        await shop.host.advance(by: duration)
        return shop
    }

    func launch() async {
        await FeedPlugin.$server.withValue(server) { await host.launch() }
    }

    func launchIntoBackground() async {
        await FeedPlugin.$server.withValue(server) { await host.launchIntoBackground() }
    }

    /// Leaves for 11 s, comes back, and waits a second.
    func comeBack() async {
        await host.enterBackground()
        await host.advance(by: .seconds(11))
        await host.enterForeground()
        await host.advance(by: .seconds(1))
    }

    var outcomes: [String] { host.outcomes }

    /// The number of shows counted today.
    var shownToday: Int {
        let rule = ScenarioRule.maxExecutions(.max, per: .day)
        let scenario = Scenario(id: "splash-ad", rule: rule, store: host.app.store("splash-ad"), timeZone: .gmt)
        return scenario.decide(at: host.app.clock.date).conditions.first?.value.intValue ?? -1
    }
}
