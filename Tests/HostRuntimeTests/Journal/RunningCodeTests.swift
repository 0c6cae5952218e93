import HostTestKit
import TestSupport
import Testing

@testable import HostRuntime

@MainActor @Suite(.tags(.plugins)) struct RunningCodeTests {
    private struct Ping: BusMessage {}

    /// The owner of the running code, recorded by each call.
    @MainActor private final class Diary {
        static var entries: [String: Owner] = [:]

        static func record(_ call: String) {
            entries[call] = RunningCode.owner(isOnMainThread: true)
        }
    }

    private final class Diarist: HostPlugin {
        nonisolated static let manifest = PluginManifest(
            id: "diarist",
            name: "Diarist",
            version: "1.0.0",
            configuration: [
                ConfigurationSection(
                    "diarist",
                    settings: [
                        Setting("title", default: "", help: "") { _ in
                            MainActor.assumeIsolated { Diary.record("setting") }
                            return true
                        }
                    ]
                )
            ]
        )

        init() { Diary.record("init") }

        func activate(_ context: PluginContext) throws {
            Diary.record("activate")
            context.bus.observe(Ping.self) { _ in Diary.record("observer") }
            context.bus.bridge(Ping.self, to: "ping") { _ in
                MainActor.assumeIsolated { Diary.record("encode") }
                return nil
            } decode: { _ in
                MainActor.assumeIsolated { Diary.record("decode") }
                return nil
            }
            context.time.schedule(after: .seconds(1)) { Diary.record("timer") }
            context.time.animate(Animation(duration: .seconds(1))) { _ in
                Diary.record("animation")
            } completion: {
                Diary.record("completion")
            }
            context.windows.afterNextFrame { Diary.record("frame") }
            context.tasks.start {
                Diary.record("task")
                try await context.time.sleep(for: .seconds(1))
                Diary.record("task after a sleep")
                _ = try await context.tasks.perform { await MainActor.run { Diary.record("perform") } }
                _ = try await context.commands.run("host.own")
                Diary.record("task after a command")
            }
            try context.commands.offer(
                Command(id: "diarist.do", title: "Do") { _ in
                    Diary.record("command")
                    return nil
                }
            )
            let view = RecordingView()
            view.name = "diarist"
            let window = context.windows.make(title: "diarist", level: .statusBar, root: view)
            window.makeKeyAndVisible()
        }

        func deactivate() { Diary.record("deactivate") }
    }

    private final class RecordingView: View {
        var name = ""

        override func draw(in canvas: inout Canvas) { Diary.record("\(name) draws") }
        override func keyDown(_ event: KeyEvent) -> Bool {
            Diary.record("\(name) key")
            return false
        }
    }

    @Test func `the running plugin is the one of the innermost call, and none in the program's own code`() {
        #expect(RunningCode.runningPlugin == nil)
        RunningCode.call(of: .plugin("outer"), .activation) {
            #expect(RunningCode.runningPlugin == .plugin("outer"))
            RunningCode.call(of: .plugin("inner"), .observer) {
                #expect(RunningCode.runningPlugin == .plugin("inner"))
            }
            RunningCode.call(of: .host, .observer) {
                #expect(RunningCode.runningPlugin == nil)
            }
        }
    }

    @Test func `code that a plugin is called for has the plugin as its owner, and other code the program`() async throws
    {
        Diary.entries = [:]
        let host = TestHost(plugins: [Diarist.self]) { host in
            let view = RecordingView()
            view.name = "program"
            let window = host.makeWindow(title: "page", root: view)
            window.makeKeyAndVisible()
            try? host.commands.offer(
                Command(id: "host.own", title: "Own") { _ in
                    Diary.record("program's command")
                    return nil
                }
            )
            let subscription = host.bus.observe(Ping.self) { _ in Diary.record("program's observer") }
            return (window, subscription)
        }
        await host.launch()
        host.app.bus.post(Ping())
        host.app.bus.post(named: "ping")
        await host.advance(by: .seconds(3))
        try await host.app.commands.run("diarist.do")
        await host.key("x")
        Diary.record("outside")
        await host.terminate()

        let own = [
            "setting", "init", "activate", "observer", "encode", "decode", "timer", "animation", "completion", "frame",
            "task", "task after a sleep", "perform", "task after a command", "command", "diarist draws", "diarist key",
            "deactivate",
        ]
        let others = ["program's command", "program's observer", "program draws", "outside"]
        var expected: [String: Owner] = [:]
        for call in own { expected[call] = .plugin("diarist") }
        for call in others { expected[call] = .host }
        #expect(Diary.entries == expected)
    }
}
