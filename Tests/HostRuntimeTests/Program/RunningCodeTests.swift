import HostTestKit
import Testing

@testable import HostRuntime

@MainActor @Suite struct RunningCodeTests {
    private struct Ping: BusMessage {}

    /// Notes whose code runs, by what is being called.
    @MainActor private final class Diary {
        static var entries: [String: String?] = [:]

        static func note(_ call: String) {
            entries.updateValue(PrintHook.ownerOfCaller?.description, forKey: call)
        }
    }

    private final class Diarist: HostPlugin {
        nonisolated static let manifest = PluginManifest(id: "diarist", name: "Diarist", version: "1.0.0")

        init() { Diary.note("init") }

        func activate(_ context: PluginContext) throws {
            Diary.note("activate")
            context.bus.observe(Ping.self) { _ in Diary.note("observer") }
            context.time.schedule(after: .seconds(1)) { Diary.note("timer") }
            context.time.animate(Animation(duration: .seconds(1))) { _ in
                Diary.note("animation")
            } completion: {
                Diary.note("completion")
            }
            context.windows.afterNextFrame { Diary.note("frame") }
            context.tasks.start {
                Diary.note("task")
                try await context.time.sleep(for: .seconds(1))
                Diary.note("task after a sleep")
                _ = try await context.tasks.perform { await MainActor.run { Diary.note("perform") } }
                _ = try await context.commands.run("host.own")
                Diary.note("task after a command")
            }
            try context.commands.offer(
                Command(id: "diarist.do", title: "Do") { _ in
                    Diary.note("command")
                    return nil
                }
            )
            let view = Noting()
            view.name = "diarist"
            let window = context.windows.make(title: "diarist", level: .statusBar, root: view)
            window.makeKeyAndVisible()
        }

        func deactivate() { Diary.note("deactivate") }
    }

    private final class Noting: View {
        var name = ""

        override func draw(in canvas: inout Canvas) { Diary.note("\(name) draws") }
        override func keyDown(_ event: KeyEvent) -> Bool {
            Diary.note("\(name) key")
            return false
        }
    }

    @Test func `what a plugin is called for is the plugin's, and the rest is nobody's`() async throws {
        Diary.entries = [:]
        let host = TestHost(plugins: [Diarist.self]) { host in
            let view = Noting()
            view.name = "program"
            let window = host.makeWindow(title: "page", root: view)
            window.makeKeyAndVisible()
            try? host.commands.offer(
                Command(id: "host.own", title: "Own") { _ in
                    Diary.note("program's command")
                    return nil
                }
            )
            let subscription = host.bus.observe(Ping.self) { _ in Diary.note("program's observer") }
            return (window, subscription)
        }
        await host.launch()
        host.app.bus.post(Ping())
        await host.advance(by: .seconds(3))
        try await host.app.commands.run("diarist.do")
        await host.key("x")
        Diary.note("outside")
        await host.terminate()

        let own = [
            "init", "activate", "observer", "timer", "animation", "completion", "frame", "task", "task after a sleep",
            "perform", "task after a command", "command", "diarist draws", "diarist key", "deactivate",
        ]
        let others = ["program's command", "program's observer", "program draws", "outside"]
        var expected: [String: String?] = [:]
        for call in own { expected.updateValue("diarist", forKey: call) }
        for call in others { expected.updateValue(nil, forKey: call) }
        #expect(Diary.entries == expected)
    }
}
