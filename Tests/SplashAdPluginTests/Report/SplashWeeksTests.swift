import Foundation
import HostRuntime
import HostTestKit
import Synchronization
import TestSupport
import Testing

@testable import SplashAdPlugin

/// Eight weeks of 40 people, each of whom uses a program in a way of their own.
@MainActor @Suite struct SplashWeeksTests {
    @Test(arguments: seeds(of: 0..<40))
    func `after eight weeks the report has what the messages said, for every creative and day`(
        seed: UInt64
    ) async throws {
        let person = SplashPerson(seed: seed)
        for _ in 0..<56 { await person.liveOneDay() }

        let report = try await person.report()

        #expect(report == person.oracle.lines, "\(person.trail.suffix(40))")
        #expect(person.oracle.lines.count > 20)
        #expect(person.errors == [])
    }
}

/// Counts from the messages of presentations alone, by the days of Foundation's calendar.
@MainActor private final class SplashOracle {
    private struct Key: Hashable {
        let day: String
        let creative: String
    }

    private var counts: [Key: [String: Int]] = [:]
    private var shown: Key?
    var calendar = Calendar(identifier: .gregorian)

    func shows(_ message: NamedNotification, at date: Date) {
        guard message["occasion"] != "hand", let creative = message["creative"]?.stringValue else { return }
        shown = Key(day: day(date), creative: creative)
        add(["shown": 1], to: shown)
    }

    func ends(_ message: NamedNotification) {
        let milliseconds = Int(((message["seconds"]?.doubleValue ?? 0) * 1000).rounded())
        add([message["outcome"]?.stringValue ?? "": 1, "milliseconds": milliseconds], to: shown)
        processEnds()
    }

    func processEnds() { shown = nil }

    private func add(_ numbers: [String: Int], to key: Key?) {
        guard let key else { return }
        counts[key, default: [:]].merge(numbers) { $0 + $1 }
    }

    private func day(_ date: Date) -> String {
        let parts = calendar.dateComponents([.year, .month, .day], from: date)
        func text(_ number: Int?) -> String { (number ?? 0) < 10 ? "0\(number ?? 0)" : "\(number ?? 0)" }
        return "\(text(parts.year))-\(text(parts.month))-\(text(parts.day))"
    }

    var lines: [String] {
        let fields = ["shown", "clicked", "skipped", "finished", "interrupted", "failed", "milliseconds"]
        return counts.sorted { ($0.key.day, $0.key.creative) < ($1.key.day, $1.key.creative) }.map { key, numbers in
            ([key.day, key.creative] + fields.map { "\(numbers[$0] ?? 0)" }).joined(separator: ",")
        }
    }
}

/// A person with a program, whose runs have one state.
@MainActor private final class SplashPerson {
    let oracle = SplashOracle()
    private(set) var trail: [String] = []
    private(set) var errors: [String] = []

    private var random: SeededGenerator
    private let settings: [String: PlainValue]
    private let server: FakeServer
    /// The date at the end of the run before.
    private var date = Date(timeIntervalSince1970: 1_790_000_000)
    /// The seconds since the last look at the program.
    private var away = 0.0
    private var host: TestHost?
    private var stored: [String: [String: PlainValue]] = [:]
    private var subscriptions: [Subscription] = []
    private var zone = 0

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        settings = [
            "daily-cap": .int(Int.random(in: 2...6, using: &random)), "seconds": 2, "fade": "none",
            "transition": "none", "wait-seconds": 1, "skip": "text",
        ]
        let middle = "2026-10-\(10 + seed % 20)"
        server = FakeServer([
            "/feed.json": .creatives(
                """
                {"id": "spring", "headline": "spring", "weight": 3, "daily-cap": 2, "landing": "shop:spring"},
                {"id": "Summer_2026", "headline": "summer", "total-cap": \(10 + seed)},
                {"id": "-7.5", "headline": "minus", "weight": 2, "seconds-between-shows": 7200, "until": "\(middle)"},
                {"id": "winter", "headline": "winter", "weight": 2, "from": "\(middle)", "landing": "shop:winter"}
                """
            )
        ])
        server.freshSeconds.withLock { $0 = 86_400 }
        travel()
    }

    // MARK: - A day

    func liveOneDay() async {
        var rest = 86_400.0
        for _ in 0..<Int.random(in: 0...2, using: &random) {
            let gap = Double.random(in: 5...rest / 3, using: &random)
            rest -= gap
            away += gap
            await visit()
        }
        away += rest
    }

    private func visit() async {
        let kind = Int.random(in: 0..<24, using: &random)
        trail.append("\(kind)")
        await start()
        switch kind {
        case 0..<6: await look(upTo: 1900, then: "s")
        case 6..<10: await look(upTo: 1900, then: "o")
        case 10..<13: await advance(2500)
        case 13: await kill()
        case 14:
            await look(upTo: 1900)
            await kill()
        case 15:
            await look(upTo: 1900)
            await quit()
        case 16:
            // In the background with an advertisement, maybe until after midnight.
            await look(upTo: 1500)
            away += Double.random(in: 1...40_000, using: &random)
            await start()
            await advance(2500)
        case 17:
            await host?.lock()
            await advance(700)
            await host?.unlock()
            await advance(2500)
        case 18:
            await advance(2500)
            await showByHand()
        case 19:
            await look(upTo: 1500)
            try? host?.app.plugins.disable("splash-ad")
            FeedPlugin.$server.withValue(server) { try? host?.app.plugins.enable("splash-ad") }
        case 20:
            await advance(12_000)
            _ = try? await host?.run("splash.offer")
            await look(upTo: 1900, then: "s")
        case 21: travel()
        case 22:
            // No feed at the next start: a wait may end without an advertisement, or be skipped.
            await quit()
            away += 60
            server.delay.withLock { $0 = .seconds(100) }
            await start()
            await look(upTo: 900, then: "s")
            await advance(1500)
            server.delay.withLock { $0 = .zero }
        default:
            _ = try? await host?.run("splash.reset")
            await quit()
        }
    }

    private func showByHand() async {
        guard let host, host.visibleWindows == ["page"] else { return }
        _ = try? await host.run("splash.show")
        await look(upTo: 1500, then: "s")
    }

    private func look(upTo milliseconds: Int, then key: String? = nil) async {
        await advance(Int.random(in: 1...milliseconds, using: &random))
        if let key { await host?.key(key) }
    }

    private func travel() {
        zone = [0, -8, 1, 2, 5, 9, 13].randomElement(using: &random).map { $0 * 3600 } ?? 0
        oracle.calendar.timeZone = TimeZone(secondsFromGMT: zone) ?? .gmt
        host?.setTimeZone(CivilTimeZone(secondsFromGMT: zone))
    }

    // MARK: - The program

    private func advance(_ milliseconds: Int) async { await host?.advance(by: .milliseconds(milliseconds)) }

    /// Comes back to the program, or starts it with the state of the run before.
    private func start() async {
        defer { away = 0 }
        if let host {
            await host.enterBackground()
            await host.advance(by: .milliseconds(Int(away * 1000)))
            return await host.enterForeground()
        }
        let host = TestHost(
            plugins: [FeedPlugin.self],
            size: Size(width: 24, height: 6),
            date: date + away,
            configuration: HostConfiguration([
                "splash-ad": .dictionary(settings), "advertising": ["feed": "http://ads.example/feed.json"],
            ]),
            reducesMotion: true
        ) { host in
            let address = CommandParameter(name: "address", title: "Address")
            try? host.commands.offer(Command(id: "page.open", title: "Open", parameters: [address]) { _ in nil })
            let window = host.makeWindow(title: "page", root: View())
            window.makeKeyAndVisible()
            return window
        }
        host.app.network.transport = server
        host.setTimeZone(CivilTimeZone(secondsFromGMT: zone))
        for (namespace, values) in stored { host.app.store(namespace).update { $0 = values } }
        let oracle = oracle
        subscriptions = [
            host.app.bus.observe(named: SplashNotifications.shown) { [weak app = host.app] in
                if let app { oracle.shows($0, at: app.clock.date) }
            },
            host.app.bus.observe(named: SplashNotifications.ended) { oracle.ends($0) },
        ]
        self.host = host
        await FeedPlugin.$server.withValue(server) { await host.launch() }
    }

    private func quit() async {
        await host?.terminate()
        await kill()
    }

    /// Ends the program without a word, as SIGKILL does: what is in its stores is all that is left of it.
    private func kill() async {
        for subscription in subscriptions { subscription.cancel() }
        oracle.processEnds()
        guard let host else { return }
        for store in ["splash-ad"] + (0..<SplashReport.stores).map({ "splash-ad.report-\($0)" }) {
            stored[store] = host.app.store(store).all
        }
        date = host.app.clock.date + 1
        errors += host.events.filter { $0.hasPrefix("error") }
        self.host = nil
    }

    func report() async throws -> [String] {
        await start()
        await advance(3000)
        let days: [String: PlainValue] = ["from": "1970-01-01", "until": "9999-12-31"]
        let text = try await host?.run("splash.report", days.merging(["format": "csv"]) { $1 }) ?? ""
        // A wait without an advertisement posts nothing.
        return text.split(separator: "\n").dropFirst().filter { !$0.contains(",(none),") }.map { String($0) }
    }
}
