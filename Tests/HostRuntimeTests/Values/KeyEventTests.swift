import HostRuntime
import Testing

@Suite struct KeyEventTests {
    @Test(arguments: ["a", "A", "space", "minus", "enter", "ctrl-z", "alt-x", "shift-tab", "ctrl-alt-left", "f12", "é"])
    func `a name that was read is written back unchanged`(name: String) throws {
        let event = try #require(KeyEvent(name: name))

        #expect(event.description == name)
    }

    @Test(arguments: [("F5", "f5"), ("Ctrl-Alt-LEFT", "ctrl-alt-left"), ("Enter", "enter"), ("ALT-X", "alt-X")])
    func `the case of a name does not matter, the case of a character does`(name: String, key: String) {
        #expect(KeyEvent(name: name)?.description == key)
    }

    @Test(arguments: ["", "ctrl-", "foo", "f0", "f99", "\u{1B}"])
    func `a name without a key is refused`(name: String) {
        #expect(KeyEvent(name: name) == nil)
    }
}
