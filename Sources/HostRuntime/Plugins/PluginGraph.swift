/// The order in which plugins are activated, and the problems of those that can't be; a pure value.
///
/// Dependencies come first, then the order is by id. Link order and the order
/// in which load hooks ran don't matter.
struct PluginGraph {
    /// A plugin in the graph.
    struct Node: Hashable {
        let manifest: PluginManifest
        /// Whether the plugin may run: it's neither disabled nor refused.
        let isAllowed: Bool
        /// The plugin's state in one word, for messages about a plugin that may not run.
        let state: String

        init(_ manifest: PluginManifest, isAllowed: Bool = true, state: String = "disabled") {
            self.manifest = manifest
            self.isAllowed = isAllowed
            self.state = state
        }
    }

    /// The ids of the plugins to activate, in order.
    private(set) var order: [String] = []

    /// The problems of the allowed plugins that can't be activated, by id.
    private(set) var blocked: [String: PluginProblem] = [:]

    /// Orders plugins of different ids, given the services that the host provides.
    init(_ nodes: [Node], hostServices: Set<String> = []) {
        let nodes = nodes.sorted { $0.manifest.id < $1.manifest.id }
        // Of two plugins that provide the same service, the first by id counts;
        // the second one's attempt to provide it fails with an error.
        var providers: [String: Node] = [:]
        for node in nodes {
            for service in node.manifest.provides where providers[service].map({ !$0.isAllowed }) ?? true {
                providers[service] = node
            }
        }
        let waits = PluginGraph.waits(nodes, providers: providers, hostServices: hostServices)
        block(nodes, waits: waits)
        for node in nodes where node.isAllowed && blocked[node.manifest.id] == nil {
            blocked[node.manifest.id] = PluginGraph.missing(node, providers: providers, hostServices: hostServices)
        }
        spreadBlocks(nodes, providers: providers, hostServices: hostServices)
        arrange(nodes, waits: waits)
    }

    /// Returns, for each id, the ids that are activated before it, in alphabetical order.
    private static func waits(
        _ nodes: [Node],
        providers: [String: Node],
        hostServices: Set<String>
    ) -> [String: [String]] {
        let allowed = Set(nodes.filter(\.isAllowed).map(\.manifest.id))
        var result: [String: [String]] = [:]
        for node in nodes where node.isAllowed {
            let required = node.manifest.requires
                .filter { !hostServices.contains($0) }
                .compactMap { providers[$0]?.manifest.id }
            result[node.manifest.id] = Set(required + node.manifest.after)
                .filter(allowed.contains)
                .sorted()
        }
        return result
    }

    private static func missing(
        _ node: Node,
        providers: [String: Node],
        hostServices: Set<String>
    ) -> PluginProblem? {
        for service in node.manifest.requires where !hostServices.contains(service) {
            guard let provider = providers[service] else {
                let known = Set(providers.keys).union(hostServices)
                return .missingService(service, nearest: nearestName(to: service, in: known))
            }
            if !provider.isAllowed {
                return .providerUnavailable(
                    service: service,
                    provider: provider.manifest.id,
                    state: provider.state
                )
            }
        }
        return nil
    }

    // MARK: - Cycles

    private mutating func block(_ nodes: [Node], waits: [String: [String]]) {
        for node in nodes where node.isAllowed {
            if let path = PluginGraph.shortestCycle(from: node.manifest.id, waits: waits) {
                blocked[node.manifest.id] = .cycle(path)
            }
        }
    }

    /// Returns the shortest path from an id back to itself, breadth first; nil when there is none.
    private static func shortestCycle(from start: String, waits: [String: [String]]) -> [String]? {
        var cameFrom: [String: String] = [:]
        var queue = [start]
        var next = 0
        while next < queue.count {
            let current = queue[next]
            next += 1
            for other in waits[current] ?? [] {
                if other == start {
                    var path = [start]
                    var step = current
                    while step != start {
                        path.append(step)
                        step = cameFrom[step] ?? start
                    }
                    path.append(start)
                    return path.reversed()
                }
                if cameFrom[other] == nil {
                    cameFrom[other] = current
                    queue.append(other)
                }
            }
        }
        return nil
    }

    // MARK: - Order

    /// Blocks the plugins that require a blocked one, directly or through others.
    private mutating func spreadBlocks(_ nodes: [Node], providers: [String: Node], hostServices: Set<String>) {
        var changed = true
        while changed {
            changed = false
            for node in nodes where node.isAllowed && blocked[node.manifest.id] == nil {
                for service in node.manifest.requires where !hostServices.contains(service) {
                    guard let provider = providers[service]?.manifest.id, blocked[provider] != nil else { continue }
                    blocked[node.manifest.id] = .providerUnavailable(
                        service: service,
                        provider: provider,
                        state: "blocked"
                    )
                    changed = true
                    break
                }
            }
        }
    }

    private mutating func arrange(_ nodes: [Node], waits: [String: [String]]) {
        var placed: Set<String> = []
        func visit(_ id: String) {
            guard blocked[id] == nil, placed.insert(id).inserted else { return }
            for other in waits[id] ?? [] { visit(other) }
            order.append(id)
        }
        for node in nodes where node.isAllowed { visit(node.manifest.id) }
    }
}
