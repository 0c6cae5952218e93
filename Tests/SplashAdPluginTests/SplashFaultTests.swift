import Foundation
import HostTestKit
import Synchronization
import Testing

@testable import HostRuntime
@testable import SplashAdPlugin

/// What servers, other processes and observers do that nobody would wish for.
@MainActor @Suite struct SplashFaultTests {
    @Test func `a start asks only for what has changed since the last one`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "feed-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let server = FakeServer(["/feed.json": .feed(["SUMMER"])])
        for run in 0..<2 {
            let shop = FeedShop(
                server,
                date: Date(timeIntervalSinceReferenceDate: 43_260 + Double(run) * 100),
                stateDirectory: folder
            )
            await shop.launch()
            await shop.host.advance(by: .seconds(1))
            #expect(shop.host.frame.contains("about SUMMER"), "run \(run)")
            await shop.host.terminate()
        }

        #expect(server.tags.withLock { $0 }.map { $0 != nil } == [false, true])
    }

    @Test func `what is forgotten while the server says that nothing has changed is fetched again`() async throws {
        let server = FakeServer(["/feed.json": .feed(["SUMMER"])])
        let shop = FeedShop(server)
        await shop.launch()
        await shop.host.advance(by: .seconds(7))
        server.delay.withLock { $0 = .seconds(5) }
        await shop.host.enterBackground()
        await shop.host.advance(by: .seconds(1))
        try await shop.host.run("splash.clear-cache")
        await shop.host.advance(by: .seconds(20))
        server.delay.withLock { $0 = .zero }
        await shop.host.enterForeground()
        await shop.host.advance(by: .seconds(1))

        #expect(shop.host.frame.contains("about SUMMER"))
    }
}
