import HostRuntime
import Testing

@testable import FloatingAssistantPlugin

@Suite struct MenuSearchTests {
    private let tools = [
        ("session.logout", "Log out", "Session"), ("shop.switch", "Switch shop", "Shop"),
        ("splash.show", "Show the advertisement", "Advertisement"), ("shop.help", "Show the keys", "Help"),
        ("order.workshop", "Book a room", "Orders"),
    ].map { id, title, group in Tool(Command(id: id, title: title, group: group) { _ in nil }) }

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

    @Test(arguments: ["", "   ", "\n"]) func `spaces look for nothing`(query: String) {
        #expect(MenuSearch(query).isEmpty)
    }

    @Test func `a word's beginning is above its middle, and then a title above a group`() {
        let tools = [
            ("a", "Restore", "Files"), ("b", "Buy", "Store"), ("c", "Open the store", "Files"),
            ("d", "Store it", "Files"),
            ("e", "Sell", "Bookstore"),
        ].map { id, title, group in Tool(Command(id: id, title: title, group: group) { _ in nil }) }

        #expect(MenuSearch("store").matches(in: tools).map(\.id) == ["d", "c", "b", "a", "e"])
    }
}
