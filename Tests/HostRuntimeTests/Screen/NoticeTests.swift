import HostRuntime
import HostTestKit
import TestSupport
import Testing

@MainActor @Suite(.tags(.commands)) struct NoticeTests {
    private struct Broken: Error, CustomStringConvertible {
        var description: String { "no net" }
    }

    /// Returns a launched host whose keys run commands that say "Done", fail, say nothing and make a table.
    private func launched(_ size: Size = Size(width: 80, height: 24)) async throws -> TestHost {
        let host = TestHost(size: size)
        let actions: [(Character, Command.Action)] = [
            ("d", { _ in "Done" }), ("f", { _ in throw Broken() }), ("n", { _ in nil }),
            ("t", { _ in "two rows\r\na  1\r\nb  2\r\nc  3" }),
            ("w", { _ in "one two three four five six seven eight nine" }),
        ]
        for (key, action) in actions {
            try host.app.commands.offer(
                Command(id: "test.\(key)", title: "Test", key: KeyEvent(.character(key)), action: action)
            )
        }
        await host.launch()
        return host
    }

    private func foot(_ host: TestHost) -> String {
        let line = host.frame.line(host.frame.size.height - 1)
        return line.split(separator: " ").joined(separator: " ")
    }

    @Test(arguments: [
        ("d", "✓ Done"), ("f", "✕ no net"), ("n", ""), ("t", "b 2 c 3"),
        ("w", "✓ one two three four five six seven eight nine"),
    ])
    func `a command that a key runs shows its result or its error, and of a table the beginning`(
        key: String,
        text: String
    ) async throws {
        let host = try await launched()

        await host.key(key)

        #expect(foot(host) == text)
    }

    @Test func `a result stays for three seconds, or until a later command ends`() async throws {
        let host = try await launched()
        var seen: [String] = []

        for (key, time) in [("d", 2), ("f", 2), ("n", 0), ("d", 3)] {
            await host.key(key)
            await host.advance(by: .seconds(time))
            seen.append(foot(host))
        }

        #expect(seen == ["✓ Done", "✕ no net", "", ""])
        #expect(!host.hasPendingTimers)
    }

    @Test func `a long result has up to three lines, and none on a screen without room`() async throws {
        var seen: [[String]] = []

        for height in [12, 4, 3] {
            let host = try await launched(Size(width: 12, height: height))
            await host.key("w")
            seen.append((0..<height).map { host.frame.line($0) }.filter { !$0.isEmpty })
        }

        #expect(seen == [["✓ one two", "  three four", "  five six …"], ["✓ one two t…"], []])
    }

    @Test func `a notice covers windows of level normal alone, and takes no keys and no touches`() async throws {
        let host = try await launched(Size(width: 20, height: 8))
        let button = Button("Low") { host.app.showNotice("tapped") }
        let bar = Label("High")
        let frame = Rect(x: 0, y: 7, width: 6, height: 1)
        let low = host.app.makeWindow(title: "low", frame: frame, root: button)
        low.makeKeyAndVisible()

        await host.key("d")
        let first = foot(host)
        await host.tap(2, 7)
        let second = foot(host)
        let high = host.app.makeWindow(title: "high", level: .statusBar, frame: frame, root: bar)
        high.show()
        await host.advance(by: .zero)

        #expect([first, second] == ["✓ Done", "✓ tapped"])
        #expect(foot(host).hasPrefix("High"))
        #expect(host.app.windows.keyWindow === low)
    }
}
