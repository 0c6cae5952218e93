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

/// Something that a plugin has acquired through its context, and that ends with it.
public struct HeldResource: Hashable, Sendable {
    /// The kind of thing that is held.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// An observer on the bus.
        case observer
        /// An asynchronous sequence of messages.
        case sequence
        /// A bridge between a message type and a name.
        case bridge
        /// A hold on a "will" message.
        case hold
        /// A window.
        case window
        /// A timer or an animation.
        case timer
        /// A task.
        case task
        /// A command that the plugin offers.
        case command
        /// A run that the plugin has started and watches.
        case run
        /// A service that the plugin provides.
        case service
        /// A closure that is called for a frame or for the text cursor.
        case frame
        /// A watch on the host, such as on the traffic of the bus.
        case watch
        /// A fetch that is under way, or a session of fetches.
        case download
    }

    /// The kind of thing that is held.
    public let kind: Kind

    /// Its name: a message's or command's, a window's title, an address; empty for a timer or a task.
    public let name: String

    /// The file and the line that acquired it, as `Module/File.swift:12`; empty if unknown.
    public let place: String

    init(_ kind: Kind, _ name: String = "", file: String = "", line: Int = 0) {
        self.kind = kind
        self.name = name
        place = file.isEmpty ? "" : "\(file):\(line)"
    }
}
