import TestSupport
import Testing

@testable import HostRuntime

@Suite struct ListSelectionTests {
    private var selection = ListSelection()

    private mutating func fill(_ count: Int, height: Int) {
        selection.setRows([ListView.Row](repeating: ListView.Row(""), count: count))
        selection.resize(height: height)
    }

    /// Fills the list with a row a letter, whose id is the letter: `-` is a heading and ` ` an empty line.
    private mutating func fill(_ rows: String, height: Int) {
        selection.setRows(
            rows.map { letter -> ListView.Row in
                switch letter {
                case "-": .heading("")
                case " ": .space
                default: ListView.Row("", id: "\(letter)")
                }
            }
        )
        selection.resize(height: height)
    }

    @Test mutating func `the first row is selected when there is one`() {
        #expect(selection.index == nil)

        fill(3, height: 2)

        #expect(selection.index == 0)
    }

    @Test mutating func `the choice stops at either end`() {
        fill(3, height: 2)

        _ = selection.move(by: -1)
        #expect(selection.index == 0)
        _ = selection.move(by: .max)
        #expect(selection.index == 2)
        _ = selection.move(by: .min)
        #expect(selection.index == 0)
    }

    @Test mutating func `the selected row is always visible`() {
        fill(10, height: 3)

        _ = selection.move(by: 5)
        #expect(selection.top == 3)
        selection.select(1)
        #expect(selection.top == 1)
    }

    @Test mutating func `scrolling leaves the choice and stops at either end`() {
        fill(10, height: 3)

        let moved = [selection.scroll(by: .max), selection.scroll(by: 1)]
        #expect(selection.top == 7)

        #expect(moved + [selection.scroll(by: .min)] == [true, false, true])
        #expect(selection.top == 0)
        #expect(selection.index == 0)
    }

    @Test mutating func `a list that shrinks keeps a choice that is there`() {
        fill(10, height: 3)
        selection.select(9)

        fill(4, height: 3)
        #expect(selection.index == 3)
        #expect(selection.top == 1)
        fill(0, height: 3)
        #expect(selection.index == nil)
        #expect(selection.top == 0)
    }

    @Test mutating func `the scroll mark is at an end only when the list is`() {
        fill(20, height: 5)

        var parts: [Range<Int>?] = []
        for _ in 0..<16 {
            parts.append(selection.scrollMark)
            _ = selection.scroll(by: 1)
        }

        #expect(parts.first == 0..<1)
        #expect(parts.last == 4..<5)
        #expect(parts.dropFirst().dropLast().allSatisfy { $0 != 0..<1 && $0 != 4..<5 })
    }

    @Test(arguments: [(0, 3), (3, 3), (2, 5), (9, 0)])
    mutating func `a list that is fully visible has no scroll mark`(count: Int, height: Int) {
        fill(count, height: height)

        #expect(selection.scrollMark == nil)
    }

    // MARK: - Rows that cannot be selected

    @Test mutating func `moving passes over rows that cannot be selected`() {
        fill("-ab--c-", height: 7)
        var visited = [selection.index]

        for step in [1, 1, 1, -1, -2] {
            _ = selection.move(by: step)
            visited.append(selection.index)
        }

        #expect(visited == [1, 2, 5, 5, 2, 1])
    }

    @Test mutating func `selecting a row that cannot be selected selects the nearest one that can`() {
        fill("a--bc--", height: 7)

        selection.select(2)
        #expect(selection.index == 3)
        selection.select(99)
        #expect(selection.index == 4)
        selection.select(-99)
        #expect(selection.index == 0)
    }

    @Test mutating func `a heading comes into view with its row`() {
        fill("-a-b-c", height: 2)
        _ = selection.move(by: .max)
        #expect(selection.top == 4)

        _ = selection.move(by: -1)
        #expect(selection.top == 2)
        _ = selection.move(by: -1)
        #expect(selection.top == 0)
    }

    @Test mutating func `in a list of one row the selected row is shown, not its heading`() {
        fill("-a-b", height: 1)
        _ = selection.move(by: 1)
        #expect(selection.top == 3)

        _ = selection.move(by: -1)

        #expect(selection.top == 1)
    }

    @Test mutating func `rows beyond the last that can be selected come into sight by going on`() {
        fill("ab----", height: 3)
        _ = selection.move(by: 1)

        var moved: [Bool] = []
        for _ in 0..<4 { moved.append(selection.move(by: 1)) }

        #expect(moved == [true, true, true, false])
        #expect(selection.top == 3)
        #expect(selection.index == 1)
        _ = selection.move(by: -1)
        #expect(selection.top == 0)
    }

    @Test mutating func `a list in which nothing can be selected scrolls`() {
        fill("------", height: 2)

        _ = selection.move(by: 1)
        #expect(selection.top == 1)
        _ = selection.page(by: 1)
        #expect(selection.top == 2)
        _ = selection.page(by: 1)
        _ = selection.page(by: 1)
        _ = selection.page(by: 1)
        #expect(selection.top == 4)
        #expect(selection.index == nil)
    }

    @Test mutating func `a heading comes into sight with its first row, and the empty line above it does not`() {
        fill("-a -bc", height: 3)
        _ = selection.move(by: .max)
        #expect(selection.top == 3)

        _ = selection.move(by: -1)

        #expect(selection.top == 3)
    }

    @Test mutating func `home and end scroll a list in which nothing can be selected to its ends`() {
        fill("------", height: 2)

        _ = selection.move(by: .max)
        #expect(selection.top == 4)
        _ = selection.move(by: -.max)

        #expect(selection.top == 0)
    }

    @Test(arguments: [0, 1, 2, 3, 6, 100])
    mutating func `the selected row is visible at any height`(height: Int) throws {
        fill("-ac -b", height: height)

        selection.select(5)

        #expect(height == 0 || (selection.top..<selection.top + height).contains(5))
    }

    @Test mutating func `choosing the first row scrolls to the beginning`() {
        fill("-ac -b", height: 2)
        selection.select(5)

        selection.select(0)

        #expect(selection.index == 1)
        #expect(selection.top == 0)
    }

    // MARK: - Pages

    @Test mutating func `a page is one row less than is visible`() {
        fill(20, height: 5)

        _ = selection.page(by: 1)
        #expect(selection.index == 4)
        _ = selection.page(by: 1)
        #expect(selection.index == 8)
        _ = selection.page(by: -1)
        #expect(selection.index == 4)
        for _ in 0..<9 { _ = selection.page(by: 1) }
        #expect(selection.index == 19)
    }

    @Test mutating func `a page ends at a row that can be selected, or moves on to the next one`() {
        fill("ab--c----d", height: 4)

        _ = selection.page(by: 1)
        #expect(selection.index == 1)
        _ = selection.page(by: 1)
        #expect(selection.index == 4)
        _ = selection.page(by: 1)
        #expect(selection.index == 9)
        _ = selection.page(by: -1)
        #expect(selection.index == 4)
    }

    // MARK: - Changes

    @Test mutating func `a selected row stays selected wherever it goes`() {
        fill("abcdef", height: 2)
        selection.select(3)

        fill("xydzz", height: 2)
        #expect(selection.index == 2)
        fill("d", height: 2)
        #expect(selection.index == 0)
    }

    @Test mutating func `the row at the place of one that has gone is selected`() {
        fill("abcd", height: 4)
        selection.select(1)

        fill("acd", height: 4)
        #expect(selection.index == 1)
        fill("a-", height: 4)
        #expect(selection.index == 0)
        fill("--", height: 4)
        #expect(selection.index == nil)
        fill("-b", height: 4)
        #expect(selection.index == 1)
    }

    @Test mutating func `of several rows with one id the nearest stays selected`() {
        fill("a.a.a", height: 5)
        selection.select(2)

        fill("a..aa", height: 5)

        #expect(selection.index == 3)
    }

    // MARK: - Any sequence

    @Test(arguments: seeds(of: 0..<20))
    mutating func `after any changes the selected row is selectable and in the list`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            switch Int.random(in: 0..<6, using: &random) {
            case 0:
                let rows = (0..<Int.random(in: 0..<12, using: &random)).map { _ in
                    "a-bc--".randomElement(using: &random) ?? "-"
                }
                fill(String(rows), height: selection.height)
            case 1: selection.resize(height: Int.random(in: 0..<6, using: &random))
            case 2: selection.select(Int.random(in: -3..<15, using: &random))
            case 3: _ = selection.move(by: [1, -1, 3, .max, .min, 0].randomElement(using: &random) ?? 0)
            case 4: _ = selection.page(by: [1, -1, 0].randomElement(using: &random) ?? 0)
            default: _ = selection.scroll(by: [1, -1, .max, .min].randomElement(using: &random) ?? 0)
            }
            let canBeChosen = selection.rows.contains(where: \.isSelectable)
            #expect(canBeChosen == (selection.index != nil))
            #expect(selection.index.map { selection.rows[$0].isSelectable } ?? true)
            #expect(selection.top >= 0 && selection.top <= max(0, selection.count - selection.height))
        }
    }
}

@Suite struct ListNoteTests {
    @Test func `what stands below a row about it is shown with it, if there is room`() {
        var selection = ListSelection()
        let rows = (0..<4).flatMap { [ListView.Row("row \($0)"), .note("about \($0)"), .note("and more")] }
        selection.setRows(rows)
        selection.resize(height: 4)

        selection.select(9)
        #expect(selection.top == 8)
        selection.resize(height: 2)

        #expect(selection.top == 9)
    }
}
