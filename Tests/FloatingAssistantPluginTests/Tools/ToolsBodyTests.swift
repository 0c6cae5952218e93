import HostRuntime
import HostTestKit
import TestSupport
import Testing

@testable import FloatingAssistantPlugin

/// The list of commands in the panel of a running host.
@MainActor @Suite struct ToolsBodyTests {
    private func opened(
        size: Size = Size(width: 80, height: 40),
        stateDirectory: String? = nil,
        prepare: @MainActor (AppHost) throws -> Void = { _ in }
    ) async throws -> Stage {
        let stage = try await Stage.launched(size: size, stateDirectory: stateDirectory, prepare: prepare)
        await stage.host.key("f2")
        return stage
    }

    /// The row of a text on the screen.
    private func row(_ text: String, _ stage: Stage) throws -> Int {
        try #require((0..<stage.host.frame.size.height).first { stage.host.frame.line($0).contains(text) })
    }

    private func stored(_ stage: Stage) async -> PlainValue? {
        await stage.host.advance(by: DebouncedStore.delay)
        return stage.host.app.store("floating-assistant").value(AssistantPanel.storeKey)
    }

    // MARK: - Searching

    @Test func `typing filters the list at once, and enter runs the best match`() async throws {
        let stage = try await opened()

        await stage.host.type("switch env")
        #expect(stage.host.frame.contains("Switch environment"))
        #expect(!stage.host.frame.contains("Switch shop"))
        await stage.host.key("enter")

        #expect(stage.host.frame.contains("● First ✓"))
    }

    @Test func `the arrows choose among the matches while the search is typed into`() async throws {
        let stage = try await opened()
        await stage.host.type("switch")

        await stage.host.key("down")
        await stage.host.key("enter")

        #expect(stage.host.frame.contains("╭─ Switch environment ─"))
    }

    @Test func `a search without a match says so, and enter does nothing`() async throws {
        let stage = try await opened()

        await stage.host.type("zzz")
        await stage.host.key("enter")

        #expect(stage.host.frame.contains("Nothing matches 'zzz'."))
    }

    @Test func `escape clears a search first, and closes the panel then`() async throws {
        let stage = try await opened()
        await stage.host.type("zzz")

        await stage.host.key("escape")
        #expect(stage.host.frame.contains("Account"))
        await stage.host.key("escape")

        #expect(!stage.isPanelOpen)
    }

    @Test func `a letter that is the key of a command is searched for and runs nothing`() async throws {
        let stage = try await opened()

        await stage.host.type("q")

        #expect(stage.host.app.lifecycleState == .active)
        #expect(stage.host.frame.contains("Quit"))
        #expect(stage.shop.keys == [])
    }

    @Test func `typing still searches after a tap beside the rows`() async throws {
        let stage = try await opened()
        await stage.host.tap(40, try row("Account", stage))

        await stage.host.type("quit")

        #expect(!stage.host.frame.contains("Switch shop"))
    }

    // MARK: - The top of the list

    @Test func `a hint in the border tells how to pin, and a tap on it pins the chosen command`() async throws {
        let stage = try await opened()
        await stage.host.type("switch env")
        let y = try row("ctrl-p pin", stage)
        let line = stage.host.frame.line(y)
        let start = try #require(line.firstRange(of: "ctrl-p")?.lowerBound)

        await stage.host.tap(line.distance(from: line.startIndex, to: start), y)
        #expect(stage.host.frame.contains("ctrl-p unpin"))
        await stage.host.key("escape")

        #expect(try row("Pinned", stage) < row("Switch environment", stage))
        #expect(try row("Switch environment", stage) < row("Log in …", stage))
        #expect(await stored(stage)?["pinned"] == ["environment.switch"])
    }

    @Test func `while the menu is arranged, p pins and puts back`() async throws {
        let stage = try await opened()
        await stage.host.key("ctrl-e")

        await stage.host.key("p")
        #expect(stage.host.frame.contains("p unpin"))
        #expect(try row("Pinned", stage) < row("[x] Log in", stage))
        await stage.host.key("p")

        #expect(!stage.host.frame.contains("Pinned"))
        #expect(await stored(stage) == nil)
    }

    @Test func `a command that was run is the first one in the next run of the program too`() async throws {
        let folder = TemporaryFolder()
        let first = try await opened(stateDirectory: folder.path)
        await first.host.type("switch env")
        await first.host.key("enter")
        await first.host.key("enter")
        #expect(first.shop.runs == ["environment.switch a"])
        await first.host.terminate()

        let second = try await opened(stateDirectory: folder.path)

        #expect(try row("Recent", second) + 1 == row("Switch environment", second))
        #expect(try row("Switch environment", second) < row("Account", second))
    }

    @Test func `a large group is one entry that opens it, and escape leads back`() async throws {
        let stage = try await opened { host in
            for n in 0..<17 {
                try host.commands.offer(Command(id: "many.\(n)", title: "Number \(n)", group: "Many") { _ in "n\(n)" })
            }
        }
        let y = try row("17 tools", stage)
        #expect(!stage.host.frame.contains("Number 3"))

        await stage.host.tap(30, y)
        #expect(stage.host.frame.contains("Number 3"))
        #expect(!stage.host.frame.contains("Log in …"))
        #expect(stage.host.frame.contains("esc back"))
        await stage.host.key("escape")
        #expect(stage.host.frame.contains("Log in …"))
        await stage.host.key("enter")
        await stage.host.key("down")
        await stage.host.key("enter")

        #expect(stage.host.frame.contains("n1"))
    }

    // MARK: - Editing

    @Test func `a command is hidden with space, and is not in the list any more`() async throws {
        let stage = try await opened()
        await stage.host.key("ctrl-e")
        #expect(stage.host.frame.contains("r reset · p pin · space hide · esc done"))
        #expect(stage.host.frame.contains("[x] Log in"))

        await stage.host.key("space")
        #expect(stage.host.frame.contains("[ ] Log in"))
        await stage.host.key("escape")

        #expect(stage.isPanelOpen)
        #expect(!stage.host.frame.contains("Log in …"))
        #expect(await stored(stage)?["hidden"] == ["session.login"])
    }

    @Test func `a tap on a mark hides`() async throws {
        let stage = try await opened()
        await stage.host.key("ctrl-e")
        let y = try row("[x] Switch environment", stage)
        let line = stage.host.frame.line(y)
        let mark = try #require(line.firstIndex(of: "["))

        await stage.host.tap(line.distance(from: line.startIndex, to: mark) + 1, y)

        #expect(stage.host.frame.contains("[ ] Switch environment"))
    }

    @Test func `r restores the menu, and nothing of it stays stored`() async throws {
        let stage = try await opened()
        await stage.host.key("ctrl-e")
        await stage.host.key("space")
        #expect(await stored(stage) != nil)

        await stage.host.key("r")

        #expect(stage.host.frame.contains("[x] Log in"))
        #expect(await stored(stage) == nil)
    }

    @Test func `the menu's layout is kept for the next run`() async throws {
        let folder = TemporaryFolder()
        let first = try await opened(stateDirectory: folder.path)
        await first.host.key("ctrl-e")
        await first.host.key("space")
        await first.host.terminate()

        let second = try await opened(stateDirectory: folder.path)

        #expect(!second.host.frame.contains("Log in …"))
        #expect(second.host.frame.contains("Switch shop …"))
    }

    @Test(
        arguments: [
            "x", 3, ["pinned": 7, "hidden": ["a": 1]], ["order": ["shop.switch"], "groups": ["Shop"]],
        ] as [PlainValue]
    )
    func `a foreign value in the store is ignored`(value: PlainValue) async throws {
        let stage = try await opened { host in
            host.store("floating-assistant").update { $0[AssistantPanel.storeKey] = value }
        }

        #expect(stage.host.frame.contains("Log in …"))
    }

    // MARK: - Room

    @Test(arguments: [(20, 5), (20, 6), (30, 8)])
    func `on a small screen the tools can be chosen, searched and edited`(width: Int, height: Int) async throws {
        let stage = try await opened(size: Size(width: width, height: height))

        await stage.host.key("down")
        await stage.host.type("switch sh")
        #expect(stage.host.frame.contains("Switch s"))
        await stage.host.key("escape")
        await stage.host.key("ctrl-e")
        await stage.host.key("space")
        await stage.host.key("escape")
        await stage.host.type("log")
        await stage.host.key("enter")

        #expect(stage.host.frame.contains("Log in ─"))
    }

    @Test func `five hundred commands are searched and scrolled to the end`() async throws {
        let stage = try await opened(size: Size(width: 60, height: 20)) { host in
            for n in 0..<500 {
                try host.commands.offer(
                    Command(id: "many.\(n)", title: "Number \(n)", group: "Group \(n / 10)") { _ in nil }
                )
            }
        }

        await stage.host.key("end")
        #expect(stage.host.frame.contains("Hide the ball"))
        await stage.host.type("number 499")

        #expect(stage.host.frame.contains("Number 499"))
        #expect(!stage.host.frame.contains("Number 498"))
    }
}
