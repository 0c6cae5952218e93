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

    /// The number of steps from one plugin to another that it took, which grows with the number of dependencies.
    private(set) var steps = 0

    /// Orders plugins of different ids, given the services that the host provides.
    ///
    /// Of several plugins that provide the same service, the first by id that can
    /// run counts; another one's attempt to provide it fails with an error.
    init(_ nodes: [Node], hostServices: Set<String> = []) {
        let nodes = nodes.sorted { $0.manifest.id < $1.manifest.id }
        let candidates = PluginGraph.candidates(nodes)
        var passedOver: Set<String> = []
        while true {
            let providers = candidates.compactMapValues { candidates in
                candidates.first { !passedOver.contains($0.manifest.id) } ?? candidates.first
            }
            let waits = PluginGraph.waits(nodes, providers: providers, hostServices: hostServices)
            blocked = [:]
            blockCycles(nodes, waits: waits)
            blockMissing(nodes, providers: providers, hostServices: hostServices)
            // Those that are blocked by themselves make way first: the others may be free then.
            var inTheWay = blockedProviders(candidates, passedOver)
            if inTheWay.isEmpty {
                spreadBlocks(nodes, providers: providers, hostServices: hostServices)
                inTheWay = blockedProviders(candidates, passedOver)
            }
            guard inTheWay.isEmpty else {
                passedOver.formUnion(inTheWay)
                continue
            }
            arrange(nodes, waits: waits)
            return
        }
    }

    /// Returns the plugins that provide each service, by id; those that may not run come last.
    private static func candidates(_ nodes: [Node]) -> [String: [Node]] {
        var result: [String: [Node]] = [:]
        for isAllowed in [true, false] {
            for node in nodes where node.isAllowed == isAllowed {
                for service in node.manifest.provides { result[service, default: []].append(node) }
            }
        }
        return result
    }

    /// Returns the blocked plugins whose place as a provider another one can take that isn't blocked.
    private func blockedProviders(_ candidates: [String: [Node]], _ passedOver: Set<String>) -> Set<String> {
        guard !blocked.isEmpty else { return [] }
        var result: Set<String> = []
        for candidates in candidates.values where candidates.count > 1 {
            let left = candidates.filter { $0.isAllowed && !passedOver.contains($0.manifest.id) }
            let inTheWay = left.prefix { blocked[$0.manifest.id] != nil }
            if inTheWay.count < left.count { result.formUnion(inTheWay.map(\.manifest.id)) }
        }
        return result
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

    /// Blocks the plugins that require a service that nobody provides, or whose provider may not run.
    private mutating func blockMissing(_ nodes: [Node], providers: [String: Node], hostServices: Set<String>) {
        let known = Set(providers.keys).union(hostServices)
        for node in nodes where node.isAllowed && blocked[node.manifest.id] == nil {
            for service in node.manifest.requires where !hostServices.contains(service) {
                guard let provider = providers[service] else {
                    blocked[node.manifest.id] = .missingService(
                        service,
                        nearest: nearestName(to: service, in: known)
                    )
                    break
                }
                guard !provider.isAllowed else { continue }
                blocked[node.manifest.id] = .providerUnavailable(
                    service: service,
                    provider: provider.manifest.id,
                    state: provider.state
                )
                break
            }
        }
    }

    // MARK: - Cycles

    private mutating func blockCycles(_ nodes: [Node], waits: [String: [String]]) {
        // Twice: what waits for a cycle goes when the arrows are turned round.
        let candidates = withoutEnds(PluginGraph.reversed(withoutEnds(waits)))
        guard !candidates.isEmpty else { return }
        for node in nodes where candidates[node.manifest.id] != nil {
            if let path = shortestCycle(from: node.manifest.id, waits: waits) {
                blocked[node.manifest.id] = .cycle(path)
            }
        }
    }

    /// Returns a graph without the ids that wait for none of the others, removed again and again.
    ///
    /// A graph without cycles is empty then.
    private mutating func withoutEnds(_ waits: [String: [String]]) -> [String: [String]] {
        var open = waits.mapValues(\.count)
        var ends = waits.filter { $0.value.isEmpty }.map(\.key)
        let waiting = PluginGraph.reversed(waits)
        while let end = ends.popLast() {
            open[end] = nil
            for id in waiting[end] ?? [] {
                steps += 1
                guard let count = open[id] else { continue }
                open[id] = count - 1
                if count == 1 { ends.append(id) }
            }
        }
        return waits.filter { open[$0.key] != nil }.mapValues { others in others.filter { open[$0] != nil } }
    }

    /// Returns a graph with its arrows turned round.
    private static func reversed(_ waits: [String: [String]]) -> [String: [String]] {
        var result = waits.mapValues { _ in [String]() }
        for (id, others) in waits {
            for other in others { result[other, default: []].append(id) }
        }
        return result
    }

    /// Returns the shortest path from an id back to itself, breadth first; nil when there is none.
    private mutating func shortestCycle(from start: String, waits: [String: [String]]) -> [String]? {
        var cameFrom: [String: String] = [:]
        var queue = [start]
        var next = 0
        while next < queue.count {
            let current = queue[next]
            next += 1
            for other in waits[current] ?? [] {
                steps += 1
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
        guard !blocked.isEmpty else { return }
        var requirers: [String: [String]] = [:]
        for node in nodes where node.isAllowed {
            for service in node.manifest.requires where !hostServices.contains(service) {
                guard let provider = providers[service]?.manifest.id else { continue }
                requirers[provider, default: []].append(node.manifest.id)
            }
        }
        var reached = Set(blocked.keys)
        var next = Array(reached)
        while let id = next.popLast() {
            for requirer in requirers[id] ?? [] {
                steps += 1
                if reached.insert(requirer).inserted { next.append(requirer) }
            }
        }
        for node in nodes where reached.contains(node.manifest.id) && blocked[node.manifest.id] == nil {
            for service in node.manifest.requires where !hostServices.contains(service) {
                guard let provider = providers[service]?.manifest.id, reached.contains(provider) else { continue }
                blocked[node.manifest.id] = .providerUnavailable(service: service, provider: provider, state: "blocked")
                break
            }
        }
    }

    private mutating func arrange(_ nodes: [Node], waits: [String: [String]]) {
        var placed: Set<String> = []
        func visit(_ id: String) {
            guard blocked[id] == nil, placed.insert(id).inserted else { return }
            for other in waits[id] ?? [] {
                steps += 1
                visit(other)
            }
            order.append(id)
        }
        for node in nodes where node.isAllowed { visit(node.manifest.id) }
    }
}
