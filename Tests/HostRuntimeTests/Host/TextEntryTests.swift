import HostTestKit
import TestSupport
import Testing

@testable import HostRuntime

@MainActor @Suite struct TextEntryTests {
    private final class Watcher: HostPlugin {
        nonisolated static let manifest = PluginManifest(
            id: "watcher",
            name: "Watcher",
            version: "1.0.0",
            provides: ["watcher"]
        )
        static let key = ServiceKey<Watcher>("watcher")
        var context: PluginContext?
        var moves: [Point?] = []

        func activate(_ context: PluginContext) throws {
            self.context = context
            try context.services.provide(self, for: Watcher.key)
            context.windows.onTextEntryChange { [weak self] in self?.moves.append($0?.cursor) }
        }
    }

    /// A page with a field at (2, 3), and a window over all of it that shows one cell.
    @MainActor private final class Page {
        let field = TextField(frame: Rect(x: 2, y: 3, width: 10, height: 1))
        let dot = Label("x", frame: Rect(x: 40, y: 10, width: 1, height: 1))
        let window: Window
        let cover: Window

        init(_ host: AppHost) {
            let root = View()
            root.addSubview(field)
            window = host.makeWindow(title: "page", root: root)
            let clear = View()
            clear.addSubview(dot)
            cover = host.makeWindow(title: "cover", level: .statusBar, root: clear)
            cover.canBecomeKey = false
            window.makeKeyAndVisible()
            cover.show()
            field.becomeFirstResponder()
        }
    }

    private func launched() async throws -> (host: TestHost, page: Page, watcher: Watcher) {
        var page: Page?
        let host = TestHost(plugins: [Watcher.self]) {
            let made = Page($0)
            page = made
            return made
        }
        await host.launch()
        return (host, try #require(page), try #require(host.app.services.reference(to: Watcher.key).value))
    }

    @Test func `the cursor is seen through a window that shows nothing there`() async throws {
        let (host, page, _) = try await launched()
        #expect(host.frame.cursor == Point(x: 2, y: 3))

        page.dot.frame.origin = Point(x: 2, y: 3)
        await host.advance(by: .zero)

        #expect(host.frame.cursor == nil)
    }

    @Test func `a plugin hears where the cursor is, also where something covers it`() async throws {
        let (host, page, watcher) = try await launched()

        await host.type("ab")
        page.dot.frame.origin = Point(x: 4, y: 3)
        await host.advance(by: .zero)
        page.window.close()
        await host.advance(by: .zero)

        #expect(watcher.moves == [Point(x: 2, y: 3), Point(x: 4, y: 3), nil])
        #expect(watcher.context?.windows.textEntry == nil)
    }

    @Test func `a plugin hears which rows and columns of the field are in sight`() async throws {
        let (host, page, watcher) = try await launched()
        #expect(watcher.context?.windows.textEntry?.frame == Rect(x: 2, y: 3, width: 10, height: 1))

        let pane = View(frame: Rect(x: 5, y: 2, width: 20, height: 4))
        page.window.rootView?.addSubview(pane)
        pane.addSubview(page.field)
        page.field.frame = Rect(x: 1, y: 2, width: 10, height: 3)
        page.field.becomeFirstResponder()
        await host.advance(by: .zero)
        #expect(watcher.context?.windows.textEntry?.frame == Rect(x: 6, y: 4, width: 10, height: 2))
        page.field.frame.origin.y = -1
        await host.advance(by: .zero)
        let left = TextEntry(frame: Rect(x: 6, y: 2, width: 10, height: 2), cursor: nil)
        #expect(watcher.context?.windows.textEntry == left)
        pane.isHidden = true
        await host.advance(by: .zero)

        #expect(watcher.context?.windows.textEntry == nil)
    }

    @Test func `a frame on which the cursor has not moved calls no observer`() async throws {
        let (host, page, watcher) = try await launched()
        watcher.moves = []

        for text in ["y", "z"] {
            page.dot.text = text
            await host.advance(by: .zero)
        }

        #expect(watcher.moves == [])
    }

    @Test func `the observer of a plugin that has ended is not called`() async throws {
        let (host, _, watcher) = try await launched()
        watcher.moves = []

        try host.app.plugins.disable("watcher")
        await host.type("ab")

        #expect(watcher.moves == [])
        #expect(host.app.screen.textEntryObservers.isEmpty)
    }

    @Test func `the observer of a plugin that another observer has ended is not called`() async throws {
        let (host, _, watcher) = try await launched()
        watcher.moves = []
        let endings = Tally()
        // Before that of the plugin, which observes again.
        let removeEnding = host.app.screen.textEntryObservers.add { _ in
            if endings.value > 0 { try? host.app.plugins.disable("watcher") }
        }
        watcher.context?.windows.onTextEntryChange { [weak watcher] in watcher?.moves.append($0?.cursor) }
        await host.type("a")
        #expect(watcher.moves.count == 2)
        watcher.moves = []
        endings.add(1)

        await host.type("b")

        // The plugin's first observer came before the one that ended it.
        #expect(watcher.moves.count == 1)
        removeEnding()
    }
}
