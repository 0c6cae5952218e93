import HostRuntime
import TestSupport
import Testing

@testable import FloatingAssistantPlugin

@Suite(.tags(.assistant)) struct MenuLayoutTests {
    private func tools(_ names: String...) -> [CommandSummary] {
        names.map { name in CommandSummary(Command(id: name, title: name, group: String(name.prefix(1))) { _ in nil }) }
    }

    /// The menu as text: `A: a1 (a2)`, with hidden ones in brackets.
    private func text(_ layout: MenuLayout, _ tools: [CommandSummary]) -> [String] {
        layout.sections(of: tools).map { section in
            section.group + ": "
                + section.entries.map { $0.isHidden ? "(\($0.tool.id))" : $0.tool.id }.joined(separator: " ")
        }
    }

    private func layout(_ value: PlainValue) -> MenuLayout { MenuLayout(stored: value) }

    @Test func `without changes all groups stand in the order in which they were offered`() {
        let tools = tools("b1", "a1", "b2", "c1", "a2")

        #expect(text(MenuLayout(), tools) == ["b: b1 b2", "a: a1 a2", "c: c1"])
    }

    // MARK: - Changing

    @Test func `a command is hidden, and shown again at its place`() {
        let tools = tools("a1", "a2", "a3")
        var layout = MenuLayout()

        layout.toggle("a2", of: tools)
        #expect(text(layout, tools) == ["a: a1 (a2) a3"])
        layout.toggle("a2", of: tools)

        #expect(text(layout, tools) == ["a: a1 a2 a3"])
    }

    @Test func `the last command that is shown cannot be hidden`() {
        let tools = tools("a1", "b1")
        var layout = MenuLayout()
        layout.toggle("a1", of: tools)

        let hidden = layout.toggle("b1", of: tools)

        #expect(!hidden)
        #expect(text(layout, tools) == ["a: (a1)", "b: b1"])
    }

    @Test func `when all shown commands are gone, one of the others is shown`() {
        let layout = layout(["hidden": ["a1", "a2"]])

        #expect(text(layout, tools("a1", "a2")) == ["a: a1 (a2)"])
        #expect(text(layout, tools("a1", "a2", "b1")) == ["a: (a1) (a2)", "b: b1"])
    }

    @Test func `a reset makes the menu as it was offered`() {
        let tools = tools("a1", "a2", "b1")
        var layout = MenuLayout()
        layout.toggle("a1", of: tools)
        layout.pin("b1", of: tools)

        layout.reset()

        #expect(layout == MenuLayout())
        #expect(layout.stored == nil)
    }

    // MARK: - Pinning

    @Test func `a pinned command stands above the groups, and back at its place when it's put back`() {
        let tools = tools("a1", "a2", "a3", "b1")
        var layout = MenuLayout()

        layout.pin("b1", of: tools)
        layout.pin("a2", of: tools)
        #expect(text(layout, tools) == ["Pinned: b1 a2", "a: a1 a3"])
        layout.pin("a2", of: tools)

        #expect(text(layout, tools) == ["Pinned: b1", "a: a1 a2 a3"])
    }

    @Test func `a hidden command that is pinned is shown, and a pinned one can be hidden`() {
        let tools = tools("a1", "a2")
        var layout = layout(["hidden": ["a2"]])

        layout.pin("a2", of: tools)
        #expect(text(layout, tools) == ["Pinned: a2", "a: a1"])
        layout.toggle("a2", of: tools)

        #expect(text(layout, tools) == ["Pinned: (a2)", "a: a1"])
    }

    @Test func `a reset unpins everything, and what was used stays known`() {
        let tools = tools("a1", "a2")
        var layout = MenuLayout()
        layout.pin("a2", of: tools)
        layout.use("a1")

        layout.reset()

        #expect(text(layout, tools) == ["a: a1 a2"])
        #expect(layout.recent == ["a1"])
    }

    // MARK: - Recent commands

    @Test func `of the commands that were used, the last twenty are remembered, each once`() {
        var layout = MenuLayout()

        for number in 0..<100 { layout.use("c\(number % 30)") }

        #expect(layout.recent == (0..<20).map { "c\((99 - $0) % 30)" })
        #expect(MenuLayout(stored: layout.stored) == layout)
    }

    // MARK: - Commands that come and go

    @Test func `a new command is shown even if all others are hidden`() {
        let layout = layout(["hidden": ["a1", "a2"]])

        #expect(text(layout, tools("a1", "a3", "a2", "b1")) == ["a: (a1) a3 (a2)", "b: b1"])
    }

    @Test func `a command that returns is pinned or hidden as before`() {
        var layout = layout(["hidden": ["a2"], "pinned": ["b1", "a3"]])

        layout.pin("a1", of: tools("a1", "a4"))

        #expect(text(layout, tools("a1", "a2", "a3", "a4", "b1")) == ["Pinned: b1 a3 a1", "a: (a2) a4"])
    }

    // MARK: - Remembering

    @Test func `a stored value reads back the same`() {
        let tools = tools("a1", "a2", "b1")
        var layout = MenuLayout()
        layout.toggle("a1", of: tools)
        layout.pin("b1", of: tools)

        #expect(MenuLayout(stored: layout.stored) == layout)
    }

    @Test(
        arguments: [
            nil, .null, "x", 3, [], ["a1"], ["pinned": "a1", "hidden": 3, "recent": ["x": 1]],
            ["pinned": [1, .null, ["a1"]], "hidden": [["a1"]]],
        ] as [PlainValue?]
    )
    func `a stored value of another kind is no layout`(value: PlainValue?) {
        #expect(MenuLayout(stored: value) == MenuLayout())
    }

    @Test func `duplicate and unknown stored ids are ignored`() {
        let layout = layout(["pinned": ["a2", "a2", "", "gone"], "hidden": ["a1", "a1", "gone"]])

        #expect(text(layout, tools("a1", "a2")) == ["Pinned: a2", "a: (a1)"])
    }

    @Test(arguments: seeds(of: 0..<20))
    func `after any changes every command is there once, and one is shown`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let all = (0..<12).map { n in
            CommandSummary(Command(id: "c\(n)", title: "c\(n)", group: "g\(n % 4)") { _ in nil })
        }
        var layout = MenuLayout()

        for _ in 0..<200 {
            let present = all.filter { _ in random.next(4) > 0 }
            let id = "c\(random.next(12))"
            switch random.next(5) {
            case 0: layout = MenuLayout(stored: layout.stored)
            case 1: layout.pin(id, of: present)
            default: layout.toggle(id, of: present)
            }
            let entries = layout.sections(of: present).flatMap(\.entries)
            let isRight =
                Set(entries.map(\.tool)) == Set(present) && entries.count == present.count
                && (present.isEmpty || entries.contains { !$0.isHidden })
            guard isRight else {
                Issue.record("seed \(seed): \(text(layout, present))")
                return
            }
        }
    }
}
