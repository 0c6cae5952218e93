import HostRuntime
import Testing

@testable import FloatingAssistantPlugin

@Suite struct MenuTests {
    private func tool(_ id: String, group: String) -> Tool {
        Tool(Command(id: id, title: id, group: group) { _ in nil })
    }

    private var menu: Menu {
        var menu = Menu()
        menu.setRows(Menu.rows(of: [tool("a", group: "G"), tool("b", group: "H"), tool("c", group: "G")]))
        return menu
    }

    @Test func `commands stand under their groups in the order in which they were offered`() {
        let lines = menu.rows.map { row in
            switch row {
            case .space: ""
            case .heading(let text): "# \(text)"
            case .item(let item): item.id
            }
        }

        #expect(lines == ["# G", "a", "c", "", "# H", "b"])
    }

    @Test func `rows without air leave out the room between the groups`() {
        let tools = [tool("a", group: "G"), tool("b", group: "H")]

        #expect(Menu.rows(of: tools, isAiry: false) == Menu.rows(of: tools).filter { $0 != .space })
        #expect(Menu.rows(of: tools).contains(.space))
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

        menu.setRows(Menu.rows(of: [tool("b", group: "H")]))

        #expect(menu.chosen?.id == "b")
    }

    @Test func `when the chosen one goes its neighbour is chosen`() {
        var menu = menu
        menu.select(id: "c")

        menu.setRows(Menu.rows(of: [tool("a", group: "G"), tool("b", group: "H")]))
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
