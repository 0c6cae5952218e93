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
        let plugins = Plugins(nodes, hostServices: hostServices)
        var problems: [PluginProblem?]
        var passedOver = [Bool](repeating: false, count: nodes.count)
        while true {
            let providers = plugins.providers(passingOver: passedOver)
            let waits = plugins.waits(for: providers)
            problems = Array(repeating: nil, count: nodes.count)
            blockCycles(plugins, waits, &problems)
            plugins.blockMissing(providers, &problems)
            // Those that are blocked by themselves make way first: the others may be free then.
            var inTheWay = plugins.blockedProviders(problems, passedOver)
            if inTheWay.isEmpty {
                spreadBlocks(plugins, providers, &problems)
                inTheWay = plugins.blockedProviders(problems, passedOver)
            }
            guard inTheWay.isEmpty else {
                for plugin in inTheWay { passedOver[plugin] = true }
                continue
            }
            arrange(plugins, waits, problems)
            break
        }
        for (plugin, problem) in problems.enumerated() where problem != nil { blocked[plugins[plugin].id] = problem }
    }

    // MARK: - Cycles

    private mutating func blockCycles(_ plugins: Plugins, _ waits: [[Int]], _ problems: inout [PluginProblem?]) {
        let waiting = PluginGraph.reversed(waits)
        var isLeft = [Bool](repeating: true, count: waits.count)
        // Twice: on the reversed graph, plugins that merely wait for a cycle are removed.
        removeEnds(of: waits, waiting, &isLeft)
        removeEnds(of: waiting, waits, &isLeft)
        for plugin in isLeft.indices where isLeft[plugin] && problems[plugin] == nil {
            let cycle = shortestCycle(from: plugin, waits, isLeft)
            let ids = cycle.map { plugins[$0].id }
            for (place, member) in cycle.enumerated() where problems[member] == nil {
                problems[member] = PluginGraph.problem(ofCycle: ids, from: place)
            }
        }
    }

    /// The most plugins of a cycle that a problem names; a path of thousands would be kept and printed for each of them.
    private static let longestPath = 30

    /// Returns the path around a cycle from one of its members, cut to a readable length.
    private static func problem(ofCycle ids: [String], from place: Int) -> PluginProblem {
        let path = (0..<min(ids.count, longestPath)).map { ids[(place + $0) % ids.count] }
        return .cycle(path + [ids[place]], leavingOut: ids.count - path.count)
    }

    /// Removes plugins that wait for none of those that are left, again and again.
    ///
    /// Nothing is left of a graph without cycles.
    private mutating func removeEnds(of waits: [[Int]], _ waiting: [[Int]], _ isLeft: inout [Bool]) {
        var open = waits.map { others in others.count { isLeft[$0] } }
        var ends = isLeft.indices.filter { isLeft[$0] && open[$0] == 0 }
        while let end = ends.popLast() {
            isLeft[end] = false
            for plugin in waiting[end] where isLeft[plugin] {
                steps += 1
                open[plugin] -= 1
                if open[plugin] == 0 { ends.append(plugin) }
            }
        }
    }

    /// Returns a graph with its arrows turned round.
    private static func reversed(_ waits: [[Int]]) -> [[Int]] {
        var result = [[Int]](repeating: [], count: waits.count)
        for (plugin, others) in waits.enumerated() {
            for other in others { result[other].append(plugin) }
        }
        return result
    }

    /// Returns the plugins on the shortest way from a plugin back to itself, breadth first; empty when there is none.
    private mutating func shortestCycle(from start: Int, _ waits: [[Int]], _ isLeft: [Bool]) -> [Int] {
        var cameFrom: [Int: Int] = [:]
        var queue = [start]
        var next = 0
        while next < queue.count {
            let current = queue[next]
            next += 1
            for other in waits[current] where isLeft[other] {
                steps += 1
                if other == start {
                    var way = [current]
                    while let last = way.last, last != start, let step = cameFrom[last] { way.append(step) }
                    return way.reversed()
                }
                if cameFrom[other] == nil {
                    cameFrom[other] = current
                    queue.append(other)
                }
            }
        }
        return []
    }

    // MARK: - Order

    /// Blocks the plugins that require a blocked one, directly or through others.
    private mutating func spreadBlocks(_ plugins: Plugins, _ providers: [Int], _ problems: inout [PluginProblem?]) {
        var isReached = problems.map { $0 != nil }
        var next = isReached.indices.filter { isReached[$0] }
        guard !next.isEmpty else { return }
        let requirers = plugins.requirers(of: providers)
        while let plugin = next.popLast() {
            for requirer in requirers[plugin] {
                steps += 1
                guard !isReached[requirer] else { continue }
                isReached[requirer] = true
                next.append(requirer)
            }
        }
        for plugin in isReached.indices where isReached[plugin] && problems[plugin] == nil {
            for service in plugins.required[plugin] {
                guard let provider = service.number.map({ providers[$0] }), isReached[provider] else { continue }
                problems[plugin] = .providerUnavailable(
                    service: service.name,
                    provider: plugins[provider].id,
                    state: "blocked"
                )
                break
            }
        }
    }

    private mutating func arrange(_ plugins: Plugins, _ waits: [[Int]], _ problems: [PluginProblem?]) {
        var isPlaced = problems.map { $0 != nil }
        func visit(_ plugin: Int) {
            guard !isPlaced[plugin] else { return }
            isPlaced[plugin] = true
            for other in waits[plugin] {
                steps += 1
                visit(other)
            }
            order.append(plugins[plugin].id)
        }
        for plugin in isPlaced.indices where plugins.isAllowed(plugin) { visit(plugin) }
    }
}

// MARK: - What the plugins say

extension PluginGraph {
    /// Plugins and the services between them, as numbers in the order of the ids.
    private struct Plugins {
        /// A service that a plugin requires and the host doesn't provide.
        struct Requirement {
            let name: String
            /// The number among the services; nil if no plugin provides it.
            let number: Int?
        }

        /// The services that each plugin requires from others.
        let required: [[Requirement]]

        private let nodes: [Node]
        /// The places of the nodes by the order of their ids.
        private let places: [Int]
        private let hostServices: Set<String>
        private let services: [String: Int]
        /// The plugins that provide each service, by id; those that may not run come last.
        private let candidates: [[Int]]
        /// The plugins that each one lists in `after`.
        private let after: [[Int]]

        init(_ nodes: [Node], hostServices: Set<String>) {
            let ids = nodes.map(\.manifest.id)
            let places = ids.indices.sorted { ids[$0] < ids[$1] }
            var services: [String: Int] = [:]
            var candidates: [[Int]] = []
            for isAllowed in [true, false] {
                for (plugin, place) in places.enumerated() where nodes[place].isAllowed == isAllowed {
                    for service in nodes[place].manifest.provides {
                        let number = services[service] ?? candidates.count
                        if number == candidates.count {
                            services[service] = number
                            candidates.append([])
                        }
                        candidates[number].append(plugin)
                    }
                }
            }
            let named = Set(nodes.lazy.flatMap(\.manifest.after))
            var numbers: [String: Int] = [:]
            if !named.isEmpty { for (plugin, place) in places.enumerated() { numbers[ids[place]] = plugin } }
            self.nodes = nodes
            self.places = places
            self.hostServices = hostServices
            self.services = services
            self.candidates = candidates
            required = places.map { place in
                nodes[place].manifest.requires
                    .filter { !hostServices.contains($0) }
                    .map { Requirement(name: $0, number: services[$0]) }
            }
            after = places.map { place in nodes[place].manifest.after.compactMap { numbers[$0] } }
        }

        subscript(plugin: Int) -> PluginManifest { nodes[places[plugin]].manifest }

        func isAllowed(_ plugin: Int) -> Bool { nodes[places[plugin]].isAllowed }

        /// Returns the plugin that provides each service.
        func providers(passingOver isPassedOver: [Bool]) -> [Int] {
            candidates.map { candidates in candidates.first { !isPassedOver[$0] } ?? candidates[0] }
        }

        /// Returns, for each plugin, those that are activated before it, by id.
        func waits(for providers: [Int]) -> [[Int]] {
            places.indices.map { plugin in
                guard isAllowed(plugin) else { return [] }
                let others = required[plugin].compactMap { $0.number.map { providers[$0] } } + after[plugin]
                return others.isEmpty ? [] : Set(others.filter(isAllowed)).sorted()
            }
        }

        /// Returns, for each plugin, those that require a service of it.
        func requirers(of providers: [Int]) -> [[Int]] {
            var result = [[Int]](repeating: [], count: places.count)
            for plugin in places.indices where isAllowed(plugin) {
                for service in required[plugin] {
                    if let provider = service.number.map({ providers[$0] }) { result[provider].append(plugin) }
                }
            }
            return result
        }

        /// Blocks the plugins that require a service that nobody provides, or whose provider may not run.
        func blockMissing(_ providers: [Int], _ problems: inout [PluginProblem?]) {
            var spelling = SpellingHints(among: { hostServices.union(services.keys) })
            for plugin in places.indices where isAllowed(plugin) && problems[plugin] == nil {
                for service in required[plugin] {
                    guard let provider = service.number.map({ providers[$0] }) else {
                        problems[plugin] = .missingService(service.name, nearest: spelling.nearest(to: service.name))
                        break
                    }
                    guard !isAllowed(provider) else { continue }
                    problems[plugin] = .providerUnavailable(
                        service: service.name,
                        provider: self[provider].id,
                        state: nodes[places[provider]].state
                    )
                    break
                }
            }
        }

        /// Returns the blocked providers that an unblocked plugin can replace.
        func blockedProviders(_ problems: [PluginProblem?], _ isPassedOver: [Bool]) -> Set<Int> {
            var result: Set<Int> = []
            for candidates in candidates where candidates.count > 1 {
                let left = candidates.filter { isAllowed($0) && !isPassedOver[$0] }
                let inTheWay = left.prefix { problems[$0] != nil }
                if inTheWay.count < left.count { result.formUnion(inTheWay) }
            }
            return result
        }
    }
}
