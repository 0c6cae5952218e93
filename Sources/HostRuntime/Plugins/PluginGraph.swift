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

    /// The plugins by id; a plugin is a number below, its place in this list.
    private let nodes: [Node]
    private let hostServices: Set<String>
    /// The plugin that provides each service: the first by id that may run, or else the first.
    private let providers: [String: Int]
    /// The problem of each plugin; nil for one that can be activated, or that may not run.
    private var problems: [PluginProblem?]

    /// Orders plugins of different ids, given the services that the host provides.
    ///
    /// Of several plugins that provide the same service, the first by id that may
    /// run counts; another one's attempt to provide it fails with an error.
    init(_ nodes: [Node], hostServices: Set<String> = []) {
        let nodes = nodes.indices.sorted { nodes[$0].manifest.id < nodes[$1].manifest.id }.map { nodes[$0] }
        var providers: [String: Int] = [:]
        for isAllowed in [true, false] {
            for (plugin, node) in nodes.enumerated() where node.isAllowed == isAllowed {
                for service in node.manifest.provides where providers[service] == nil { providers[service] = plugin }
            }
        }
        (self.nodes, self.hostServices, self.providers) = (nodes, hostServices, providers)
        problems = Array(repeating: nil, count: nodes.count)
        let waits = waits()
        var sorted = sort(waits)
        // Those that wait for one of a circle may themselves be part of another.
        while let circles = sorted.circles {
            for circle in circles { block(circle) }
            sorted = sort(waits)
        }
        blockRequirers(in: sorted.order)
        // Nothing is activated early because a plugin that is blocked waits for it.
        order = (problems.allSatisfy { $0 == nil } ? sorted.order : sort(waits).order)
            .filter { nodes[$0].isAllowed }.map(id)
        for (plugin, problem) in problems.enumerated() where problem != nil { blocked[id(plugin)] = problem }
    }

    private func id(_ plugin: Int) -> String { nodes[plugin].manifest.id }

    /// The services that a plugin requires from others.
    private func requirements(of plugin: Int) -> [String] {
        nodes[plugin].manifest.requires.filter { !hostServices.contains($0) }
    }

    /// Returns, for each plugin, those that are activated before it, by id.
    private func waits() -> [[Int]] {
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

    /// Sorts the plugins without a problem, depth first, so that each comes after those that it waits for.
    ///
    /// `circles` has plugins that wait for one another in a circle, each for the next;
    /// no plugin is in two of them, so some may be left. It's nil if there is none.
    private func sort(_ waits: [[Int]]) -> (order: [Int], circles: [[Int]]?) {
        enum Visit { case none, underWay, done }
        var (order, circles): ([Int], [[Int]]) = ([], [])
        var visits = problems.map { $0 == nil ? Visit.none : .done }
        var isInCircle = [Bool](repeating: false, count: waits.count)
        // Not recursive: a chain of thousands would exceed the stack.
        var path: [(plugin: Int, next: Int)] = []
        for first in waits.indices where visits[first] == .none {
            path.append((first, 0))
            while let (plugin, next) = path.last {
                visits[plugin] = .underWay
                guard next < waits[plugin].count else {
                    visits[plugin] = .done
                    order.append(plugin)
                    path.removeLast()
                    continue
                }
                path[path.count - 1].next += 1
                let other = waits[plugin][next]
                switch visits[other] {
                case .none: path.append((other, 0))
                case .underWay:
                    let start = path.lastIndex { $0.plugin == other || isInCircle[$0.plugin] } ?? path.startIndex
                    guard path[start].plugin == other, !isInCircle[other] else { continue }
                    for step in path[start...] { isInCircle[step.plugin] = true }
                    circles.append(path[start...].map(\.plugin))
                case .done: break
                }
            }
        }
        return (order, circles.isEmpty ? nil : circles)
    }

    // MARK: - Problems

    /// Blocks plugins that wait in a circle, with the path that leads back to where it begins.
    private mutating func block(_ circle: [Int]) {
        let path = (circle + circle.prefix(1)).map(id)
        for plugin in circle { problems[plugin] = .cycle(path) }
    }

    /// Blocks plugins that lack a service, given an order in which providers come first.
    private mutating func blockRequirers(in order: [Int]) {
        var spelling = SpellingHints(among: { [hostServices, providers] in hostServices.union(providers.keys) })
        for plugin in order where nodes[plugin].isAllowed {
            for service in requirements(of: plugin) where problems[plugin] == nil {
                guard let provider = providers[service] else {
                    problems[plugin] = .missingService(service, nearest: spelling.nearest(to: service))
                    continue
                }
                let isAllowed = nodes[provider].isAllowed
                guard !isAllowed || problems[provider] != nil else { continue }
                let state = isAllowed ? "blocked" : nodes[provider].state
                problems[plugin] = .providerUnavailable(service: service, provider: id(provider), state: state)
            }
        }
    }
}
