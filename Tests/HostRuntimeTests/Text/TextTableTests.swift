import HostRuntime
import Testing

@Suite struct TextTableTests {
    @Test func `a column is as wide as its widest cell`() {
        let table = TextTable([["a", "b", "c"], ["long", "", "d"], ["e"]])

        #expect(table.description == "a     b  c\nlong     d\ne")
    }

    @Test func `a cell is one line without anything hidden`() {
        let table = TextTable([["a\nb", "c"], ["x\u{202E}", "y"]])

        #expect(table.description == "a\\nb       c\nx\\u{202E}  y")
    }

    @Test(arguments: ["中文", "e\u{301}tés", "👨‍👩‍👧‍👦ab", "☎\u{FE0F}mn", "wide", "ไทยไ"])
    func `columns line up behind wide characters and combining marks`(name: String) {
        let rows = TextTable([[name, "x"], ["four", "x"]]).description.split(separator: "\n")

        #expect(TextWidth.width(of: name) == 4)
        #expect(rows.map { TextWidth.width(of: String($0)) } == [7, 7])
        #expect(rows.allSatisfy { $0.hasSuffix("  x") })
    }

    @Test func `a table without rows is empty`() {
        #expect(TextTable([]).description == "")
    }
}
