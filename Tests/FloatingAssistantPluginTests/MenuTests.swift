import HostRuntime
import Testing

@testable import FloatingAssistantPlugin

@Suite struct MenuTests {
    private func tool(_ id: String, group: String) -> Tool {
        Tool(Command(id: id, title: id, group: group) { _ in nil })
    }

    private func rows(_ tools: [Tool]) -> [Menu.Row] {
        var menu = ToolsMenu()
        _ = menu.setTools(tools)
        return menu.rows()
    }

    private var menu: Menu {
        var menu = Menu()
        menu.setRows(rows([tool("a", group: "G"), tool("b", group: "H"), tool("c", group: "G")]))
        return menu
    }

    @Test func `the arrows skip headings and stop at the ends`() {
        var menu = menu
        var seen: [String] = []

        for _ in 0..<4 {
            seen.append(menu.chosen?.id ?? "")
            menu.move(by: 1)
        }
        menu.move(by: .min)

        #expect(seen == ["a", "c", "b", "b"])
        #expect(menu.chosen?.id == "a")
    }

    @Test func `a heading cannot be chosen`() {
        var menu = menu

        let selected = menu.select(row: 0)
        #expect(!selected)
        let selected2 = menu.select(row: 99)
        #expect(!selected2)
        #expect(menu.chosen?.id == "a")
    }

    @Test func `what was chosen stays chosen when others come and go`() {
        var menu = menu
        menu.select(id: "b")

        menu.setRows(rows([tool("b", group: "H")]))

        #expect(menu.chosen?.id == "b")
    }

    @Test func `the first item can be chosen, from wherever the list is`() {
        var menu = menu
        menu.resize(height: 2)
        menu.select(id: "b")

        menu.selectFirst()

        #expect(menu.chosen?.id == "a")
        #expect(menu.top == 0)
    }

    @Test func `when the chosen one goes its neighbour is chosen`() {
        var menu = menu
        menu.select(id: "c")

        menu.setRows(rows([tool("a", group: "G"), tool("b", group: "H")]))
        #expect(menu.chosen?.id == "a")

        menu.setRows([])
        #expect(menu.chosen == nil)
    }

    @Test(arguments: [0, 1, 2, 3, 6, 100])
    func `the chosen row is in sight`(height: Int) throws {
        var menu = menu
        menu.resize(height: height)

        menu.select(id: "b")

        let index = try #require(menu.index)
        #expect(height == 0 || (menu.top..<menu.top + height).contains(index))
    }

    @Test func `the first of a group brings its heading into sight`() {
        var menu = menu
        menu.resize(height: 2)

        menu.select(id: "b")
        menu.select(id: "a")

        #expect(menu.top == 0)
    }

    @Test func `scrolling stops at the ends`() {
        var menu = menu
        menu.resize(height: 4)

        let moved = menu.scroll(by: .max)
        #expect(moved)
        #expect(menu.top == 2)
        let moved2 = menu.scroll(by: 1)
        #expect(!moved2)
        let moved3 = menu.scroll(by: .min)
        #expect(moved3)
        #expect(menu.top == 0)
    }
}
