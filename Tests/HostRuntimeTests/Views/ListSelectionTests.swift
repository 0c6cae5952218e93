import Testing

@testable import HostRuntime

@Suite struct ListSelectionTests {
    private var selection = ListSelection()

    @Test mutating func `the first row is chosen when there is one`() {
        #expect(selection.index == nil)

        selection.resize(count: 3, height: 2)

        #expect(selection.index == 0)
    }

    @Test mutating func `the choice stops at either end`() {
        selection.resize(count: 3, height: 2)

        selection.move(by: -1)
        #expect(selection.index == 0)
        selection.move(by: .max)
        #expect(selection.index == 2)
    }

    @Test mutating func `the chosen row is always seen`() {
        selection.resize(count: 10, height: 3)

        selection.move(by: 5)
        #expect(selection.top == 3)
        selection.select(1)
        #expect(selection.top == 1)
    }

    @Test mutating func `scrolling leaves the choice and stops at either end`() {
        selection.resize(count: 10, height: 3)

        let moved = [selection.scroll(by: 100), selection.scroll(by: 1)]

        #expect(moved == [true, false])
        #expect(selection.top == 7)
        #expect(selection.index == 0)
    }

    @Test mutating func `a list that shrinks keeps a choice that is there`() {
        selection.resize(count: 10, height: 3)
        selection.select(9)

        selection.resize(count: 4, height: 3)
        #expect(selection.index == 3)
        #expect(selection.top == 1)
        selection.resize(count: 0, height: 3)
        #expect(selection.index == nil)
        #expect(selection.top == 0)
    }

    @Test mutating func `the scroll mark is at an end only when the list is`() {
        selection.resize(count: 20, height: 5)

        var parts: [Range<Int>?] = []
        for _ in 0..<16 {
            parts.append(selection.visiblePart(of: 5))
            _ = selection.scroll(by: 1)
        }

        #expect(parts.first == 0..<1)
        #expect(parts.last == 4..<5)
        #expect(parts.dropFirst().dropLast().allSatisfy { $0 != 0..<1 && $0 != 4..<5 })
    }

    @Test(arguments: [(0, 3), (3, 3), (2, 5), (9, 0)])
    mutating func `a list that is seen as a whole has no scroll mark`(count: Int, height: Int) {
        selection.resize(count: count, height: height)

        #expect(selection.visiblePart(of: height) == nil)
    }
}
