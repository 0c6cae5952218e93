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

    @Test(arguments: [
        (-1, "a: a2 a1 a3"), (1, "a: a1 a3 a2"), (5, "a: a1 a3 a2"), (.min, "a: a2 a1 a3"), (.max, "a: a1 a3 a2"),
    ])
    func `a command moves within its group and stops at the ends`(steps: Int, line: String) {
        let tools = tools("a1", "b1", "a2", "a3")
        var layout = MenuLayout()

        let moved = layout.move("a2", by: steps, of: tools)

        #expect(moved)
        #expect(text(layout, tools) == [line, "b: b1"])
    }

    @Test(arguments: [("a1", -1), ("a2", 1), ("b1", 1), ("gone", 1)])
    func `a move that leads nowhere changes nothing`(id: String, steps: Int) {
        var layout = MenuLayout()

        let moved = layout.move(id, by: steps, of: tools("a1", "b1", "a2"))

        #expect(!moved)
        #expect(layout == MenuLayout())
    }

    @Test func `a group moves with all its commands`() {
        let tools = tools("a1", "b1", "b2", "c1")
        var layout = MenuLayout()

        let moved = layout.moveGroup(of: "b2", by: -1, of: tools)

        #expect(moved)
        #expect(text(layout, tools) == ["b: b1 b2", "a: a1", "c: c1"])
    }

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
        layout.move("a2", by: -1, of: tools)
        layout.moveGroup(of: "b1", by: -1, of: tools)

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

    @Test func `pinned commands are moved among themselves, past those that are gone`() {
        let tools = tools("a1", "a2", "b1")
        var layout = layout(["pinned": ["a1", "gone", "b1"]])

        let moved = layout.move("b1", by: -1, of: tools)

        #expect(moved)
        #expect(text(layout, tools) == ["Pinned: b1 a1", "a: a2"])
        #expect(layout.stored?["pinned"] == ["b1", "gone", "a1"])
    }

    @Test func `a pinned command does not move its group`() {
        let tools = tools("a1", "b1", "b2")
        var layout = layout(["pinned": ["b1"]])

        let moved = layout.moveGroup(of: "b1", by: -1, of: tools)

        #expect(!moved)
        #expect(text(layout, tools) == ["Pinned: b1", "a: a1", "b: b2"])
    }

    @Test func `a group moves past one of which all is pinned`() {
        let tools = tools("a1", "b1", "c1")
        var layout = layout(["pinned": ["b1"]])

        layout.moveGroup(of: "c1", by: -1, of: tools)

        #expect(text(layout, tools) == ["Pinned: b1", "c: c1", "a: a1"])
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

    @Test(arguments: [
        (["a1", "a2", "aN", "a3"], "a: a3 a2 aN a1"), (["aN", "a1", "a2", "a3"], "a: aN a3 a2 a1"),
        (["a1", "a2", "a3", "aN"], "a: a3 aN a2 a1"), (["a1", "aN", "aM", "a2", "a3"], "a: a3 a2 a1 aN aM"),
    ])
    func `a command that an update adds stands after the one before it`(offered: [String], line: String) {
        let layout = layout(["order": ["a3", "a2", "a1"]])
        let tools = offered.map { CommandSummary(Command(id: $0, title: $0, group: "a") { _ in nil }) }

        #expect(text(layout, tools) == [line])
    }

    @Test func `a new command is shown even if all others are hidden`() {
        let layout = layout(["order": ["a2", "a1"], "hidden": ["a1", "a2"]])

        #expect(text(layout, tools("a1", "a2", "a3", "b1")) == ["a: (a2) a3 (a1)", "b: b1"])
    }

    @Test func `a new group stands after the one before it`() {
        let layout = layout(["groups": ["c", "a"]])

        #expect(text(layout, tools("a1", "b1", "c1", "d1")) == ["c: c1", "d: d1", "a: a1", "b: b1"])
    }

    @Test func `a command that returns is back at its place`() {
        var layout = layout(["order": ["a3", "a2", "a1"], "hidden": ["a2"]])

        layout.move("a3", by: 1, of: tools("a1", "a3"))
        #expect(text(layout, tools("a1", "a3")) == ["a: a1 a3"])

        #expect(text(layout, tools("a1", "a2", "a3")) == ["a: a1 (a2) a3"])
    }

    @Test func `a command that an update puts into another group is there`() {
        let layout = layout(["order": ["a2", "a1"], "groups": ["a"]])
        let moved = CommandSummary(Command(id: "a1", title: "a1", group: "b") { _ in nil })

        #expect(text(layout, tools("a2") + [moved]) == ["a: a2", "b: a1"])
    }

    // MARK: - Remembering

    @Test func `a stored value reads back the same`() {
        let tools = tools("a1", "a2", "b1")
        var layout = MenuLayout()
        layout.toggle("a1", of: tools)
        layout.move("a2", by: -1, of: tools)
        layout.moveGroup(of: "b1", by: -1, of: tools)

        #expect(MenuLayout(stored: layout.stored) == layout)
    }

    @Test(
        arguments: [
            nil, .null, "x", 3, [], ["a1"], ["order": "a1", "hidden": 3, "groups": ["x": 1]],
            ["order": [1, .null, ["a1"]], "hidden": [["a1"]]],
        ] as [PlainValue?]
    )
    func `a stored value of another kind is no layout`(value: PlainValue?) {
        #expect(MenuLayout(stored: value) == MenuLayout())
    }

    @Test func `duplicate and unknown stored ids are ignored`() {
        let layout = layout(["order": ["a2", "a2", "", "gone", "a1", "a2"], "hidden": ["a1", "a1", "gone"]])

        #expect(text(layout, tools("a1", "a2")) == ["a: a2 (a1)"])
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `after any changes every command is there once, and one is shown`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let all = (0..<12).map { n in
            CommandSummary(Command(id: "c\(n)", title: "c\(n)", group: "g\(n % 4)") { _ in nil })
        }
        var layout = MenuLayout()

        for _ in 0..<200 {
            let present = all.filter { _ in random.next(4) > 0 }
            let id = "c\(random.next(12))"
            switch random.next(7) {
            case 0: layout.move(id, by: random.next(5) - 2, of: present)
            case 1: layout.moveGroup(of: id, by: random.next(5) - 2, of: present)
            case 2: layout = MenuLayout(stored: layout.stored)
            case 3: layout.pin(id, of: present)
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
