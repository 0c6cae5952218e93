import HostRuntime
import HostTestKit
import TestSupport
import Testing

@testable import SplashAdPlugin

/// A window of another plugin's on the advertisement, from `splash.shown` to `splash.ended`.
@MainActor @Suite(.tags(.advertisements)) struct SplashNeighborTests {
    @MainActor private final class Neighbor: HostPlugin {
        nonisolated static let manifest = PluginManifest(id: "neighbor", name: "Neighbor", version: "1.0.0")

        func activate(_ context: PluginContext) {
            let window = context.windows.make(title: "neighbor", level: .statusBar, root: Label("SALE"))
            window.hitPolicy = .none
            context.bus.observe(named: "splash.shown") {
                guard let level = $0["level"]?.doubleValue.flatMap(WindowLevel.init(rawValue:)) else { return }
                window.level = level + 1
                window.show()
            }
            context.bus.observe(named: "splash.ended") { _ in window.hide() }
        }
    }

    private func launched(
        _ settings: [String: PlainValue] = [:],
        size: Size = Size(width: 80, height: 24)
    ) async -> TestHost {
        let host = TestHost(
            plugins: [SplashAdPlugin.self, Neighbor.self],
            size: size,
            configuration: HostConfiguration(["splash-ad": .dictionary(settings)])
        ) { host in
            let window = host.makeWindow(title: "page", root: Page())
            window.makeKeyAndVisible()
            return window
        }
        await host.launch()
        await host.advance(by: .seconds(2))
        return host
    }

    private func outcomes(_ host: TestHost) -> [String] {
        host.events.filter { $0.hasPrefix("splash.ended") }.compactMap { event in
            event.split(separator: " ").first { $0.hasPrefix("outcome=") }.map(String.init)
        }
    }

    @Test(arguments: [Size(width: 20, height: 5), Size(width: 80, height: 24), Size(width: 200, height: 60)])
    func `it is above the advertisement at any size, and doesn't pause it`(size: Size) async {
        let host = await launched(size: size)
        let shown = (host.visibleWindows, host.frame.contains("SALE"))
        await host.resize(to: Size(width: 40, height: 12))
        let resized = (host.visibleWindows, host.frame.contains("SALE"))

        await host.advance(by: .seconds(3))
        let ended = host.visibleWindows
        await host.advance(by: .seconds(1))

        #expect(shown == (["page", "splash-ad", "neighbor"], true))
        #expect(resized == shown)
        #expect(ended == ["page", "splash-ad"])
        #expect(outcomes(host) == ["outcome=finished"])
        #expect(host.visibleWindows == ["page"])
    }

    @Test(arguments: SplashSettings.Transition.allCases, SplashSettings.Fade.allCases)
    func `nothing of it is left over the page, whatever the transition`(
        transition: SplashSettings.Transition,
        fade: SplashSettings.Fade
    ) async {
        let host = await launched(["transition": .string(transition.rawValue), "fade": .string(fade.rawValue)])

        await host.key("s")

        for _ in 0..<8 {
            #expect(!host.frame.contains("SALE"))
            await host.advance(by: .milliseconds(50))
        }
        #expect(host.visibleWindows == ["page"])
    }

    @Test func `the advertisement keeps its keys and touches`() async {
        let host = await launched()

        await host.tap(SkipControl.place(.textAndTime, in: Size(width: 80, height: 24)).minX + 2, 1)

        #expect(outcomes(host) == ["outcome=skipped"])
    }

    @Test func `it goes when the advertisement's plugin is disabled`() async throws {
        let host = await launched()

        try host.app.plugins.disable("splash-ad")

        #expect(outcomes(host) == ["outcome=interrupted"])
        #expect(host.visibleWindows == ["page"])
    }

    @Test func `the advertisement goes on when its plugin is disabled`() async throws {
        let host = await launched()

        try host.app.plugins.disable("neighbor")
        let visible = host.visibleWindows
        await host.advance(by: .seconds(4))

        #expect(visible == ["page", "splash-ad"])
        #expect(outcomes(host) == ["outcome=finished"])
    }
}
