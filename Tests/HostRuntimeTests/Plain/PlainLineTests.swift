import Testing

@testable import HostRuntime

@Suite struct PlainLineTests {
    @Test(arguments: [
        ("", PlainLine.page), (" . ", .page), ("?", .help), ("Commands", .commands), ("more", .turn(1)),
        ("less", .turn(-1)),
        ("back", .back), ("Cancel", .cancel), ("quit", .quit), ("12", .number(12)), (" log in ", .name("log in")),
    ])
    func `a line is a word with a meaning, a number or a name`(line: String, meaning: PlainLine) {
        #expect(PlainLine(line) == meaning)
    }

    @Test(arguments: [
        ("log in", ["a"]), ("LOG IN", ["a"]), ("log", ["a", "b"]), ("out", ["b"]), ("session.in", ["a"]),
        ("nothing", []), ("in out", ["b"]), ("or lo", ["b"]), ("sess i", ["a"]), ("-", []), ("ut", []), ("og in", []),
    ])
    func `a name is all of a name, its beginning, or the beginnings of its words`(name: String, found: [String]) {
        let names = [("a", ["Log in", "session.in"]), ("b", ["Log in or out"])].map { (choice: $0.0, names: $0.1) }

        #expect(PlainLine.find(name, among: names) == found)
    }
}
