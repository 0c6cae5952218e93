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

    /// The plugins by id; a plugin is a number below, its place in this list.
    private let nodes: [Node]
    private let hostServices: Set<String>
    /// The plugins that provide each service, by id; those that may not run come last.
    private let candidates: [String: [Int]]

    /// Orders plugins of different ids, given the services that the host provides.
    ///
    /// Of several plugins that provide the same service, the first by id that can
    /// run counts; another one's attempt to provide it fails with an error.
    init(_ nodes: [Node], hostServices: Set<String> = []) {
        let nodes = nodes.indices.sorted { nodes[$0].manifest.id < nodes[$1].manifest.id }.map { nodes[$0] }
        var candidates: [String: [Int]] = [:]
        for isAllowed in [true, false] {
            for (plugin, node) in nodes.enumerated() where node.isAllowed == isAllowed {
                for service in node.manifest.provides { candidates[service, default: []].append(plugin) }
            }
        }
        (self.nodes, self.hostServices, self.candidates) = (nodes, hostServices, candidates)
        resolve()
    }

    /// Chooses providers until none that is blocked is in the way of one that isn't.
    private mutating func resolve() {
        var passedOver: Set<Int> = []
        while true {
            let providers = candidates.mapValues { plugins in plugins.first { !passedOver.contains($0) } ?? plugins[0] }
            let waits = waits(for: providers)
            let (sorted, circles) = sort(waits)
            var problems = [PluginProblem?](repeating: nil, count: nodes.count)
            for circle in circles { block(circle, waits, &problems) }
            let isBlockedByOthers = blockRequirers(in: sorted, providers, &problems)
            // Those that are blocked by themselves make way first: the others may be free then.
            var inTheWay = replaceable(passedOver) { problems[$0] != nil && !isBlockedByOthers[$0] }
            if inTheWay.isEmpty { inTheWay = replaceable(passedOver) { problems[$0] != nil } }
            passedOver.formUnion(inTheWay)
            guard inTheWay.isEmpty else { continue }
            finish(sorted, waits, problems)
            return
        }
    }

    private mutating func finish(_ sorted: [Int], _ waits: [[Int]], _ problems: [PluginProblem?]) {
        for (plugin, problem) in problems.enumerated() where problem != nil { blocked[id(plugin)] = problem }
        // Nothing is activated early because a plugin that is blocked waits for it.
        let free = { (plugin: Int) in problems[plugin] == nil }
        let sorted = blocked.isEmpty ? sorted : sort(waits.indices.map { free($0) ? waits[$0].filter(free) : [] }).order
        order = sorted.filter { nodes[$0].isAllowed && free($0) }.map(id)
    }

    private func id(_ plugin: Int) -> String { nodes[plugin].manifest.id }

    /// The services that a plugin requires from others.
    private func requirements(of plugin: Int) -> [String] {
        nodes[plugin].manifest.requires.filter { !hostServices.contains($0) }
    }

    /// Returns, for each plugin, those that are activated before it, by id.
    private func waits(for providers: [String: Int]) -> [[Int]] {
        let named = Set(nodes.lazy.flatMap(\.manifest.after))
        var numbers: [String: Int] = [:]
        if !named.isEmpty { for plugin in nodes.indices { numbers[id(plugin)] = plugin } }
        return nodes.indices.map { plugin in
            guard nodes[plugin].isAllowed else { return [] }
            let others =
                requirements(of: plugin).compactMap { providers[$0] }
                + nodes[plugin].manifest.after.compactMap { numbers[$0] }
            return others.isEmpty ? [] : Set(others.filter { nodes[$0].isAllowed }).sorted()
        }
    }

    /// Sorts plugins so that each comes after those that it waits for, and finds those that wait in a circle.
    ///
    /// This is Tarjan's algorithm: depth first, and `lowest` is the first of the
    /// plugins under way that a plugin leads back to.
    private mutating func sort(_ waits: [[Int]]) -> (order: [Int], circles: [[Int]]) {
        var (order, circles): ([Int], [[Int]]) = ([], [])
        var lowest = [Int?](repeating: nil, count: waits.count)
        var underWay: [Int] = []
        // Not recursive: a chain of thousands would exceed the stack.
        var visits: [(plugin: Int, number: Int, start: Int, next: Int)] = []
        var count = 0
        func enter(_ plugin: Int) {
            visits.append((plugin, count, underWay.count, 0))
            lowest[plugin] = count
            count += 1
            underWay.append(plugin)
        }
        func visitAll(from first: Int) {
            enter(first)
            while let (plugin, number, start, next) = visits.last {
                if next < waits[plugin].count {
                    let other = waits[plugin][next]
                    if lowest[other] == nil {
                        enter(other)
                    } else {
                        steps += 1
                        visits[visits.count - 1].next += 1
                        lowest[plugin] = min(lowest[plugin] ?? number, lowest[other] ?? number)
                    }
                    continue
                }
                visits.removeLast()
                order.append(plugin)
                guard lowest[plugin] == number else { continue }
                let group = underWay[start...]
                if group.count > 1 || waits[plugin].contains(plugin) { circles.append(group.sorted()) }
                for member in group { lowest[member] = .max }
                underWay.removeSubrange(start...)
            }
        }
        for plugin in waits.indices where lowest[plugin] == nil { visitAll(from: plugin) }
        return (order, circles)
    }

    // MARK: - Problems

    /// The most plugins of a cycle that a problem names; a path of thousands would be kept and printed for each of them.
    private static let longestPath = 30

    /// Blocks plugins that wait in a circle, each with a path from itself to itself, cut to a readable length.
    private mutating func block(_ circle: [Int], _ waits: [[Int]], _ problems: inout [PluginProblem?]) {
        let members = Set(circle)
        for plugin in circle where problems[plugin] == nil {
            let cycle = shortestCycle(from: plugin, waits, in: members)
            let ids = cycle.map(id)
            for (place, member) in cycle.enumerated() where problems[member] == nil {
                let path = (0..<min(ids.count, PluginGraph.longestPath)).map { ids[(place + $0) % ids.count] }
                problems[member] = .cycle(path + [ids[place]], leavingOut: ids.count - path.count)
            }
        }
    }

    /// Returns the plugins on the shortest way from a plugin of a circle back to itself, breadth first.
    private mutating func shortestCycle(from start: Int, _ waits: [[Int]], in circle: Set<Int>) -> [Int] {
        var cameFrom: [Int: Int] = [:]
        var queue = [start]
        var next = 0
        while cameFrom[start] == nil, next < queue.count {
            let current = queue[next]
            next += 1
            for other in waits[current] where circle.contains(other) && cameFrom[other] == nil {
                steps += 1
                cameFrom[other] = current
                queue.append(other)
            }
        }
        var way: [Int] = []
        while way.last != start, let step = cameFrom[way.last ?? start] { way.append(step) }
        return way.reversed()
    }

    /// Blocks plugins that lack a service, given an order in which providers come first.
    ///
    /// Returns which of them are blocked only because a provider is.
    private func blockRequirers(
        in order: [Int],
        _ providers: [String: Int],
        _ problems: inout [PluginProblem?]
    ) -> [Bool] {
        var isBlockedByOthers = [Bool](repeating: false, count: nodes.count)
        var spelling = SpellingHints(among: { hostServices.union(candidates.keys) })
        for plugin in order where nodes[plugin].isAllowed && problems[plugin] == nil {
            for service in requirements(of: plugin) {
                guard let provider = providers[service] else {
                    problems[plugin] = .missingService(service, nearest: spelling.nearest(to: service))
                    isBlockedByOthers[plugin] = false
                    break
                }
                let isAllowed = nodes[provider].isAllowed
                let isBlocked = problems[provider] != nil
                guard !isAllowed || isBlocked && problems[plugin] == nil else { continue }
                let state = isAllowed ? "blocked" : nodes[provider].state
                problems[plugin] = .providerUnavailable(service: service, provider: id(provider), state: state)
                isBlockedByOthers[plugin] = isAllowed
                if !isAllowed { break }
            }
        }
        return isBlockedByOthers
    }

    /// Returns the blocked providers that a plugin that isn't blocked can replace.
    private func replaceable(_ passedOver: Set<Int>, _ isBlocked: (Int) -> Bool) -> Set<Int> {
        candidates.values.lazy.filter { $0.count > 1 }.reduce(into: []) { result, candidates in
            let left = candidates.filter { nodes[$0].isAllowed && !passedOver.contains($0) }
            let inTheWay = left.prefix { isBlocked($0) }
            if inTheWay.count < left.count { result.formUnion(inTheWay) }
        }
    }
}
