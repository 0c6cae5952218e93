import FoundationEssentials
import HostTestKit
import TestSupport
import Testing

@testable import HostRuntime
@testable import Scenarios

@MainActor @Suite(.tags(.lifecycle)) struct AppHostTests {
    private func lifecycle(_ host: TestHost) -> [String] {
        host.events.filter { $0.hasPrefix("did ") || $0.hasPrefix("will ") || $0.hasPrefix("screen ") }
    }

    // MARK: - Lifecycle

    @Test func `UIKit's order holds from launch to end`() async {
        let host = TestHost()

        await host.launch()
        await host.enterBackground()
        await host.advance(by: .seconds(12))
        await host.enterForeground()
        await host.terminate()

        #expect(
            lifecycle(host) == [
                "did finish launching", "did become active", "will resign active", "will enter background",
                "did enter background", "will enter foreground  after 12.0 s, userLeft", "did become active",
                "will resign active", "will terminate",
            ]
        )
    }

    @Test func `locking the screen is a background whose cause is the lock`() async {
        let host = TestHost()
        await host.launch()
        _ = host.drainEvents()

        await host.lock()
        await host.advance(by: .seconds(60))
        await host.unlock()

        #expect(
            lifecycle(host) == [
                "screen locked", "will resign active", "will enter background", "did enter background",
                "screen unlocked", "will enter foreground  after 60.0 s, screenLocked", "did become active",
            ]
        )
    }

    @Test func `a lock is seen on a last frame, which says how to unlock and shows nothing else`() async {
        let label = Label("a secret")
        let host = TestHost { host in
            host.lockKey = KeyEvent(.function(9))
            let window = host.makeWindow(title: "page", root: label)
            window.makeKeyAndVisible()
            return window
        }
        await host.launch()

        await host.key("f9")
        #expect(host.frame.line(11).trimmingPrefix(while: \.isWhitespace) == "locked · f9 unlocks")
        #expect(!host.frame.contains("a secret"))
        label.text = "another secret"
        await host.advance(by: .seconds(60))
        await host.resize(to: Size(width: 40, height: 12))
        #expect(host.frame.contains("          locked · f9 unlocks"))
        #expect(!host.frame.contains("secret"))
        await host.key("f9")

        #expect(host.frame.contains("another secret"))
        #expect(!host.frame.contains("locked"))
    }

    @Test func `a lock without a key is opened by escape, and no key locks by itself`() async throws {
        let host = TestHost()
        await host.launch()

        for number in 1...12 { await host.key("f\(number)") }
        #expect(!host.app.isBehindLock)
        try await host.run("host.lock")
        #expect(host.frame.contains("locked · escape unlocks"))
        await host.key("escape")

        #expect(!host.app.isBehindLock)
    }

    @Test(arguments: [(false, 1), (true, 0)])
    func `a key that is taken is warned of once, and only where there is a screen`(
        isInBackground: Bool,
        warnings: Int
    ) async throws {
        let host = TestHost()
        host.app.launch(intoBackground: isInBackground)

        for _ in 1...2 {
            try host.app.commands.offer(Command(id: "page.quit", title: "Quit", key: KeyEvent(name: "q")) { _ in nil })
            host.app.commands.remove("page.quit")
        }

        #expect(host.app.log.entries.count { $0.text.contains("the key q of 'page.quit'") } == warnings)
    }

    @Test func `behind a locked screen, only ending and unlocking have an effect`() async throws {
        let field = TextField(placeholder: "name")
        let host = TestHost { host in
            host.lockKey = KeyEvent(.function(9))
            let window = host.makeWindow(title: "page", root: field)
            window.makeKeyAndVisible()
            return window
        }
        await host.launch()
        var runs = 0
        try host.app.commands.offer(
            Command(id: "page.count", title: "Count", key: KeyEvent(.function(7))) { _ in
                runs += 1
                return nil
            }
        )

        await host.key("f9")
        await host.type("xq")
        await host.key("f7")
        await host.key("ctrl-z")
        await host.tap(0, 0)
        #expect(host.app.isBehindLock)
        await host.key("f9")

        #expect(runs == 0)
        #expect(field.text == "")
        #expect(host.app.lifecycleState == .active)
        await host.key("f9")
        await host.key("ctrl-c")
        #expect(host.app.lifecycleState == .terminated)
    }

    @Test func `the key that a locked screen names unlocks it, even if it is another command's`() async throws {
        let host = TestHost { host in
            host.lockKey = KeyEvent(.function(9))
            try? host.commands.offer(Command(id: "page.nine", title: "Nine", key: KeyEvent(.function(9))) { _ in nil })
            return host.makeWindow(title: "page", root: View())
        }
        await host.launch()
        _ = try await host.run("host.lock")
        #expect(host.app.isBehindLock)

        await host.key("f9")

        #expect(!host.app.isBehindLock)
    }

    @Test func `a launch into the background draws nothing, and ends as any other`() async {
        let host = TestHost()
        var states: [LifecycleState] = []
        let subscription = host.app.bus.observe(DidFinishLaunching.self) { [app = host.app] _ in
            states.append(app.lifecycleState)
        }
        var painted = 0
        host.app.screen.afterNextFrame { painted += 1 }

        await host.launchIntoBackground()
        await host.advance(by: .seconds(60))
        await host.resize(to: Size(width: 40, height: 12))
        await host.enterForeground()
        await host.focusIn()

        #expect(states == [.background])
        #expect(host.app.lifecycleState == .background)
        #expect(painted == 0 && host.changedFrames == 0)
        await host.terminate()
        #expect(host.events.filter { $0.contains("active") || $0.contains("foreground") } == [])
        #expect(host.events.contains("will terminate"))
        withExtendedLifetime(subscription) {}
    }

    @Test func `without a screen, a command that requires one is refused, also when another one runs it`() async throws
    {
        let host = TestHost { host in
            try? host.commands.offer(Command(id: "page.show", title: "Show", requiresScreen: true) { _ in "shown" })
            try? host.commands.offer(
                Command(id: "page.tour", title: "Tour") { [unowned host] _ in try await host.commands.run("page.show") }
            )
            return host.makeWindow(title: "page", root: View())
        }
        await host.launchIntoBackground()

        for id in ["page.show", "page.tour"] {
            let error = await #expect(throws: CommandUnavailable.self) { try await host.run(id) }
            #expect(error?.reason == CommandUnavailable.needsScreen)
        }
    }

    @Test func `with a screen, a command that requires one runs`() async throws {
        let host = TestHost()
        await host.launch()
        try host.app.commands.offer(Command(id: "page.show", title: "Show", requiresScreen: true) { _ in "shown" })

        #expect(try await host.run("page.show") == "shown")
    }

    @Test func `the frame of a lock does not call closures that wait for a frame`() async {
        let host = TestHost()
        await host.launch()
        var painted = 0

        await host.lock()
        host.app.screen.afterNextFrame { painted += 1 }
        await host.resize(to: Size(width: 40, height: 12))
        #expect(painted == 0)
        await host.unlock()

        #expect(painted == 1)
    }

    @Test(arguments: [(1, 1), (3, 2), (20, 1), (8, 5)])
    func `a lock is shown on a screen of any size`(width: Int, height: Int) async {
        let host = TestHost(size: Size(width: width, height: height))
        await host.launch()

        await host.lock()

        #expect(host.frame.contains(width == 1 ? "…" : "l"))
    }

    @Test func `leaving on purpose keeps the last frame as it is`() async {
        let host = TestHost()
        await host.launch()
        let before = host.frame.text

        await host.enterBackground()
        await host.lock()

        #expect(host.frame.text == before)
    }

    @Test func `nothing is drawn in the background, and what changed there is on the first frame of the return`()
        async
    {
        let label = Label("before")
        let host = TestHost(plugins: []) { host in
            let window = host.makeWindow(title: "page", root: label)
            window.makeKeyAndVisible()
            return window
        }
        await host.launch()
        await host.enterBackground()
        let frames = host.changedFrames

        label.text = "after"
        await host.advance(by: .seconds(1))
        #expect(host.changedFrames == frames)
        #expect(host.frame.contains("before"))
        await host.enterForeground()

        #expect(host.changedFrames == frames + 1)
        #expect(host.frame.contains("after"))
    }

    @Test func `a window shown at will enter foreground is on the first frame of the return`() async {
        let host = TestHost()
        await host.launch()
        let cover = host.app.makeWindow(title: "cover", level: .statusBar, root: Label("cover"))
        let subscription = host.app.bus.observe(WillEnterForeground.self) { _ in cover.show() }
        await host.enterBackground()
        let frames = host.changedFrames

        await host.enterForeground()

        #expect(host.changedFrames == frames + 1)
        #expect(host.frame.contains("cover"))
        subscription.cancel()
    }

    @Test func `nothing changed means no frame and no wake-up`() async {
        let host = TestHost()
        await host.launch()
        let frames = host.changedFrames

        await host.advance(by: .seconds(3600))

        #expect(host.changedFrames == frames)
        #expect(host.app.clock.nextDeadline == nil)
    }

    // MARK: - Windows

    @Test func `the log names a window that disappears before it was drawn, once for each place`() async {
        let host = TestHost()
        await host.launch()

        for title in ["first", "second"] {
            host.app.makeWindow(title: title, root: View(), line: 7).show()
        }
        let line = #line + 1
        host.app.makeWindow(title: "third", root: View()).makeKeyAndVisible()

        let file = "HostRuntimeTests/AppHostTests.swift"
        let rest =
            " disappeared before it was drawn: nothing holds it. Keep it in a property, and close it with close()"
        #expect(
            host.events.filter { $0.hasPrefix("warning") } == [
                "warning  host  window 'first' (\(file):7)\(rest)",
                "warning  host  window 'third' (\(file):\(line))\(rest)",
            ]
        )
    }

    @Test func `what a program logs while it is made is heard at the launch`() async {
        let host = TestHost { host in
            host.makeWindow(title: "lost", root: View(), line: 7).show()
            host.log.info("made")
            return host
        }
        await host.launch()

        let log = host.events.filter { $0.hasPrefix("warning") || $0.hasPrefix("info") }
        #expect(log.map { $0.prefix(21) } == ["warning  host  window", "info  host  made"])
    }

    @Test func `a window that was closed, never shown, or seen, disappears without a word`() async {
        let host = TestHost()
        await host.launch()
        let closed = host.app.makeWindow(title: "closed", root: View())
        closed.show()
        closed.close()
        _ = host.app.makeWindow(title: "hidden", root: View())
        var seen: Window? = host.app.makeWindow(title: "seen", root: View())
        seen?.show()
        await host.advance(by: .seconds(1))

        seen = nil

        #expect(seen == nil && host.visibleWindows == ["page"])
        #expect(!host.events.contains { $0.hasPrefix("warning") })
    }

    // MARK: - From inside observers

    @Test func `an end requested by an observer follows the message that is being delivered`() async {
        let host = TestHost()
        var ends = 0
        host.app.onTerminate = { ends += 1 }
        let subscription = host.app.bus.observe(DidFinishLaunching.self) { _ in host.app.terminate() }

        await host.launch()

        #expect(
            lifecycle(host) == [
                "did finish launching", "did become active", "will resign active", "will terminate",
            ]
        )
        #expect(ends == 1)
        subscription.cancel()
    }

    @Test func `a stop requested by an observer follows the messages about the background`() async {
        let host = TestHost()
        var states: [[String]] = []
        host.app.onSuspend = { states.append(self.lifecycle(host)) }
        let subscription = host.app.bus.observe(DidBecomeActive.self) { _ in host.app.suspend() }

        await host.launch()

        #expect(states.map(\.last) == ["did enter background"])
        subscription.cancel()
    }

    @Test func `a stop requested after the end stops nothing`() async {
        let host = TestHost()
        var stops = 0
        host.app.onSuspend = { stops += 1 }
        await host.launch()
        let subscription = host.app.bus.observe(WillTerminate.self) { _ in host.app.suspend() }

        host.app.terminate()
        host.app.suspend()

        #expect(stops == 0)
        subscription.cancel()
    }

    @Test func `an end requested again during will terminate waits until every observer was called`() async {
        let host = TestHost()
        await host.launch()
        var heard = 0
        var heardAtEnd = -1
        host.app.onTerminate = { heardAtEnd = heard }
        let subscriptions = [
            host.app.bus.observe(WillTerminate.self) { _ in host.app.terminate() },
            host.app.bus.observe(WillTerminate.self) { _ in heard += 1 },
        ]

        host.app.terminate()

        #expect(heardAtEnd == 1)
        withExtendedLifetime(subscriptions) {}
    }

    @Test func `an observer that asks for the end again leaves the holds on the end alone`() async {
        let host = TestHost()
        await host.launch()
        var ends = 0
        host.app.onTerminate = { ends += 1 }
        var hold: Hold?
        let subscriptions = [
            host.app.bus.observe(WillResignActive.self) { _ in host.app.terminate() },
            host.app.bus.observe(WillTerminate.self) { hold = $0.hold("saving", for: .seconds(2)) },
        ]

        host.app.terminate()
        #expect(ends == 0)
        hold?.end()
        await host.advance(by: .zero)

        #expect(ends == 1)
        withExtendedLifetime(subscriptions) {}
    }

    @Test func `a hold on a background without a stop has its limit too`() async {
        let host = TestHost()
        await host.launch()
        var hold: Hold?
        let subscription = host.app.bus.observe(WillEnterBackground.self) { hold = $0.hold("saving", for: .seconds(2)) }

        await host.enterBackground()
        await host.advance(by: .seconds(2))

        #expect(hold?.isPending == false)
        #expect(host.events.contains { $0.hasPrefix("warning  host  held the program for longer than 2.0 s: saving") })
        subscription.cancel()
    }

    @Test func `a program that ends before it is launched ends`() async {
        let host = TestHost()
        var ends = 0
        host.app.onTerminate = { ends += 1 }

        host.app.terminate()
        await host.launch()

        #expect(ends == 1)
        #expect(lifecycle(host) == [])
    }

    @Test func `a program that ends while it is made is not launched, and its plugins never run`() async {
        let host = TestHost(plugins: [Announcer.self]) { $0.terminate() }

        await host.launch()

        #expect(host.app.lifecycleState == .terminated)
        #expect(!host.events.contains("announced"))
    }

    @Test func `a program that is locked while it launches shows only the lock`() async {
        let host = TestHost()
        let subscription = host.app.bus.observe(DidFinishLaunching.self) { _ in host.app.setScreenLocked(true) }

        await host.launch()

        #expect(host.app.lifecycleState == .background)
        #expect(host.frame.text.split(whereSeparator: \.isWhitespace) == ["locked", "·", "escape", "unlocks"])
        subscription.cancel()
    }

    // MARK: - Keys

    @Test func `a key that the key window does not take runs the command that wants it`() async throws {
        let field = TextField()
        let host = try TestHost { host in
            let window = host.makeWindow(title: "page", root: field)
            window.makeKeyAndVisible()
            try host.commands.offer(Command(id: "wave", title: "Wave", key: KeyEvent(.function(5))) { _ in "hello" })
            try host.commands.offer(Command(id: "x", title: "X", key: KeyEvent(.character("x"))) { _ in "x was run" })
            return window
        }
        await host.launch()
        field.becomeFirstResponder()

        await host.key("f5")
        await host.key("x")

        #expect(host.events.contains("command finished  wave  hello"))
        #expect(!host.events.contains("command finished  x  x was run"))
        #expect(field.text == "x")
    }

    @Test func `a key that only a keyboard protocol knows acts as its legacy key if nothing takes it`() async throws {
        final class Page: View {
            var keys: [String] = []
            override func keyDown(_ event: KeyEvent) -> Bool {
                guard ["shift-space", "space", "escape"].contains("\(event)") else { return false }
                keys.append("\(event)")
                return true
            }
        }
        let page = Page()
        let host = try TestHost(plugins: []) { host in
            let window = host.makeWindow(title: "page", root: page)
            window.makeKeyAndVisible()
            for key in ["enter", "tab", "ctrl-i"] {
                try host.commands.offer(Command(id: key, title: key, key: KeyEvent(name: key)) { _ in nil })
            }
            return window
        }
        await host.launch()
        _ = host.drainEvents()

        await host.key("ctrl-m ctrl-i shift-space ctrl-[")

        #expect(page.keys == ["shift-space", "escape"])
        #expect(host.events == ["command finished  enter", "command finished  ctrl-i"])
    }

    @Test func `control-c and control-z are the person's, whatever window is key`() async {
        final class Greedy: View {
            override func keyDown(_ event: KeyEvent) -> Bool { true }
        }
        let host = TestHost(plugins: []) { host in
            let window = host.makeWindow(title: "greedy", root: Greedy())
            window.makeKeyAndVisible()
            return window
        }
        await host.launch()

        await host.key("ctrl-z")
        #expect(host.app.lifecycleState == .background)
        await host.key("ctrl-c")
        #expect(host.app.lifecycleState == .terminated)
    }
}

private final class Announcer: HostPlugin {
    nonisolated static let manifest = PluginManifest(id: "announcer", name: "Announcer", version: "1")

    func activate(_ context: PluginContext) {
        context.bus.post(named: "announced")
    }
}
