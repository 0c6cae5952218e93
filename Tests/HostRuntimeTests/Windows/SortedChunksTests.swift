import HostTestKit
import Testing

@testable import HostRuntime

@Suite struct SortedChunksTests {
    @Test(arguments: 0..<10 as Range<UInt64>)
    func `random changes have the result that they have in a sorted array`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var chunks = SortedChunks<Item>()
        var array: [Item] = []

        for step in 0..<3000 {
            // The list grows to some hundreds of elements, shrinks again, and grows.
            let grows = step / 1000 != 1
            let place = Int.random(in: 0..<1000, using: &random)
            let index = array.firstIndex { $0.position >= place }
            let found = index.flatMap { array[$0].position == place ? $0 : nil }
            switch Int.random(in: 0..<4, using: &random) {
            case 0...(grows ? 2 : 0) where found == nil:
                chunks.insert(Item(position: place, value: step))
                array.insert(Item(position: place, value: step), at: index ?? array.count)
            case 0...2:
                #expect(chunks.remove(at: place) == found.map { array.remove(at: $0) })
            default:
                let isUpdated = chunks.update(at: place) { $0.value = step } != nil
                #expect(isUpdated == (found != nil))
                if let found { array[found].value = step }
            }
            #expect(chunks[place] == array.first { $0.position == place })
            #expect(chunks.first(after: place) == array.first { $0.position > place })
            #expect(chunks.last == array.last)
            #expect(chunks.last { $0.value % 3 == 0 } == array.last { $0.value % 3 == 0 })
        }

        #expect(Array(chunks.elements) == array)
    }

    @Test func `a change among 10,000 elements compares few of them`() {
        let comparisons = Counter()
        var chunks = SortedChunks<CountedItem>()
        for place in 0..<10_000 { chunks.insert(CountedItem(position: CountedPlace(place, comparisons))) }
        var most = 0

        for step in 0..<1000 {
            comparisons.count = 0
            let item = CountedItem(position: CountedPlace(step * 7919 % 10_000, comparisons))
            chunks.remove(at: item.position)
            chunks.insert(item)
            most = max(most, comparisons.count)
        }

        // Twice the steps of a binary search among 10,000, and a comparison of what was found.
        #expect(most <= 2 * 16)
    }

    private struct Item: Ordered, Equatable {
        let position: Int
        var value: Int
    }

    private final class Counter {
        var count = 0
    }

    private struct CountedItem: Ordered {
        let position: CountedPlace
    }

    private struct CountedPlace: Comparable {
        let place: Int
        let comparisons: Counter

        init(_ place: Int, _ comparisons: Counter) {
            self.place = place
            self.comparisons = comparisons
        }

        static func < (a: Self, b: Self) -> Bool {
            a.comparisons.count += 1
            return a.place < b.place
        }

        static func == (a: Self, b: Self) -> Bool {
            a.comparisons.count += 1
            return a.place == b.place
        }
    }
}
