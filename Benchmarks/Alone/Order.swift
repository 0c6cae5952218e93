// Sorts plugins by their dependencies, of which every tenth requires a service of the one before; prints the
// nanoseconds of processor time that it took, the median of several times. Compiled with the files of the runtime that
// it needs, which aren't public.
//
//     order PLUGINS

extension RuntimeStamp {
    // No problem of these plugins names it.
    static let current = RuntimeStamp.compiledIn(interface: 0)
}

@main enum Order {
    static func main() {
        let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 0
        // In another order than the ids have.
        let nodes = (0..<count).map { number in (number * 7919 + 1) % max(count, 1) }.map { number in
            PluginGraph.Node(
                PluginManifest(
                    id: "many-\(number)",
                    name: "Many",
                    version: "1.0.0",
                    requires: number % 10 == 9 ? ["many-\(number - 1)"] : [],
                    provides: ["many-\(number)"]
                )
            )
        }
        let times = (0..<15).map { _ in
            let start = Clock.thread.now
            let graph = PluginGraph(nodes)
            let time = Clock.thread.now - start
            guard graph.order.count == count, graph.blocked.isEmpty else { fatalError("Some plugins can't be sorted") }
            return time
        }
        print(times.sorted()[times.count / 2])
    }
}
