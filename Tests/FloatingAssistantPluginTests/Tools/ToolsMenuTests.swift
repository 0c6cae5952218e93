import HostRuntime
import TestSupport
import Testing

@testable import FloatingAssistantPlugin

@Suite(.tags(.assistant)) struct ToolsMenuTests {
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
        var menu = menu(MenuLayout(stored: ["hidden": ["b"], "pinned": ["c"]]))

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

/// The commands at the top of the list, and groups that are one entry in it.
@Suite struct ToolsMenuTopTests {
    private func menu(_ layout: MenuLayout = MenuLayout(), _ names: [(String, String)]) -> ToolsMenu {
        var menu = ToolsMenu(layout)
        let tools = names.map { id, group in
            CommandSummary(Command(id: id, title: "Do \(id)", group: group) { _ in nil })
        }
        _ = menu.setTools(tools)
        return menu
    }

    private func lines(_ menu: ToolsMenu) -> [String] {
        menu.rows(.close).map { $0.kind == .heading ? "# \($0.title)" : $0.id ?? $0.title }
    }

    private let few = [("a", "G"), ("b", "H"), ("c", "G"), ("d", "H")]

    @Test func `pinned commands come first, then those that were used last, each once`() {
        let menu = menu(MenuLayout(stored: ["pinned": ["d"], "recent": ["d", "c", "gone"]]), few)

        #expect(lines(menu) == ["# Pinned", "d", "# Recent", "c", "# G", "a", "# H", "b"])
    }

    @Test func `three recent commands are listed, the newest first`() {
        var layout = MenuLayout()
        for id in ["a", "b", "c", "d", "b"] { layout.use(id) }

        #expect(lines(menu(layout, few)) == ["# Recent", "b", "d", "c", "# G", "a"])
    }

    @Test func `a hidden command is no recent one, and none is while the menu is arranged`() {
        var menu = menu(MenuLayout(stored: ["hidden": ["a"], "recent": ["a", "b"]]), few)

        #expect(lines(menu) == ["# Recent", "b", "# G", "c", "# H", "d"])
        menu.setEditing(true)

        #expect(lines(menu) == ["# G", "a", "c", "# H", "b", "d"])
    }

    // MARK: - Large groups

    private func many(_ count: Int) -> [(String, String)] { (1...count).map { ("m\($0)", "Many") } }

    @Test func `a group whose commands were used or pinned stays one entry`() {
        let layout = MenuLayout(stored: ["pinned": ["m1"], "recent": ["m2", "m3", "m4"]])

        #expect(lines(menu(layout, few + many(11))).last == "group Many")
    }

    @Test func `results that are left out are counted below the others`() {
        var menu = menu(few)
        let notice = PanelState.Notice(title: "Work", text: "Done", kind: .done)
        let run = WorkInSight.Run(number: 1, command: "work", title: "Work", end: notice)

        _ = menu.setWork([run], leftOut: 2)

        #expect(menu.rows(.close).prefix(3).map(\.title) == ["Results", "Work", "2 older results left out"])
    }

    @Test func `a search for a command that runs finds its run first`() {
        var menu = menu(few)
        _ = menu.setWork([
            WorkInSight.Run(number: 7, command: "c", title: "C"), .init(number: 8, command: "a", title: "A"),
        ])

        menu.search("c")

        #expect(menu.rows().prefix(2).map(\.id) == ["#7", "c"])
    }

    @Test func `a group of more than ten commands is one entry, with their number`() {
        let ten = menu(few + many(10))
        let eleven = menu(few + many(11))

        #expect(lines(ten).suffix(11) == (["# Many"] + many(10).map(\.0))[...])
        #expect(lines(eleven).suffix(3) == ["b", "d", "group Many"])
        #expect(eleven.rows().last?.title == "Many")
        #expect(eleven.rows().last?.detail == "11 tools ›")
    }

    private func menu(_ names: [(String, String)]) -> ToolsMenu { menu(MenuLayout(), names) }

    @Test func `the entry opens the group, with all its commands`() {
        var menu = menu(MenuLayout(stored: ["pinned": ["m2"], "recent": ["m3"]]), few + many(13))

        #expect(lines(menu).prefix(4) == ["# Pinned", "m2", "# Recent", "m3"])
        let isGroup = menu.open("group Many")
        let opened = lines(menu)
        let row = menu.closeGroup()

        #expect(isGroup)
        #expect(Set(opened) == Set(["# Many"] + many(13).map(\.0)))
        #expect(row == "group Many")
        #expect(lines(menu).last == "group Many")
    }

    @Test func `a group that is gone leaves the whole list`() {
        var menu = menu(few + many(11))
        _ = menu.open("group Many")

        _ = menu.setTools([CommandSummary(Command(id: "a", title: "Do a", group: "G") { _ in nil })])

        #expect(lines(menu) == ["# G", "a"])
    }

    @Test func `a command is no group, and the only group is listed one by one`() {
        var menu = menu(many(30))

        let isGroup = menu.open("m1")

        #expect(!isGroup)
        #expect(lines(menu).count == 31)
    }

    @Test func `a search finds each command of a large group, and while the menu is arranged all are there`() {
        var menu = menu(few + many(11))

        menu.search("do m11")
        #expect(lines(menu) == ["m11"])
        menu.setEditing(true)

        #expect(lines(menu).count == 2 + 4 + 1 + 11)
    }

    @Test func `a thousand commands in a hundred groups are listed`() {
        let menu = menu((0..<1000).map { ("c\($0)", "G\($0 / 10)") })

        #expect(lines(menu).count == 1100)
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

    @Test func `a search lists what isn't in the list after what is, and unavailable commands last`() {
        var menu = menu(MenuLayout(stored: ["hidden": ["a"]]))

        menu.search("do")

        #expect(items(menu).map(\.id) == ["a", "twin", "b"])
        #expect(items(menu).map(\.isQuiet) == [false, false, true])
        #expect(items(menu).map(\.detail) == ["hidden", "G", "not now"])
    }

    @Test func `a title that a search is all of comes first, also of a command that can't run now`() {
        func tool(_ title: String, refusal: String? = nil) -> CommandSummary {
            CommandSummary(Command(id: title.filter(\.isLetter), title: title) { _ in nil }, refusal: refusal)
        }
        var menu = ToolsMenu()
        _ = menu.setTools([tool("Log in or out"), tool("Log out", refusal: "Nobody is logged in.")])

        menu.search("log out")

        #expect(items(menu).map(\.title) == ["Log out", "Log in or out"])
        #expect(items(menu).first?.detail == "not now")
    }

    @Test func `unavailable commands are arranged with the others`() {
        var menu = menu()

        menu.setEditing(true)

        #expect(items(menu).map(\.id) == ["a", "b"])
    }
}

@Suite(.tags(.assistant)) struct MenuSearchTests {
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

    @Test(arguments: [("Log out", true), ("LOG  OUT ", true), ("log", false), ("out log", false)])
    func `a search may be all of a title`(query: String, isTitle: Bool) {
        #expect(MenuSearch(query).isTitle("Log out") == isTitle)
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

    // MARK: - Forgiving

    private let titles = [
        "Go to Home", "Go to Orders", "Lock or unlock the screen", "Switch environment", "Show the schema",
        "Choose a theme", "Hide the motion meter", "Hold the messages everywhere", "Place the order", "Log in",
    ]

    private func titles(_ query: String) -> [String] {
        let tools = titles.map { CommandSummary(Command(id: "x.\($0.count)", title: $0, group: "Some") { _ in nil }) }
        return MenuSearch(query).matches(in: tools).map(\.title)
    }

    @Test(arguments: [
        ("hme", "Go to Home"), ("gth", "Go to Home"), ("hoem", "Go to Home"), ("ordrs", "Go to Orders"),
        ("envrionment", "Switch environment"), ("enviromnent", "Switch environment"), ("swich", "Switch environment"),
        ("switchh", "Switch environment"), ("xwitch", "Switch environment"),
        ("plce ordr", "Place the order"), ("loign", "Log in"),
    ])
    func `a mistake, initials, and letters left out of a word find a command, and nothing else`(
        query: String,
        title: String
    ) {
        #expect(titles(query) == [title])
    }

    @Test(arguments: ["crash", "lckscr", "hm", "oee", "xxswitch", "zzz", "lkth", "soem"])
    func `letters scattered over a title, or too few of them, find nothing`(query: String) {
        #expect(titles(query) == [])
    }

    @Test func `a search that something matches as typed is not stretched`() {
        #expect(titles("home") == ["Go to Home"])
        #expect(titles("order") == ["Go to Orders", "Place the order"])
    }

    @Test func `among the stretched matches, the fewer letters are left out, the better`() {
        let tools = ["Setup wizard", "Set up printing", "Stop", "Stepper"].map {
            CommandSummary(Command(id: "x", title: $0, group: "Some") { _ in nil })
        }

        #expect(
            MenuSearch("stup").matches(in: tools).map(\.title) == [
                "Setup wizard", "Set up printing", "Stop", "Stepper",
            ]
        )
        #expect(MenuSearch("stp").matches(in: tools).map(\.title) == ["Stop", "Setup wizard", "Stepper"])
    }

    @Test(arguments: ["🫖", "ё", "\u{301}", "a\u{301}b", "\u{0}", String(repeating: "a", count: 10_000)])
    func `any text can be searched for, and any title searched`(query: String) {
        let tool = CommandSummary(Command(id: "x", title: "\(query) \(query)", group: "") { _ in nil })

        #expect(MenuSearch(query).matches(in: [tool]).count == 1)
        #expect(MenuSearch("zzzz").matches(in: [tool]) == [])
    }
}
