import HostTestKit
import TestSupport
import Testing

@testable import HostRuntime

@MainActor @Suite(.serialized, .tags(.inspector)) struct PluginInspectionTests {
    /// A plugin with a window of its own, which inspects the others.
    private final class Tool: HostPlugin {
        nonisolated static let manifest = PluginManifest(id: "tool", name: "Tool", version: "1.0.0")
        static var context: PluginContext?
        static var window: Window?

        func activate(_ context: PluginContext) throws {
            Tool.context = context
            Tool.window = context.windows.make(title: "tool", level: .alert, root: View())
        }

        func deactivate() {
            (Tool.context, Tool.window) = (nil, nil)
        }
    }

    private struct Stage {
        let host: TestHost
        let inspection: PluginInspection
        let page: Window
        let dialog: Window
        let own: Window
    }

    private func launched() async throws -> Stage {
        var windows: [Window] = []
        let host = TestHost(plugins: [Tool.self], size: Size(width: 20, height: 10)) { host in
            let page = host.makeWindow(title: "page", root: Label("Hello", frame: .zero))
            page.makeKeyAndVisible()
            let frame = Rect(x: 2, y: 2, width: 10, height: 4)
            let dialog = host.makeWindow(title: "dialog", level: .statusBar, frame: frame, root: View())
            windows = [page, dialog]
            return windows
        }
        await host.launch()
        let context = try #require(Tool.context)
        let own = try #require(Tool.window)
        return Stage(host: host, inspection: context.inspection, page: windows[0], dialog: windows[1], own: own)
    }

    // MARK: - Windows

    @Test func `a report lists hidden windows too, front to back, and the plugin's own only on demand`() async throws {
        let stage = try await launched()

        #expect(stage.inspection.windows().map(\.title) == ["dialog", "page"])
        #expect(stage.inspection.windows(includingOwn: true).map(\.title) == ["tool", "dialog", "page"])
        #expect(stage.inspection.windows().map(\.isHidden) == [true, false])
    }

    @Test func `behind the plugin's own key window the report names the one that gets the keyboard back`() async throws
    {
        let stage = try await launched()

        stage.own.makeKeyAndVisible()

        #expect(stage.inspection.windows().first(where: \.isKey)?.title == "page")
        #expect(stage.inspection.windows(includingOwn: true).first(where: \.isKey)?.title == "tool")
    }

    @Test(arguments: [WindowAdjustment.show, .hide, .level(.alert + 1), .front, .key])
    func `what a tool changed goes back to where it was`(change: WindowAdjustment) async throws {
        let stage = try await launched()
        stage.dialog.show()
        let window = change == .show ? try #require(hidden(stage.dialog)) : stage.page
        let other = stage.host.app.makeWindow(title: "other", root: View())
        other.makeKeyAndVisible()
        let before = stage.inspection.windows()

        let undo = try #require(stage.inspection.apply(change, to: window.id))
        #expect(stage.inspection.windows() != before)
        #expect(stage.inspection.undo(undo))

        #expect(stage.inspection.windows() == before)
    }

    @Test(arguments: [WindowAdjustment.level(.alert + 1), .front, .key])
    func `taking a change back doesn't show a window that its owner has hidden since`(
        change: WindowAdjustment
    ) async throws {
        let stage = try await launched()
        stage.dialog.show()
        let other = stage.host.app.makeWindow(title: "other", root: View())
        other.makeKeyAndVisible()
        let undo = try #require(stage.inspection.apply(change, to: stage.page.id))
        stage.page.hide()

        _ = stage.inspection.undo(undo)

        #expect(stage.page.isHidden)
    }

    private func hidden(_ window: Window) -> Window? {
        window.hide()
        return window
    }

    @Test func `a change of a window is logged, and one that changes nothing is none`() async throws {
        let stage = try await launched()

        let undo = stage.inspection.apply(.level(.statusBar + 5), to: stage.dialog.id)
        #expect(stage.host.events.contains { $0.contains("moved to level 1005: the window 'dialog' of host") })

        #expect(undo?.window == stage.dialog.id)
        #expect(stage.inspection.apply(.hide, to: stage.dialog.id) == nil)
        stage.dialog.close()
        #expect(stage.inspection.apply(.show, to: stage.dialog.id) == nil)
        #expect(undo.map { stage.inspection.undo($0) } == false)
    }

    @Test func `a tool that makes a window key keeps the keyboard until it goes`() async throws {
        let stage = try await launched()
        stage.dialog.show()
        stage.own.makeKeyAndVisible()

        let undo = stage.inspection.apply(.key, to: stage.dialog.id)

        #expect(undo != nil)
        #expect(stage.own.isKey)
        stage.own.hide()
        #expect(stage.dialog.isKey)
    }

    // MARK: - Points

    @Test func `each window answers for a point, and the plugin's own do not cover the others`() async throws {
        let stage = try await launched()
        stage.own.show()

        let hits = stage.inspection.hits(at: Point(x: 3, y: 3))
        let all = stage.inspection.hits(at: Point(x: 3, y: 3), includingOwn: true)

        #expect(hits.map(\.window.title) == ["dialog", "page"])
        #expect(hits.map(\.verdict) == [.hidden, .takes])
        #expect(all.map(\.verdict) == [.takes, .covered, .covered])
    }

    // MARK: - Views

    @Test func `views are listed before their subviews, with their places on the screen`() async throws {
        let stage = try await launched()
        let button = Button("OK")
        button.frame = Rect(x: 1, y: 1, width: 20, height: 1)
        stage.dialog.rootView?.addSubview(button)
        stage.dialog.show()

        let views = stage.inspection.views(of: stage.dialog.id)

        #expect(views.map(\.type) == ["View", "Button"])
        #expect(views.map(\.depth) == [0, 1])
        #expect(views[1].text == "OK")
        #expect(views[1].screenFrame == Rect(x: 3, y: 3, width: 20, height: 1))
        #expect(views[1].visibleFrame == Rect(x: 3, y: 3, width: 9, height: 1))
        #expect(stage.inspection.views(at: Point(x: 4, y: 3), in: stage.dialog.id) == views.map(\.id))
        #expect(stage.inspection.views(at: Point(x: 4, y: 4), in: stage.dialog.id) == [views[0].id])
    }

    @Test func `the text of a secret field is not reported`() async throws {
        let stage = try await launched()
        let field = TextField(placeholder: "password", isSecret: true)
        field.text = "sesame"
        stage.dialog.rootView?.addSubview(field)

        #expect(stage.inspection.views(of: stage.dialog.id).last?.text == nil)
    }

    // MARK: - Input

    @Test func `each input is reported with the view or the command that took it`() async throws {
        let stage = try await launched()
        var reports: [InputReport] = []
        let watch = stage.inspection.watchInput { reports.append($0) }
        try stage.host.app.commands.offer(Command(id: "go", title: "Go", key: KeyEvent(.character("g"))) { _ in nil })
        let button = Button("OK")
        button.frame = Rect(x: 1, y: 1, width: 4, height: 1)
        stage.page.rootView?.addSubview(button)

        await stage.host.tap(1, 1)
        await stage.host.key("space g x")

        #expect(reports.map(\.input) == ["touch at (1, 1)", "space", "g", "x"])
        #expect(reports.map(\.view) == ["Button", "Button", nil, nil])
        #expect(reports.map(\.command) == [nil, nil, "go", nil])
        watch.cancel()
        await stage.host.key("x")
        #expect(reports.count == 4)
    }

    @Test func `a key in a secret field is reported without its name`() async throws {
        let stage = try await launched()
        var reports: [InputReport] = []
        let watch = stage.inspection.watchInput { reports.append($0) }
        let field = TextField(isSecret: true)
        field.frame = Rect(x: 1, y: 1, width: 4, height: 1)
        stage.page.rootView?.addSubview(field)
        field.becomeFirstResponder()

        await stage.host.key("s")

        #expect(reports.map(\.input) == ["a key"])
        #expect(reports.first?.key == nil)
        watch.cancel()
    }

    // MARK: - Frames

    @Test func `each frame is reported with the owners of what was drawn, until the watch ends`() async throws {
        let stage = try await launched()
        var reports: [[Owner]] = []
        let watch = stage.inspection.watchFrames { reports.append($0) }

        stage.dialog.show()
        await stage.host.advance(by: .seconds(1))
        #expect(reports == [[.host]])
        watch.cancel()
        stage.dialog.hide()
        await stage.host.advance(by: .seconds(1))

        #expect(reports.count == 1)
        #expect(watch.isCancelled)
    }

    @Test func `after the plugin's end nothing is reported`() async throws {
        let stage = try await launched()
        let frames = stage.inspection.watchFrames { _ in Issue.record("an ended plugin was called") }

        try stage.host.app.plugins.disable("tool")
        stage.dialog.show()
        await stage.host.advance(by: .seconds(1))

        #expect(frames.isCancelled)
        #expect(stage.inspection.windows().isEmpty)
        #expect(stage.inspection.watchFrames { _ in }.isCancelled)
    }
}
