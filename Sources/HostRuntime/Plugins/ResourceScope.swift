/// The resources of a plugin, released last in first out when it ends.
@MainActor final class ResourceScope {
    private struct Resource {
        let held: @MainActor () -> HeldResource
        let isSpent: @MainActor () -> Bool
        let release: @MainActor () -> Void
    }

    private var resources: [Resource] = []
    private var pruneAt = 64

    /// Whether the scope was closed, after which resources are released at once.
    private(set) var isClosed = false

    /// The number of resources, without those that have ended by themselves.
    var count: Int { resources.count { !$0.isSpent() } }

    /// The resources in the order in which they were acquired, without those that have ended by themselves.
    var held: [HeldResource] { resources.filter { !$0.isSpent() }.map { $0.held() } }

    /// Adds a resource; a closed scope releases it at once.
    ///
    /// Spent resources are removed each time the number has doubled, so that a
    /// plugin that observes and cancels all day doesn't grow the scope.
    func own(
        _ held: @escaping @MainActor @autoclosure () -> HeldResource,
        isSpent: @escaping @MainActor () -> Bool = { false },
        release: @escaping @MainActor () -> Void
    ) {
        guard !isClosed else {
            release()
            return
        }
        var old: [Resource] = []
        if resources.count >= pruneAt {
            old = resources
            resources = old.filter { !$0.isSpent() }
            pruneAt = max(64, resources.count * 2)
        }
        resources.append(Resource(held: held, isSpent: isSpent, release: release))
        // Released now: the deinit of something that a spent resource holds may add resources.
        withExtendedLifetime(old) {}
    }

    /// Releases all resources, newest first, including those that are added meanwhile.
    func close() {
        isClosed = true
        while let last = resources.popLast() { last.release() }
    }
}
