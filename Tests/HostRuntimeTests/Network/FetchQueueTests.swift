import Testing

@testable import HostRuntime

@Suite struct FetchQueueTests {
    /// A queue of fetches with the numbers from 1 on, of the named owners, and the numbers of those that run.
    private func queue(_ owners: [String]) -> (FetchQueue, [Int]) {
        var queue = FetchQueue()
        let running = owners.indices.filter { queue.add($0 + 1, of: .plugin(owners[$0])) }.map { $0 + 1 }
        return (queue, running)
    }

    private func repeated(_ owner: String, _ count: Int) -> [String] { Array(repeating: owner, count: count) }

    @Test func `six fetches of one owner run at once, and those of others beside them`() {
        let (_, running) = queue(repeated("a", 8) + repeated("b", 2))

        #expect(running == [1, 2, 3, 4, 5, 6, 9, 10])
    }

    @Test func `sixteen fetches run at once, whoever they belong to`() {
        let (_, running) = queue((1...40).map { "\($0)" })

        #expect(running == Array(1...16))
    }

    @Test func `those that wait run in the order in which they were added`() {
        var (queue, _) = queue(repeated("a", 8))

        #expect([3, 1, 7].map { queue.remove($0) } == [7, 8, nil])
    }

    @Test func `a fetch whose owner runs as many as it may lets those of others pass`() {
        var (queue, _) = queue(repeated("a", 8) + repeated("b", 6) + repeated("c", 4) + ["d"])

        #expect(queue.remove(9) == 19)
        #expect(queue.remove(1) == 7)
    }

    @Test func `a fetch that is removed while it waits never runs`() {
        var (queue, _) = queue(repeated("a", 8))

        #expect([7, 1, 2].map { queue.remove($0) } == [nil, 8, nil])
    }

    @Test func `a number that isn't in the queue changes nothing`() {
        var (queue, _) = queue(repeated("a", 7))

        #expect([99, 1, 1].map { queue.remove($0) } == [nil, 7, nil])
    }

    @Test func `after any order of ends every fetch has run once, and never more than the limits at a time`() {
        let owners = (0..<200).map { "\($0 * $0 % 7 % 4)" }
        var (queue, running) = queue(owners)
        var run = running
        var most = 0
        while !running.isEmpty {
            most = max(most, running.count)
            let counts = Dictionary(grouping: running) { owners[$0 - 1] }.values.map(\.count)
            #expect(counts.allSatisfy { $0 <= FetchQueue.mostOfOne })
            let ended = running.remove(at: run.count * 7 % running.count)
            if let next = queue.remove(ended) {
                running.append(next)
                run.append(next)
            }
        }

        #expect(most == FetchQueue.most)
        #expect(run.sorted() == Array(1...200))
    }
}
