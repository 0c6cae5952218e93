import Foundation
import HostRuntime
import HostTestKit
import TestSupport
import Testing

@testable import SplashAdPlugin

/// The report of a running host: it agrees with the messages, outlives kills, and answers what it's asked.
@MainActor @Suite(.tags(.advertisements)) struct SplashRecordsTests {
    // A minute past noon on 2001-01-01.
    private let start = Date(timeIntervalSinceReferenceDate: 43_260)
    private static let still: [String: PlainValue] = ["transition": "none", "fade": "none"]

    private func host(at date: Date? = nil, in folder: TemporaryFolder? = nil) -> TestHost {
        TestHost(
            plugins: [SplashAdPlugin.self],
            date: date ?? start,
            configuration: HostConfiguration(["splash-ad": .dictionary(Self.still)]),
            stateDirectory: folder?.path
        )
    }

    // MARK: - The messages

    @Test func `each outcome is in it once, with the visible time of its message`() async throws {
        let shop = Shop(LandingPlugin.self, Self.still)
        let host = shop.host
        var visible = 0
        let ends = host.app.bus.observe(named: SplashNotifications.ended) {
            visible += Int((($0["seconds"]?.doubleValue ?? 0) * 1000).rounded())
        }
        await host.launch()
        await host.advance(by: .milliseconds(1234))
        await host.key("s")
        await shop.leave(for: .seconds(11))
        await host.advance(by: .seconds(6))
        await shop.leave(for: .seconds(11))
        await host.advance(by: .milliseconds(777))
        try host.app.plugins.disable("splash-ad")
        try host.app.plugins.enable("splash-ad")
        await shop.leave(for: .seconds(11))
        await host.advance(by: .milliseconds(900))
        await host.key("o")
        ends.cancel()

        #expect(try await host.report() == ["2001-01-01,built-in,4,1,1,1,1,0,\(visible)"])
        #expect(visible == 1234 + 5000 + 777 + 900)
        shop.landing.open()
    }

    @Test func `whoever hears of a show or an end finds it in the report`() async throws {
        let host = host()
        var heard: [String] = []
        func report() -> String {
            (0..<SplashReport.stores).compactMap { host.app.store("splash-ad.report-\($0)").value("days")?.json }
                .joined()
        }
        let shows = host.app.bus.observe(named: SplashNotifications.shown) { _ in heard.append(report()) }
        let ends = host.app.bus.observe(named: SplashNotifications.ended) { _ in heard.append(report()) }

        await host.launch()
        await host.keyOnAd("s")

        #expect(
            heard == [
                #"{"2001-01-01":{"built-in":{"shown":1}}}"#,
                #"{"2001-01-01":{"built-in":{"milliseconds":800,"shown":1,"skipped":1}}}"#,
            ]
        )
        for subscription in [shows, ends] { subscription.cancel() }
    }

    @Test func `a show by hand isn't in it`() async throws {
        let host = host()
        await host.launch()
        await host.keyOnAd("s")

        try await host.run("splash.show")
        await host.keyOnAd("s")

        #expect(try await host.report() == ["2001-01-01,built-in,1,0,1,0,0,0,800"])
    }

    @Test func `a wait in which no advertisement appears has an outcome, but no creative`() async throws {
        let shop = FeedShop(FakeServer([:], delay: .seconds(60)))
        await shop.launch()
        await shop.host.advance(by: .seconds(4))
        await shop.comeBack()

        #expect(shop.outcomes == [])
        #expect(try await shop.host.report() == ["2001-01-01,(none),0,0,0,0,0,1,0"])
    }

    @Test func `resetting the counters leaves the report, which is a record`() async throws {
        let host = host()
        await host.launch()
        await host.keyOnAd("s")

        try await host.run("splash.reset")
        try await host.run("splash.clear-cache")

        #expect(try await host.report() == ["2001-01-01,built-in,1,0,1,0,0,0,800"])
    }

    // MARK: - Days

    @Test func `a presentation belongs to the day on which it appeared, whatever the clock does until its end`()
        async throws
    {
        // Two seconds before midnight.
        let host = host(at: Date(timeIntervalSinceReferenceDate: 86_398))
        await host.launch()
        await host.advance(by: .seconds(4))
        await host.key("s")
        await host.comeBack()
        host.setTimeZone(CivilTimeZone(secondsFromGMT: 12 * 3600))
        await host.advance(by: .seconds(1))
        host.setDate(start - 30 * 86_400)
        await host.advance(by: .seconds(1))
        await host.key("s")
        host.setDate(start + 3 * 86_400)

        #expect(
            try await host.report() == [
                "2001-01-01,built-in,1,0,1,0,0,0,4000", "2001-01-02,built-in,1,0,1,0,0,0,2000",
            ]
        )
    }

    @Test func `a day is the person's, where they are`() async throws {
        let host = host()
        host.setTimeZone(CivilTimeZone(secondsFromGMT: 13 * 3600))
        await host.launch()
        await host.keyOnAd("s")

        #expect(try await host.report() == ["2001-01-02,built-in,1,0,1,0,0,0,800"])
    }

    @Test func `by default it has the last 30 days, the present one included`() async throws {
        let host = host(at: start + 60 * 86_400)
        await host.launch()
        await host.keyOnAd("s")
        let today = SplashReport.day(of: start, in: .gmt) + 60
        for day in today - 40..<today {
            host.app.store("splash-ad.report-\(SplashReport.store(of: day))").update {
                SplashReport.add(.show, of: "a", on: day, to: &$0)
            }
        }
        func days(_ from: String = "", _ until: String = "") async throws -> [Int] {
            try await host.report(from: from, until: until).compactMap {
                SplashReport.day(String($0.prefix(10)), today: 0, in: .gmt).map { $0 - today }
            }
        }

        #expect(try await days() == Array(-29...0))
        #expect(try await days("yesterday") == [-1, 0])
        #expect(try await days("", "yesterday") == Array(-30 ... -1))
        #expect(try await days("2001-02-20", "2001-02-21T23:59:59Z") == [-10, -9])
        #expect(try await days("1970-01-01") == Array(-40...0))
        #expect(try await days("today", "9999-12-31") == [0])
        #expect(try await days("1970-01-01", "1970-01-02") == [])
    }

    @Test(
        arguments: [
            (
                ["from": "1 May"],
                "'from' must be a day such as 2026-11-01, 'today' or 'yesterday', or a moment of it such as "
                    + "2026-11-01T09:30:00Z"
            ),
            (
                ["until": "2026-02-30"],
                "'until' must be a day such as 2026-11-01, 'today' or 'yesterday', or a moment of it such as "
                    + "2026-11-01T09:30:00Z"
            ),
            (["from": "tomorrow", "format": "xml"], "'format' must be one of table, csv, json"),
            (
                ["from": "2001-01-02", "until": "2001-01-01"],
                "'from' must not be after 'until': 2001-01-02 is after 2001-01-01"
            ),
            (["from": "2001-01-02"], "'from' must not be after 'until': 2001-01-02 is after 2001-01-01"),
        ] as [([String: PlainValue], String)]
    )
    func `days that it can't report are refused with the rule`(values: [String: PlainValue], rule: String) async {
        let host = host()
        await host.launch()

        let error = await #expect(throws: (any Error).self) { try await host.run("splash.report", values) }

        #expect(error.map { "\($0)".contains(rule) } == true, "\(String(describing: error))")
    }

    // MARK: - Other runs

    @Test func `a run that was killed has its shows in it, the last one without an outcome`() async throws {
        let folder = TemporaryFolder()
        let killed = host(in: folder)
        await killed.launch()
        await killed.keyOnAd("s")
        await killed.comeBack()

        let next = host(at: start + 120, in: folder)
        await next.launch()
        let before = try await next.report()
        await next.keyOnAd("s")

        #expect(before == ["2001-01-01,built-in,3,0,1,0,0,0,800"])
        #expect(try await next.report() == ["2001-01-01,built-in,3,0,2,0,0,0,1600"])
        withExtendedLifetime(killed) {}
    }

    @Test func `what two runs on one state show at once adds up`() async throws {
        let folder = TemporaryFolder()
        let hosts = (0..<2).map { _ in host(in: folder) }
        for host in hosts { await host.launch() }
        for host in hosts { await host.keyOnAd("s") }
        for _ in 0..<8 {
            for host in hosts { await host.comeBack() }
            for host in hosts { await host.keyOnAd("s") }
        }

        let shows = hosts.reduce(0) { sum, host in sum + host.events.count { $0.hasPrefix("splash.shown") } }
        #expect(shows >= 16)
        for host in hosts {
            #expect(try await host.report() == ["2001-01-01,built-in,\(shows),0,\(shows),0,0,0,\(800 * shows)"])
        }
    }

    @Test func `a wrong record is ignored, and the log says so once`() async throws {
        let host = host()
        let store = "splash-ad.report-\(SplashReport.store(of: SplashReport.day(of: start, in: .gmt)))"
        host.app.store(store).update { $0["days"] = ["2001-01-01": ["built-in": "many", "=cmd()": ["shown": 1]]] }
        host.app.store("splash-ad.report-9").update { $0["days"] = [1, 2] }
        await host.launch()
        await host.keyOnAd("s")

        let reports = [try await host.report(), try await host.report()]

        #expect(reports == Array(repeating: ["2001-01-01,built-in,1,0,1,0,0,0,800"], count: 2))
        #expect(
            host.events.filter { $0.hasPrefix("warning") } == [
                "warning  splash-ad  the record of '=cmd()' on 2001-01-01 in the report's store has another form, "
                    + "so the report leaves it out"
            ]
        )
    }

    @Test func `reading the report writes nothing`() async throws {
        let folder = TemporaryFolder()
        let host = host(in: folder)
        await host.launch()
        await host.keyOnAd("s")
        let before = Set(folder.names)

        _ = try await host.report()

        #expect(Set(folder.names) == before)
        #expect(before.filter { $0.contains("report") }.count == 2)
    }
}

extension TestHost {
    /// The lines of the report in CSV, below its names.
    fileprivate func report(from: String = "", until: String = "") async throws -> [String] {
        let arguments: [String: PlainValue] = ["format": "csv", "from": .string(from), "until": .string(until)]
        let text = try await run("splash.report", arguments) ?? ""
        return text.split(separator: "\n").dropFirst().map { String($0) }
    }

    /// Leaves for 11 s and comes back.
    fileprivate func comeBack() async {
        await enterBackground()
        await advance(by: .seconds(11))
        await enterForeground()
    }
}
