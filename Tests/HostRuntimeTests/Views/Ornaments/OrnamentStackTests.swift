import HostTestKit
import Testing

@testable import HostRuntime

/// Ornaments in the windows of those who offer them.
@MainActor @Suite struct OrnamentStackTests {
    private struct Refused: Error {}

    /// Shows the ornaments on a window of its own.
    @MainActor private final class Stage: HostPlugin {
        nonisolated static let manifest = PluginManifest(id: "stage", name: "Stage", version: "1.0.0")
        @TaskLocal static var acceptsTouches = true
        private var stack: OrnamentStack?

        func activate(_ context: PluginContext) throws {
            let accepts = Stage.acceptsTouches
            try context.commands.offer(
                Command(id: "stage.show", title: "Show") { [weak self] _ in
                    let window = context.windows.make(title: "stage", level: .statusBar, root: View())
                    window.isModal = true
                    window.makeKeyAndVisible()
                    self?.stack = context.windows.showOrnaments(on: "stage", above: window)
                    self?.stack?.acceptsTouches = { accepts }
                    self?.stack?.arrange(in: window.frame)
                    return self?.stack == nil ? "none" : "some"
                }
            )
            try context.commands.offer(
                Command(id: "stage.clear", title: "Clear") { [weak self] _ in
                    self?.stack = nil
                    return nil
                }
            )
        }
    }

    /// What the provider of a test has made.
    @MainActor private final class Seen {
        weak var view: ProbeView?
        weak var plugin: Provider?
        nonisolated init() {}
    }

    /// Offers a view that records its taps, one that isn't made, one for another place, and one of nothing.
    @MainActor private final class Provider: HostPlugin {
        nonisolated static let manifest = PluginManifest(id: "provider", name: "Provider", version: "1.0.0")
        @TaskLocal static var seen = Seen()

        func activate(_ context: PluginContext) {
            let seen = Provider.seen
            seen.plugin = self
            context.windows.offer(
                WindowOrnament("probe", on: "stage", at: .bottomLeft) {
                    let view = ProbeView(Rect(x: 0, y: 0, width: 10, height: 2))
                    seen.view = view
                    return view
                }
            )
            context.windows.offer(WindowOrnament("broken", on: "stage", at: .top) { throw Refused() })
            context.windows.offer(WindowOrnament("other", on: "elsewhere", at: .top) { Label("elsewhere") })
            context.windows.offer(WindowOrnament("nothing", on: "stage", at: .top) { nil })
        }
    }

    private func shown(acceptsTouches: Bool = true) async throws -> (TestHost, Seen) {
        let host = TestHost(plugins: [Stage.self, Provider.self])
        let seen = Seen()
        await Provider.$seen.withValue(seen) {
            await Stage.$acceptsTouches.withValue(acceptsTouches) { await host.launch() }
        }
        try await host.run("stage.show")
        return (host, seen)
    }

    @Test func `it is shown in a window of its owner, in front of the other one, and never key`() async throws {
        let (host, _) = try await shown()
        let window = try #require(host.app.windows.visibleWindows.last)

        #expect(host.visibleWindows == ["page", "stage", "probe"])
        #expect(window.owner == .plugin("provider"))
        #expect(window.frame == Rect(x: 0, y: 22, width: 10, height: 2))
        #expect(!window.canBecomeKey)
        #expect(host.app.windows.keyWindow?.title == "stage")
    }

    @Test func `a closure that throws is reported in the owner's name, and the others are shown`() async throws {
        let (host, _) = try await shown()

        #expect(host.events.contains { $0.hasPrefix("error  provider  the ornament 'broken' on 'stage' isn't shown") })
        #expect(host.visibleWindows.contains("probe"))
    }

    @Test func `its code runs in its owner's name`() async throws {
        let (host, seen) = try await shown()
        var owners: [Owner] = []
        let view = try #require(seen.view)
        view.onGesture = { _ in owners.append(RunningCode.owner(isOnMainThread: true)) }

        await host.tap(3, 22)

        #expect(Set(owners) == [.plugin("provider")])
    }

    @Test(arguments: [true, false])
    func `its touches are its own when they are accepted, and otherwise those of the window below`(
        accepts: Bool
    ) async throws {
        let (host, seen) = try await shown(acceptsTouches: accepts)

        await host.tap(3, 22)

        #expect(seen.view?.taps.count == (accepts ? 1 : 0))
        #expect(host.app.windows.window(at: Point(x: 3, y: 22))?.title == (accepts ? "probe" : "stage"))
        #expect(host.app.windows.window(at: Point(x: 13, y: 22))?.title == "stage")
    }

    @Test func `keys stay with the window below`() async throws {
        let (host, seen) = try await shown()

        await host.tap(3, 22)
        await host.type("x")

        #expect(seen.view?.keys == [])
        #expect(host.app.windows.keyWindow?.title == "stage")
    }

    @Test func `it's gone, and released, when the stack is`() async throws {
        let (host, seen) = try await shown()

        try await host.run("stage.clear")

        #expect(host.visibleWindows == ["page", "stage"])
        #expect(seen.view == nil)
    }

    @Test func `it goes with the plugin that offers it, or with the one that shows it`() async throws {
        for id in ["provider", "stage"] {
            let (host, seen) = try await shown()

            try host.app.plugins.disable(id)
            await host.advance(by: .seconds(1))

            #expect(!host.visibleWindows.contains("probe"))
            #expect(seen.view == nil)
            #expect((seen.plugin == nil) == (id == "provider"))
        }
    }

    @Test func `a plugin that has ended offers nothing`() async throws {
        let host = TestHost(plugins: [Stage.self, Provider.self])
        await host.launch()
        try host.app.plugins.disable("provider")

        #expect(try await host.run("stage.show") == "none")
    }

    @Test func `the program's come first, then the plugins' by id and name`() async throws {
        let host = TestHost(plugins: [Stage.self, Provider.self])
        for name in ["b", "a"] {
            host.app.offer(WindowOrnament(name, on: "stage", at: .bottomLeft) { Label(name) })
        }
        await host.launch()
        try await host.run("stage.show")

        let rows = host.app.windows.visibleWindows.suffix(3).map { ($0.title, $0.frame.minY) }
        #expect(rows.map(\.0) == ["a", "b", "probe"])
        #expect(rows.map(\.1) == [23, 22, 20])
    }

    @Test func `the provider can be told which resource an ornament is`() async throws {
        let (host, _) = try await shown()
        let held = host.app.plugins.resources(of: "provider")

        #expect(held.filter { $0.kind == .ornament }.map(\.name) == ["probe", "broken", "other", "nothing"])
    }
}
