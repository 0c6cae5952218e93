import Foundation
import HostRuntime
import HostTestKit
import TestSupport
import Testing

@testable import SplashAdPlugin

/// The exact moments at which a rule changes its answer, however time advances to them.
@MainActor @Suite(.tags(.advertisements)) struct SplashRuleEdgeTests {
    /// The beginning of the first of November 2025 in GMT.
    private let midnight = Date(timeIntervalSinceReferenceDate: 783_648_000)

    private func makeHost(
        _ settings: [String: PlainValue] = [:],
        date: Date,
        _ folder: TemporaryFolder? = nil
    ) -> TestHost {
        TestHost(
            plugins: [SplashAdPlugin.self],
            date: date,
            configuration: HostConfiguration(["splash-ad": .dictionary(settings)]),
            stateDirectory: folder?.path
        )
    }

    /// Advances in steps of a seventh of a second, with a shorter last one.
    private func pass(_ milliseconds: Int, in host: TestHost) async {
        for _ in 0..<(milliseconds / 143) { await host.advance(by: .milliseconds(143)) }
        await host.advance(by: .milliseconds(milliseconds % 143))
    }

    /// Skips the advertisement at launch, leaves 3.3 s later and comes back.
    private func leave(_ host: TestHost, for milliseconds: Int) async {
        await host.launch()
        await host.keyOnAd("s")
        await pass(2_900, in: host)
        await host.enterBackground()
        await pass(milliseconds, in: host)
        await host.enterForeground()
    }

    @Test(arguments: [(8_000, ["page"]), (20_000, ["page", "splash-ad"])])
    func `a launch after a kill measures from the last sign of life`(milliseconds: Int, windows: [String]) async throws
    {
        let folder = TemporaryFolder()
        let killed = makeHost(date: midnight, folder)
        await killed.launch()
        await killed.advance(by: .seconds(1))
        // The files on the disk by now are all that a killed program leaves.
        let next = makeHost(date: midnight + Double(milliseconds) / 1000, folder)
        await next.launch()

        #expect(next.visibleWindows == windows)
        await killed.terminate()
    }

    @Test func `a launch after a kill measures from the last frame in use, and rest costs no frame`() async throws {
        let folder = TemporaryFolder()
        let killed = makeHost(date: midnight, folder)
        await killed.launch()
        await killed.advance(by: .seconds(10))
        for minute in 1...60 {
            await killed.resize(to: Size(width: 80 + minute % 2, height: 24))
            await killed.advance(by: .seconds(60))
        }
        let (frames, waits) = (killed.changedFrames, killed.hasPendingTimers)
        await killed.advance(by: .seconds(3600))
        await killed.resize(to: Size(width: 90, height: 24))
        await killed.advance(by: .seconds(1))
        let next = makeHost(date: midnight + 7_218, folder)
        await next.launch()

        #expect(next.visibleWindows == ["page"])
        #expect(!waits && killed.changedFrames == frames + 1)
        await killed.terminate()
    }

    @Test func `a launch stores its date only once its first frame is drawn, because the disk may be slow`() async {
        let host = makeHost(date: midnight)
        var whileLaunching: [PlainValue?] = []
        let observer = host.app.bus.observe(DidBecomeActive.self) { [app = host.app] _ in
            whileLaunching.append(app.store("splash-ad").value("left"))
        }

        await host.launch()

        #expect(whileLaunching == [nil])
        #expect(host.app.store("splash-ad").value("left") == .double(midnight.timeIntervalSinceReferenceDate))
        observer.cancel()
    }

    @Test(arguments: [(10_000, ["page"]), (10_001, ["page", "splash-ad"])])
    func `a return after exactly ten seconds shows nothing`(milliseconds: Int, windows: [String]) async {
        let host = makeHost(date: midnight + 43_200.1)

        await leave(host, for: milliseconds)

        #expect(host.visibleWindows == windows)
    }

    @Test func `an advertisement that expires while the program is in the background doesn't go on`() async {
        let feed = """
            {"version": 1, "policy": {"seconds": 5}, "creatives": [
                {"id": "a", "headline": "about A", "until": "2025-11-01T12:00:30Z"},
                {"id": "b", "headline": "about B", "from": "2025-11-01T12:00:30Z"}
            ]}
            """
        let shop = await FeedShop.launched(
            FakeServer(["/feed.json": .text(feed)]),
            date: midnight + 43_200,
            for: .seconds(2)
        )
        await shop.host.enterBackground()
        await shop.host.advance(by: .seconds(60))

        await shop.host.enterForeground()
        await shop.host.advance(by: .seconds(1))

        #expect(shop.outcomes == ["interrupted after 2.0 s"])
        #expect(shop.host.frame.contains("about B"))
    }
}
