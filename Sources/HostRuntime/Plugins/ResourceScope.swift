/// What a plugin has acquired, released last in first out when it ends.
@MainActor final class ResourceScope {
    private struct Resource {
        let isSpent: @MainActor () -> Bool
        let release: @MainActor () -> Void
    }

    private var resources: [Resource] = []
    private var pruneAt = 64

    /// Whether the scope has ended; then it takes nothing any more.
    private(set) var isClosed = false

    /// How many resources are held, those that ended by themselves left out.
    var count: Int { resources.count { !$0.isSpent() } }

    /// Takes a resource over; in a closed scope it is released at once.
    ///
    /// A plugin that observes and cancels all day must not grow the scope, so
    /// resources that are spent are dropped whenever the number has doubled.
    func own(isSpent: @escaping @MainActor () -> Bool = { false }, release: @escaping @MainActor () -> Void) {
        guard !isClosed else {
            release()
            return
        }
        if resources.count >= pruneAt {
            resources.removeAll { $0.isSpent() }
            pruneAt = max(64, resources.count * 2)
        }
        resources.append(Resource(isSpent: isSpent, release: release))
    }

    /// Releases everything, newest first, also what releasing acquires.
    func close() {
        isClosed = true
        while let last = resources.popLast() { last.release() }
    }
}
