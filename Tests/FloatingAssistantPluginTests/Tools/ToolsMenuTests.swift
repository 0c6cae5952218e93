import HostRuntime
import Testing

@testable import FloatingAssistantPlugin

@Suite struct ToolsMenuTests {
    private func menu(_ layout: MenuLayout = MenuLayout()) -> ToolsMenu {
        var menu = ToolsMenu(layout)
        let names = [("a", "G"), ("b", "H"), ("c", "G")]
        _ = menu.setTools(
            names.map { id, group in CommandSummary(Command(id: id, title: "Do \(id)", group: group) { _ in nil }) }
        )
        return menu
    }

    private func lines(_ menu: ToolsMenu, _ spacing: ToolsMenu.Spacing = .airy) -> [String] {
        menu.rows(spacing).map { row in
            switch row.kind {
            case .space: ""
            case .heading: "# \(row.title)"
            case .note: "! \(row.title)"
            case .item:
                (row.isChecked.map { $0 ? "[x] " : "[ ] " } ?? "") + (row.id ?? "")
                    + (row.detail.isEmpty ? "" : " \(row.detail)")
            }
        }
    }

    @Test func `commands stand under their groups in the order in which they were offered`() {
        #expect(lines(menu()) == ["# G", "a", "c", "", "# H", "b"])
    }

    @Test func `with less room the spaces go first, and then the headings`() {
        #expect(lines(menu(), .close) == ["# G", "a", "c", "# H", "b"])
        #expect(lines(menu(), .none) == ["a", "c", "b"])
    }

    @Test func `a search lists what matches with its group`() {
        var menu = menu()

        menu.search("do c")

        #expect(lines(menu) == ["c G"])
    }

    @Test func `a search that finds nothing says so`() {
        var menu = menu()

        menu.search("nothing")

        #expect(lines(menu) == ["! Nothing matches 'nothing'."])
    }

    @Test func `hidden commands are not in the list, and found last`() {
        var menu = menu(MenuLayout(stored: ["hidden": ["a"]]))

        #expect(lines(menu) == ["# G", "c", "", "# H", "b"])
        menu.search("do")

        #expect(lines(menu) == ["c G", "b H", "a hidden"])
    }

    @Test func `a group of which all is hidden has no heading`() {
        #expect(lines(menu(MenuLayout(stored: ["hidden": ["b"]]))) == ["# G", "a", "c"])
    }

    @Test func `while the menu is arranged all commands are there with check boxes`() {
        var menu = menu(MenuLayout(stored: ["hidden": ["b"]]))
        menu.search("do c")

        menu.setEditing(true)

        #expect(lines(menu) == ["# G", "[x] a", "[x] c", "", "# H", "[ ] b"])
        #expect(menu.query == "")
    }

    @Test func `a reset shows everything again`() {
        var menu = menu(MenuLayout(stored: ["hidden": ["b"], "order": ["c", "a"]]))

        _ = menu.arrange { layout, _ in
            layout.reset()
            return true
        }

        #expect(lines(menu) == lines(self.menu()))
    }

    @Test func `only a change of the commands counts`() {
        var menu = menu()
        let tool = CommandSummary(Command(id: "z", title: "Z") { _ in nil })

        let first = menu.setTools([tool])
        let second = menu.setTools([tool])

        #expect(first)
        #expect(!second)
    }
}

@Suite struct UnavailableToolsTests {
    private func menu(_ layout: MenuLayout = MenuLayout()) -> ToolsMenu {
        func tool(_ id: String, isListed: Bool = true, refusal: String? = nil) -> CommandSummary {
            CommandSummary(
                Command(id: id, title: "Do \(id)", group: "G", isListed: isListed) { _ in nil },
                refusal: refusal
            )
        }
        var menu = ToolsMenu(layout)
        _ = menu.setTools([tool("a"), tool("b", refusal: "It is night."), tool("twin", isListed: false)])
        return menu
    }

    private func items(_ menu: ToolsMenu) -> [ListView.Row] {
        menu.rows().filter { $0.kind == .item }
    }

    @Test func `unavailable and unlisted commands are not in the list`() {
        #expect(items(menu()).map(\.id) == ["a"])
    }

    @Test func `a search lists unavailable commands at the end, marked`() {
        var menu = menu(MenuLayout(stored: ["hidden": ["a"]]))

        menu.search("do")

        #expect(items(menu).map(\.id) == ["a", "b"])
        #expect(items(menu).map(\.isQuiet) == [false, true])
        #expect(items(menu).map(\.detail) == ["hidden", "not now"])
    }

    @Test func `unavailable commands are arranged with the others`() {
        var menu = menu()

        menu.setEditing(true)

        #expect(items(menu).map(\.id) == ["a", "b"])
    }
}

@Suite struct MenuSearchTests {
    private let tools = [
        ("session.logout", "Log out", "Session"), ("shop.switch", "Switch shop", "Shop"),
        ("splash.show", "Show the advertisement", "Advertisement"), ("shop.help", "Show the keys", "Help"),
        ("order.workshop", "Book a room", "Orders"),
    ].map { id, title, group in CommandSummary(Command(id: id, title: title, group: group) { _ in nil }) }

    private func found(_ query: String) -> [String] {
        MenuSearch(query).matches(in: tools).map(\.id)
    }

    @Test(arguments: [
        ("show", ["splash.show", "shop.help"]), ("SHOW", ["splash.show", "shop.help"]),
        ("shop", ["shop.switch", "shop.help", "order.workshop"]),
        ("sho", ["splash.show", "shop.help", "shop.switch", "order.workshop"]), ("ession", ["session.logout"]),
        ("help", ["shop.help"]), ("order.w", ["order.workshop"]), ("log out", ["session.logout"]),
        ("out log", ["session.logout"]), ("show keys", ["shop.help"]), ("  keys  ", ["shop.help"]), ("zzz", []),
        ("show zzz", []), ("itch", ["shop.switch"]),
    ])
    func `all words have to match the title, the group or the id, and titles are better`(query: String, ids: [String]) {
        #expect(found(query) == ids)
    }

    @Test(arguments: ["", "   ", "\n"]) func `spaces are no search`(query: String) {
        #expect(MenuSearch(query).isEmpty)
    }

    @Test func `a word's beginning is above its middle, and then a title above a group`() {
        let tools = [
            ("a", "Restore", "Files"), ("b", "Buy", "Store"), ("c", "Open the store", "Files"),
            ("d", "Store it", "Files"),
            ("e", "Sell", "Bookstore"),
        ].map { id, title, group in CommandSummary(Command(id: id, title: title, group: group) { _ in nil }) }

        #expect(MenuSearch("store").matches(in: tools).map(\.id) == ["d", "c", "b", "a", "e"])
    }
}
