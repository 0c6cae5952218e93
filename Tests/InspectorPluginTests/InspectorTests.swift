import HostRuntime
import HostTestKit
import Testing

@testable import InspectorPlugin

@MainActor @Suite struct InspectorTests {
    private func launched(size: Size = Size(width: 80, height: 24)) async -> TestHost {
        let host = TestHost(plugins: [Inspector.self], size: size)
        await host.launch()
        return host
    }

    @Test func `f12 opens the panel and closes it`() async {
        let host = await launched()

        await host.key("f12")
        #expect(host.frame.contains("Windows"))
        #expect(host.frame.contains("page"))
        await host.key("f12")

        #expect(host.visibleWindows == ["page"])
    }

    @Test func `a closed inspector holds its commands and nothing else`() async throws {
        let host = await launched()
        let before = try await host.run("host.counts")

        await host.key("f12")
        await host.key("f12")

        let after = try await host.run("host.counts")
        #expect(after == before)
        #expect(!host.hasPendingTimers)
    }

    @Test(arguments: [Size(width: 20, height: 5), Size(width: 1, height: 1), Size(width: 200, height: 60)])
    func `every page is drawn on a screen of any size`(size: Size) async throws {
        let host = await launched(size: size)

        for kind in PageKind.all {
            try await host.run("inspector.\(kind.id)")
            await host.advance(by: .seconds(1))
            await host.key("down end home ? escape")
        }

        #expect(host.visibleWindows.contains("inspector"))
    }

    @Test func `a page has a command of its own`() async throws {
        let host = await launched()

        for kind in PageKind.all {
            try await host.run("inspector.\(kind.id)")
            #expect(host.frame.contains(kind.title))
        }
    }
}
