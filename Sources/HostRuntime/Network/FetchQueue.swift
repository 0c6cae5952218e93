/// The order in which fetches run, so that none uses up the threads and descriptors of all.
///
/// It knows each fetch by a number. The one that was added first runs first, unless its
/// owner runs as many as it may.
struct FetchQueue {
    /// The most fetches of one owner that run at once.
    static let mostOfOne = 6

    /// The most fetches that run at once.
    static let most = 16

    private var running: [Int: Owner] = [:]
    private var waiting: [(number: Int, owner: Owner)] = []

    /// Adds a fetch; returns whether it runs at once.
    mutating func add(_ number: Int, of owner: Owner) -> Bool {
        guard hasRoom(for: owner) else {
            waiting.append((number, owner))
            return false
        }
        running[number] = owner
        return true
    }

    /// Removes a fetch that has ended, also while it waited; returns the one that runs now.
    mutating func remove(_ number: Int) -> Int? {
        guard running.removeValue(forKey: number) != nil else {
            waiting.removeAll { $0.number == number }
            return nil
        }
        // One has ended, so there is room for one.
        guard let next = waiting.firstIndex(where: { hasRoom(for: $0.owner) }) else { return nil }
        let fetch = waiting.remove(at: next)
        running[fetch.number] = fetch.owner
        return fetch.number
    }

    private func hasRoom(for owner: Owner) -> Bool {
        running.count < FetchQueue.most && running.values.count { $0 == owner } < FetchQueue.mostOfOne
    }
}
