import Testing

@testable import HostBase

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

    @Test(arguments: [
        ("ctrl-[", "escape"), ("ctrl-m", "enter"), ("ctrl-i", "tab"), ("ctrl-h", "backspace"),
        ("ctrl-alt-[", "alt-escape"), ("shift-enter", "enter"), ("ctrl-enter", "enter"), ("shift-escape", "escape"),
        ("shift-space", "space"), ("ctrl-shift-space", "ctrl-space"), ("ctrl-backspace", "backspace"),
        ("ctrl-tab", "tab"), ("ctrl-shift-tab", "shift-tab"),
    ])
    func `a key that only a keyboard protocol tells apart has a legacy key`(name: String, legacy: String) {
        #expect(KeyEvent(name: name)?.legacy?.description == legacy)
    }

    @Test(arguments: [
        "a", "[", "ctrl-a", "ctrl-M", "ctrl-space", "alt-enter", "escape", "shift-tab", "shift-up", "ctrl-f5",
    ])
    func `a key that every terminal sends has no legacy key`(name: String) throws {
        #expect(try #require(KeyEvent(name: name)).legacy == nil)
    }

    @Test(arguments: [
        ("f2", true), ("shift-f6", true), ("ctrl-e", true), ("alt-left", true), ("a", false), ("enter", false),
        ("escape", false), ("up", false),
    ])
    func `function keys and keys with modifiers are for the program, and no others`(name: String, isIt: Bool) {
        #expect(KeyEvent(name: name)?.isForProgram == isIt)
    }
}
